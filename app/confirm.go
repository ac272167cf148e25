package app

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/guard"
)

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
