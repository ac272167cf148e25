package app

import (
	"context"
	"encoding/json"

	"github.com/deskhand/deskhand/agentcore/event"
)

// Notice is an event of a past turn that no message shows: a change of model, a warning,
// an end without an answer.
type Notice struct {
	// At is how many messages the conversation had at the time.
	At   int
	Body event.Body
}

// Notices returns the notices of a conversation, in order.
func (c *Controller) Notices(ctx context.Context, id string) ([]Notice, error) {
	kept, err := c.store.Notices(ctx, id)
	if err != nil {
		return nil, err
	}
	var notices []Notice
	for _, k := range kept {
		if body, ok := noticeBody(k.Kind, k.Body); ok {
			notices = append(notices, Notice{At: k.At, Body: body})
		}
	}
	return notices, nil
}

// keeping stores events that no message shows before they are announced. They are
// announced even if that fails.
func (c *Controller) keeping(ctx context.Context, conversation string, emit func(event.Event)) func(event.Event) {
	return func(e event.Event) {
		if event.Kept(e.Body) {
			if raw, err := json.Marshal(e.Body); err == nil {
				// A conversation that was deleted meanwhile keeps nothing.
				_ = c.store.KeepNotice(context.WithoutCancel(ctx), conversation, event.Name(e.Body), raw)
			}
		}
		emit(e)
	}
}

// noticeBody decodes a stored event of this name.
func noticeBody(name string, raw json.RawMessage) (event.Body, bool) {
	switch name {
	case event.Name(event.ModelChanged{}):
		return decoded[event.ModelChanged](raw)
	case event.Name(event.Retrying{}):
		return decoded[event.Retrying](raw)
	case event.Name(event.Compacted{}):
		return decoded[event.Compacted](raw)
	case event.Name(event.Warning{}):
		return decoded[event.Warning](raw)
	case event.Name(event.TurnEnded{}):
		return decoded[event.TurnEnded](raw)
	}
	return nil, false
}

func decoded[T event.Body](raw json.RawMessage) (event.Body, bool) {
	var b T
	err := json.Unmarshal(raw, &b)
	return b, err == nil
}
