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

// Elicitor is a Confirmer that also puts to the person what a server asks for. Where
// the Confirmer is none the server is told that the person declined.
type Elicitor interface {
	// Elicit blocks until there is an answer and returns at once when ctx ends. The
	// zero value is no answer. It is called from several goroutines.
	Elicit(ctx context.Context, q elicit.Question) elicit.Answer
}

// WithConfirmer has the questions about calls under ctx put to confirm, in place of
// the Confirmer that the Controller was opened with: whoever asked for something is
// asked about it.
func WithConfirmer(ctx context.Context, confirm Confirmer) context.Context {
	return context.WithValue(ctx, confirmerKey{}, confirm)
}

type confirmerKey struct{}

// whoAsked puts each question to whoever asked for the call; of nobody in
// particular, to the Confirmer inside.
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

// elicit puts what a server asks for to whoever asked for its call, and records that
// it was asked: which fields were filled in, never with what. No model and no
// --approve answers.
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
