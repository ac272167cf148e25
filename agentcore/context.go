package agentcore

import (
	"context"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/history"
)

// Use is how the next request of a conversation would divide the context window of its
// model, in tokens.
type Use struct {
	Model string
	// Rules marks the built-in rule model.
	Rules bool
	// WindowFrom is the source of the window's length.
	WindowFrom chat.WindowSource
	event.BudgetChanged
	// Offered counts the tools that the model is told of.
	Offered int
	// Messages counts what is stored, Shown what the model sees of it, a summary
	// included.
	Messages, Shown int
	// Ratio is the factor applied to the tokenizer's count, from the model's reports; 0
	// if there are none.
	Ratio float64
}

// Context returns how a conversation divides the context window, without asking a model
// or changing anything. An empty name means a new conversation.
func (a *Agent) Context(ctx context.Context, in Input) (Use, error) {
	t := newTurn(a, in, silence{})
	t.room.loaded = in.Conversation == ""
	if in.Conversation != "" {
		stored, err := a.Transcript.Messages(ctx, in.Conversation)
		if err != nil {
			return Use{}, fmt.Errorf("read the conversation: %w", err)
		}
		t.history, t.first = stored, len(stored)
	}
	if !t.choose(ctx) {
		return Use{}, ctx.Err()
	}
	d := t.draft()
	count := t.counter()
	b := division(t.candidate, count, d)
	fitting := t.input(ctx, b, count, 0)
	p := history.Fit(fitting)
	if p.Gap != nil {
		fitting.State = p.Gap.Filled(p.State, history.Account(*p.Gap))
		p = history.Fit(fitting)
	}
	return Use{
		Model: t.candidate.Model, Rules: t.candidate.Rules, WindowFrom: t.candidate.WindowFrom, BudgetChanged: divided(b, p.Tokens),
		Offered: len(d.tools), Messages: len(t.history), Shown: len(p.Messages), Ratio: count.Ratio(),
	}, nil
}

// silence is a Sink that discards events.
type silence struct{}

func (silence) Emit(event.Body) {}

// division returns what a draft takes of a candidate's window. The rule model gets no
// definitions.
func division(to chat.Candidate, count budget.Counter, d draft) budget.Budget {
	b := budget.Budget{
		Window:  to.Window,
		System:  count.Message(chat.Message{Role: chat.RoleSystem, Text: d.system}),
		Reserve: d.reserve,
	}
	if !to.Rules {
		b.Tools = count.Definitions(d.tools)
	}
	return b
}

// divided returns the event of a division with used tokens of history.
func divided(b budget.Budget, used int) event.BudgetChanged {
	return event.BudgetChanged{
		Window: b.Window, Used: b.System + b.Tools + used,
		System: b.System, Tools: b.Tools, History: used, Reserve: b.Reserve, Free: max(0, b.History()-used),
	}
}
