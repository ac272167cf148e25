package agentcore_test

import (
	"context"
	"testing"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

func TestTheContextIsToldAsTheNextRequestWouldDivideItAndNothingIsChanged(t *testing.T) {
	b := thinker(looking(6000), nil)
	b.agent.Model = answering{b.model, rounds(20, saying("I looked at some pages."))}
	const request = "read all pages"
	b.turn(context.Background(), request)
	asked, messages, state := len(b.model.asked), len(b.pages.messages), b.notes.state
	use, err := b.agent.Context(context.Background(), agentcore.Input{Conversation: "c", Text: request})
	if err != nil {
		t.Fatal(err)
	}
	var last event.BudgetChanged
	b.count(func(b event.Body) bool {
		if c, ok := b.(event.BudgetChanged); ok {
			last = c
		}
		return false
	})
	answer := b.agent.Tokens.For("").Message(chat.Message{Text: "All is done."})
	if use.System != last.System || use.Tools != last.Tools || use.Tools == 0 || use.History != last.History+answer {
		t.Errorf("told %+v, the last request had %+v and its answer %d", use, last, answer)
	}
	if use.Model != "big" || use.Rules || use.Messages != messages || use.Offered != 1 || use.Shown >= use.Messages {
		t.Errorf("told %+v of %d messages", use, messages)
	}
	if len(b.model.asked) != asked || len(b.pages.messages) != messages || b.notes.state != state {
		t.Error("telling it asked the model or changed the conversation")
	}
	fresh, err := b.agent.Context(context.Background(), agentcore.Input{})
	if err != nil || fresh.History != 0 || fresh.Messages != 0 {
		t.Errorf("a new conversation has %+v, %v", fresh, err)
	}
}

func TestTheRuleModelHasNoDefinitionsToRead(t *testing.T) {
	b := newFixture(looking(6000))
	b.model.chain = []string{"rules"}
	use, err := b.agent.Context(context.Background(), agentcore.Input{})
	if err != nil || !use.Rules || use.Tools != 0 || use.Offered != 1 {
		t.Errorf("told %+v, %v", use, err)
	}
}
