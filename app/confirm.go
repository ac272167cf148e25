package app

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"maps"
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/policy"
	"github.com/deskhand/deskhand/agentcore/wire/elicit"
)

// Elicitor is a Confirmer that also shows the questions of servers to the user. If
// the Confirmer does not implement it, every question is declined.
type Elicitor interface {
	// Elicit blocks until there is an answer and returns at once when ctx ends. The
	// zero value is no answer. It is called from several goroutines.
	Elicit(ctx context.Context, q elicit.Question) elicit.Answer
}

// WithConfirmer returns a context whose calls ask confirm instead of the Confirmer that
// the Controller was opened with, so that questions reach the terminal or window that
// made the request.
func WithConfirmer(ctx context.Context, confirm Confirmer) context.Context {
	return context.WithValue(ctx, confirmerKey{}, confirm)
}

type confirmerKey struct{}

// whoAsked passes each question to the Confirmer of its context, or to the embedded one
// if the context has none.
type whoAsked struct{ Confirmer }

// Confirm puts the question.
func (w whoAsked) Confirm(ctx context.Context, q Question) (Answer, error) {
	if asked, ok := ctx.Value(confirmerKey{}).(Confirmer); ok {
		return asked.Confirm(ctx, q)
	}
	return w.Confirmer.Confirm(ctx, q)
}

// WithAllowSend lets servers be sent what was read here, for the calls under ctx.
func WithAllowSend(ctx context.Context, servers []string) context.Context {
	return guard.WithAllowSend(ctx, servers)
}

// elicit passes a server's question to the requester of the call and records it: which
// fields were filled in, never their values. Neither a model nor --approve answers.
func (c *Controller) elicit(ctx context.Context, confirm Confirmer, q elicit.Question) elicit.Answer {
	if asked, ok := ctx.Value(confirmerKey{}).(Confirmer); ok {
		confirm = asked
	}
	answer, by := elicit.Answer{Action: elicit.Decline}, "policy none"
	if to, ok := confirm.(Elicitor); ok {
		answer, by = to.Elicit(ctx, q), "person"
	}
	record := guard.Record{
		ID: rand.Text(), When: c.now(), Tool: q.Tool, Server: q.Server, Verdict: policy.Deny, By: by, AskedBy: "server",
		Conversation: q.Conversation, Status: chat.StatusDenied, ErrorType: chat.ErrDenied,
	}
	if answer.Action == elicit.Accept {
		record.Verdict, record.Status, record.ErrorType = policy.Allow, chat.StatusOK, ""
	}
	asked := struct {
		Page   string   `json:"page,omitempty"`
		Fields []string `json:"fields,omitempty"`
	}{q.URL, slices.Sorted(maps.Keys(answer.Values))}
	// What cannot be written is missing in the audit; the answer is the person's.
	if raw, err := json.Marshal(asked); err == nil {
		record.Args = raw
		_ = c.store.Audit(context.WithoutCancel(ctx), record)
	}
	return answer
}
