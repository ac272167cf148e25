package agentcore

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/history"
)

// draft is a model request before the conversation is fitted to the window.
type draft struct {
	system string
	tools  []chat.ToolSpec
	// tail is said behind the conversation and is not stored: a nudge, or the
	// order to sum up. It counts like history.
	tail []chat.Message
	// reserve is what is kept for the answer, in tokens.
	reserve int
}

// fit makes the request of a draft: the conversation as far as the window of
// the candidate holds it. enough is false when too little is left for another
// round.
func (t *turn) fit(_ context.Context, d draft) (req chat.Request, enough bool) {
	b := budget.Budget{
		Window:  t.candidate.Window,
		System:  budget.Prose(d.system),
		Tools:   t.definitions(d.tools),
		Reserve: d.reserve,
	}
	room := b.History()
	if t.tight {
		room /= 2
	}
	fitted, used := history.Fit(t.history, room)
	t.emit(event.BudgetChanged{
		Window: b.Window, Used: b.System + b.Tools + used,
		System: b.System, Tools: b.Tools, History: used, Reserve: b.Reserve, Free: max(0, b.History()-used),
	})
	messages := append([]chat.Message{{Role: chat.RoleSystem, Text: d.system}}, fitted...)
	return chat.Request{
		Model:    t.candidate.Model,
		Messages: append(messages, d.tail...),
		Tools:    d.tools,
		Scene:    t.in.Scene,
		Window:   b.Window,
		Reserve:  b.Reserve,
	}, true
}

// definitions counts tool definitions as they are sent.
func (t *turn) definitions(tools []chat.ToolSpec) int { return budget.Definitions(tools) }
