package turns

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// Calls is what the calls of a turn came to. The zero value is ready to use.
type Calls struct {
	NothingToUndo bool
	refused       map[string]bool // tools that were not approved, and not later either
}

// Note takes in an event of the turn.
func (c *Calls) Note(e event.Event) {
	b, is := e.Body.(event.ToolFinished)
	switch {
	case !is:
	case b.Status == chat.StatusDenied:
		if c.refused == nil {
			c.refused = map[string]bool{}
		}
		c.refused[b.Tool] = true
	case b.Status == chat.StatusOK:
		delete(c.refused, b.Tool)
	case b.Result.Failure.Code == chat.CodeNothingToUndo:
		c.NothingToUndo = true
	}
}

// NotApproved reports whether a tool was refused and not approved later.
func (c *Calls) NotApproved() bool { return len(c.refused) > 0 }
