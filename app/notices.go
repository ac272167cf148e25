package app

import (
	"context"
	"encoding/json"

	"github.com/deskhand/deskhand/agentcore/event"
)

// Notice is an event of a past turn that no message tells of: a hop to another
// model, a warning, an end that was no answer.
type Notice struct {
	// At is how many messages the conversation had when it happened.
	At   int
	Body event.Body
}

// Notices returns what was told in a conversation besides its messages, in order.
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

// IsNotice reports whether an event is kept as a notice.
func IsNotice(b event.Body) bool {
	_, ok := noticeKind(b)
	return ok
}

// keeping writes down what no message will tell of before it is announced. What
// cannot be written is announced all the same.
func (c *Controller) keeping(ctx context.Context, conversation string, emit func(event.Event)) func(event.Event) {
	return func(e event.Event) {
		if kind, ok := noticeKind(e.Body); ok {
			if raw, err := json.Marshal(e.Body); err == nil {
				// A conversation that was deleted meanwhile keeps nothing.
				_ = c.store.KeepNotice(context.WithoutCancel(ctx), conversation, kind, raw)
			}
		}
		emit(e)
	}
}

// The kinds of notices, as the database knows them.
const (
	noticeHop       = "model_changed"
	noticeRetry     = "retrying"
	noticeCompacted = "compacted"
	noticeWarning   = "warning"
	noticeEnd       = "turn_ended"
)

// noticeKind names what is kept. A turn that was answered ends with a message.
func noticeKind(b event.Body) (kind string, ok bool) {
	switch b := b.(type) {
	case event.ModelChanged:
		return noticeHop, true
	case event.Retrying:
		return noticeRetry, true
	case event.Compacted:
		return noticeCompacted, true
	case event.Warning:
		return noticeWarning, true
	case event.TurnEnded:
		return noticeEnd, b.Reason != event.ReasonAnswered
	}
	return "", false
}

func noticeBody(kind string, raw json.RawMessage) (event.Body, bool) {
	switch kind {
	case noticeHop:
		return decoded[event.ModelChanged](raw)
	case noticeRetry:
		return decoded[event.Retrying](raw)
	case noticeCompacted:
		return decoded[event.Compacted](raw)
	case noticeWarning:
		return decoded[event.Warning](raw)
	case noticeEnd:
		return decoded[event.TurnEnded](raw)
	}
	return nil, false
}

func decoded[T event.Body](raw json.RawMessage) (event.Body, bool) {
	var b T
	err := json.Unmarshal(raw, &b)
	return b, err == nil
}
