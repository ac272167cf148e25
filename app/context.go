package app

import (
	"context"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/store"
)

// ContextUse is how the next request of a conversation would divide the context window of
// its model. The parts and a margin of ContextMargin add up to the window, all in tokens.
type ContextUse = agentcore.Use

// ContextMargin is the part of a window left unused, in tokens.
const ContextMargin = budget.Margin

// Context returns how a conversation divides the context window, without calling a
// model. The tools are those of the running servers. An empty session means a new
// conversation.
func (c *Controller) Context(ctx context.Context, session string) (ContextUse, error) {
	in := agentcore.Input{Conversation: session, Scene: c.scene(nil)}
	if session != "" {
		_, messages, err := c.Session(ctx, session)
		if err != nil {
			return ContextUse{}, err
		}
		for _, m := range messages {
			if m.Role == chat.RoleUser {
				in.Text, in.Scene = m.Text, c.scene(m.Roots)
			}
		}
	}
	return c.agent.Context(ctx, in)
}

// LatestSession returns the last updated conversation; "" if there is none.
func (c *Controller) LatestSession(ctx context.Context) (id string, err error) {
	err = c.store.EachConversation(ctx, store.Filter{}, func(found chat.Conversation) bool {
		id = found.ID
		return false
	})
	return id, err
}
