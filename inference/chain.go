package inference

import (
	"context"
	"errors"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// ErrNoSuchModel: a request names a model that is not in the chain.
var ErrNoSuchModel = errors.New("no such model in the chain")

// Link is one model of a chain. It is safe for concurrent use.
type Link interface {
	// Name is what a request calls the model by.
	Name() string
	// Candidate says what decides how the model is asked. It may have to look
	// that up, and fails when the model is not to be had.
	Candidate(ctx context.Context) (chat.Candidate, error)
	// Chat streams to emit, from one goroutine, and returns the whole reply.
	Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error)
}

// Chain is models in the order in which they are asked.
type Chain struct{ links []Link }

// NewChain makes a chain. Its last link, the rule model, is given as often as
// asked for, whatever happened before.
func NewChain(first Link, more ...Link) *Chain {
	return &Chain{links: append([]Link{first}, more...)}
}

// Next gives the first model that has not failed in this turn and is to be had.
func (c *Chain) Next(ctx context.Context, failed []chat.Failure) (chat.Candidate, error) {
	if err := ctx.Err(); err != nil {
		return chat.Candidate{}, err
	}
	last := len(c.links) - 1
	for _, l := range c.links[:last] {
		if hasFailed(l.Name(), failed) {
			continue
		}
		candidate, err := l.Candidate(ctx)
		if err == nil {
			return candidate, nil
		}
		if ctx.Err() != nil {
			return chat.Candidate{}, ctx.Err()
		}
	}
	return c.links[last].Candidate(ctx)
}

func hasFailed(name string, failed []chat.Failure) bool {
	for _, f := range failed {
		if f.Model == name {
			return true
		}
	}
	return false
}

// Chat asks the model that the request names.
func (c *Chain) Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
	for _, l := range c.links {
		if l.Name() == req.Model {
			return l.Chat(ctx, req, emit)
		}
	}
	return chat.Reply{}, fmt.Errorf("%w: %q", ErrNoSuchModel, req.Model)
}
