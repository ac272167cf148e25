package app

import (
	"context"
	"fmt"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/store"
)

// ContextPart is a part of the context window and how its size was found.
type ContextPart struct {
	Tokens int    `json:"tokens"`
	How    string `json:"how"`
}

// ContextUse is how the next request of a conversation would divide the context
// window of the model that it would go to. The parts and a small margin make up
// the window.
type ContextUse struct {
	Window  ContextPart `json:"window"`
	System  ContextPart `json:"system"`
	Tools   ContextPart `json:"tools"`
	History ContextPart `json:"history"`
	Reserve ContextPart `json:"reserve"`
	Free    ContextPart `json:"free"`
}

// Context tells how a conversation divides the context window, without asking a
// model. The tools are those of the servers that are up. An empty session stands
// for a new conversation.
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
	use, err := c.agent.Context(ctx, in)
	return explained(use), err
}

// LatestSession names the conversation that went on last; "" when there is none.
func (c *Controller) LatestSession(ctx context.Context) (id string, err error) {
	err = c.store.EachConversation(ctx, store.Filter{}, func(found chat.Conversation) bool {
		id = found.ID
		return false
	})
	return id, err
}

// explained says of each part how its size was found.
func explained(u agentcore.Use) ContextUse {
	window := "what " + u.Model + " is given: " + lengthWords(u.WindowFrom) + ", at most budget.window"
	tools := fmt.Sprintf("the definitions of %d tools as they are sent, %s", u.Offered, counted(u))
	if u.Rules {
		window = "budget.default_window: the built-in rules answer, which have no length of their own"
		tools = fmt.Sprintf("the built-in rules need no definitions of their %d tools", u.Offered)
	}
	return ContextUse{
		Window:  ContextPart{u.Window, window},
		System:  ContextPart{u.System, "the standing instructions, " + counted(u)},
		Tools:   ContextPart{u.Tools, tools},
		History: ContextPart{u.History, fmt.Sprintf("%d of %d messages, %s", min(u.Shown, u.Messages), u.Messages, counted(u))},
		Reserve: ContextPart{u.Reserve, "kept for the answer"},
		Free:    ContextPart{u.Free, fmt.Sprintf("what is left, besides a margin of %d", budget.Margin)},
	}
}

// lengthWords says what a model's length is that is known from a source.
func lengthWords(from WindowSource) string {
	switch from {
	case WindowSetting:
		return "what budget.model_windows says"
	case WindowTable:
		return "what is published of models of its name"
	case WindowDefault:
		return "budget.default_window, because nobody tells its length"
	default:
		return "its own length"
	}
}

func counted(u agentcore.Use) string {
	if u.Ratio > 0 {
		return fmt.Sprintf("counted by a tokenizer, times %.2f as %s reports", u.Ratio, u.Model)
	}
	return "counted by a tokenizer or by characters, whichever gives more"
}
