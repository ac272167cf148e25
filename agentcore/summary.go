package agentcore

import (
	"context"
	"strings"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/history"
)

// summary returns the summary that replaces a gap: from the next model, or if it gives
// none, from the records alone.
func (t *turn) summary(ctx context.Context, gap history.Gap, count budget.Counter) string {
	if t.candidate.Rules {
		return history.Account(gap)
	}
	messages, cut := history.SummaryRequest(gap, count, t.candidate.Window)
	if cut {
		t.emit(event.Warn(chat.WarningOldestDropped))
	}
	req := chat.Request{
		Model: t.candidate.Model, Messages: messages, Scene: t.in.Scene,
		Window: t.candidate.Window, Reserve: history.SummaryReserve(t.candidate.Window),
		Think: chat.ThinkOff,
	}
	reply, err := t.agent.Model.Chat(ctx, req, t.tell)
	if err != nil {
		return history.Account(gap)
	}
	t.learn(req, reply.Usage)
	if text := strings.TrimSpace(reply.Text); text != "" {
		return text
	}
	return history.Account(gap)
}

// tell announces a delta that is not a piece of an answer.
func (t *turn) tell(d chat.Delta) {
	if b, ok := event.OfDelta(d); ok {
		t.emit(b)
	}
}
