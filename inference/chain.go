package inference

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
)

var (
	// ErrNoSuchModel means that a request names a model that is not in the chain.
	ErrNoSuchModel = errors.New("no such model in the chain")
	// ErrCoolingDown means that a model failed recently.
	ErrCoolingDown = errors.New("left alone after a failure")
)

// Model is one model of a chain. It is safe for concurrent use.
type Model interface {
	// Name is what requests call the model.
	Name() string
	// Candidate describes how to ask the model. It may have to look that up, and fails if
	// the model is unavailable.
	Candidate(ctx context.Context) (chat.Candidate, error)
	// Chat streams to emit, from one goroutine, and returns the whole reply.
	Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error)
}

// Chain is a list of models in the order in which they are asked.
type Chain struct {
	cooldowns cooldowns

	mu     sync.RWMutex
	models []Model // the rule model is the last
	// known holds all models that were ever in the chain, by name: a turn that one of
	// them answers ends with it, even if the chain has changed since.
	known map[string]Model
}

// NewChain returns a chain. The last model, the rule model, is always available.
func NewChain(first Model, more ...Model) *Chain {
	c := &Chain{cooldowns: cooldowns{of: map[string]cooldown{}}, known: map[string]Model{}}
	c.take(append([]Model{first}, more...))
	return c
}

// Set replaces the models before the rule model, from the next call of Next on. Cooldowns
// are kept.
func (c *Chain) Set(first ...Model) {
	c.mu.Lock()
	defer c.mu.Unlock()
	models := make([]Model, 0, len(first)+1)
	for _, m := range first {
		if before, ok := c.known[m.Name()]; ok {
			m = before
		}
		models = append(models, m)
	}
	c.take(append(models, c.models[len(c.models)-1]))
}

func (c *Chain) take(models []Model) {
	c.models = models
	for _, m := range models {
		c.known[m.Name()] = m
	}
}

// now returns the current models.
func (c *Chain) now() []Model {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.models
}

// Next returns the first available model that has not failed in this turn, with the
// reasons why those before it are unavailable.
func (c *Chain) Next(ctx context.Context, failed []chat.ModelFailure) (chat.Candidate, error) {
	if err := ctx.Err(); err != nil {
		return chat.Candidate{}, err
	}
	var skipped []chat.ModelFailure
	models := c.now()
	last := len(models) - 1
	for _, m := range models[:last] {
		if hasFailed(m.Name(), failed) {
			continue
		}
		candidate, err := c.candidate(ctx, m)
		if err == nil {
			candidate.Skipped = skipped
			return candidate, nil
		}
		if ctx.Err() != nil {
			return chat.Candidate{}, ctx.Err()
		}
		skipped = append(skipped, chat.ModelFailure{Model: m.Name(), Err: err})
	}
	rules, err := models[last].Candidate(ctx)
	rules.Skipped = skipped
	return rules, err
}

func hasFailed(name string, failed []chat.ModelFailure) bool {
	return slices.ContainsFunc(failed, func(f chat.ModelFailure) bool { return f.Model == name })
}

// candidate describes a model, unless it is cooling down.
func (c *Chain) candidate(ctx context.Context, m Model) (chat.Candidate, error) {
	if err := c.cooldowns.admit(m.Name()); err != nil {
		return chat.Candidate{}, err
	}
	return m.Candidate(ctx)
}

// Chat asks the model that req names, and keeps track of whether it works.
func (c *Chain) Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
	m := c.model(req.Model)
	if m == nil {
		return chat.Reply{}, fmt.Errorf("%w: %q", ErrNoSuchModel, req.Model)
	}
	// A probe that never reports back must not block others for longer than a cooldown.
	c.cooldowns.prolong(req.Model, time.Now().Add(cooldownFor))
	reply, err := m.Chat(ctx, req, emit)
	switch {
	case err == nil:
		c.cooldowns.end(req.Model)
	case ctx.Err() != nil || !againstModel(err):
		c.cooldowns.prolong(req.Model, time.Now()) // no result: the next turn may probe
	default:
		c.cooldowns.begin(req.Model, err)
	}
	return reply, err
}

func (c *Chain) model(name string) Model {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.known[name]
}
