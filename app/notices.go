package app

import (
	"context"
	"encoding/json"

	"github.com/deskhand/deskhand/agentcore/event"
)

// Aside is an event of a past turn that no message tells of: a hop to another
// model, a warning, an end that was no answer.
type Aside struct {
	// At is how many messages the conversation had when it happened.
	At   int
	Body event.Body
}

// Asides gives what was told in a conversation beside its messages, in order.
func (c *Controller) Asides(ctx context.Context, id string) ([]Aside, error) {
	kept, err := c.store.Asides(ctx, id)
	if err != nil {
		return nil, err
	}
	var asides []Aside
	for _, k := range kept {
		if body, ok := asideBody(k.Kind, k.Body); ok {
			asides = append(asides, Aside{At: k.At, Body: body})
		}
	}
	return asides, nil
}

// IsAside tells whether an event is kept as an aside.
func IsAside(b event.Body) bool {
	_, ok := asideKind(b)
	return ok
}

// keeping writes down what no message will tell of before it is announced. What
// cannot be written is announced all the same.
func (c *Controller) keeping(ctx context.Context, conversation string, emit func(event.Event)) func(event.Event) {
	return func(e event.Event) {
		if kind, ok := asideKind(e.Body); ok {
			if raw, err := json.Marshal(e.Body); err == nil {
				// A conversation that was deleted meanwhile keeps nothing.
				_ = c.store.KeepAside(context.WithoutCancel(ctx), conversation, kind, raw)
			}
		}
		emit(e)
	}
}

// The kinds of asides, as the database knows them.
const (
	asideHop       = "model_changed"
	asideRetry     = "retrying"
	asideCompacted = "compacted"
	asideWarning   = "warning"
	asideEnd       = "turn_ended"
)

// asideKind names what is kept. A turn that was answered ends with a message.
func asideKind(b event.Body) (kind string, ok bool) {
	switch b := b.(type) {
	case event.ModelChanged:
		return asideHop, true
	case event.Retrying:
		return asideRetry, true
	case event.Compacted:
		return asideCompacted, true
	case event.Warning:
		return asideWarning, true
	case event.TurnEnded:
		return asideEnd, b.Reason != event.ReasonAnswered
	}
	return "", false
}

func asideBody(kind string, raw json.RawMessage) (event.Body, bool) {
	switch kind {
	case asideHop:
		return decoded[event.ModelChanged](raw)
	case asideRetry:
		return decoded[event.Retrying](raw)
	case asideCompacted:
		return decoded[event.Compacted](raw)
	case asideWarning:
		return decoded[event.Warning](raw)
	case asideEnd:
		return decoded[event.TurnEnded](raw)
	}
	return nil, false
}

func decoded[T event.Body](raw json.RawMessage) (event.Body, bool) {
	var b T
	err := json.Unmarshal(raw, &b)
	return b, err == nil
}
