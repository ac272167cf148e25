package inference

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
)

var (
	// ErrNoSuchModel means that a request names a model that is not in the chain.
	ErrNoSuchModel = errors.New("no such model in the chain")
	// ErrCoolingDown means that a model failed a short while ago.
	ErrCoolingDown = errors.New("left alone after a failure")
)

// Model is one model of a chain. It is safe for concurrent use.
type Model interface {
	// Name is what a request calls the model by.
	Name() string
	// Candidate says what decides how the model is asked. It may have to look
	// that up, and fails when the model is not to be had.
	Candidate(ctx context.Context) (chat.Candidate, error)
	// Chat streams to emit, from one goroutine, and returns the whole reply.
	Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error)
}

// Chain is models in the order in which they are asked.
type Chain struct {
	cooldowns cooldowns

	mu     sync.RWMutex
	models []Model // the rule model is the last
	// known are all models that were ever in the chain, by name: a turn that one
	// of them answers ends with it, whatever became of the chain since.
	known map[string]Model
}

// NewChain makes a chain. The last one, the rule model, is given as often as
// asked for, whatever happened before.
func NewChain(first Model, more ...Model) *Chain {
	c := &Chain{cooldowns: cooldowns{of: map[string]cooldown{}}, known: map[string]Model{}}
	c.take(append([]Model{first}, more...))
	return c
}

// Set puts other models before the rule model. The next Next gives them; what is
// known of one that was in the chain before is kept.
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

// now is the chain as it stands.
func (c *Chain) now() []Model {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.models
}

// Next returns the first model that has not failed in this turn and is to be had,
// and with it the reasons why those before it are not.
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

// candidate asks a model what decides how it is asked, unless it cools down.
func (c *Chain) candidate(ctx context.Context, m Model) (chat.Candidate, error) {
	if err := c.cooldowns.admit(m.Name()); err != nil {
		return chat.Candidate{}, err
	}
	return m.Candidate(ctx)
}

// Chat asks the model that the request names. One that fails is left alone for a
// while, unless the fault is the request's or the server's.
func (c *Chain) Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
	m := c.model(req.Model)
	if m == nil {
		return chat.Reply{}, fmt.Errorf("%w: %q", ErrNoSuchModel, req.Model)
	}
	c.cooldowns.probe(req.Model)
	reply, err := m.Chat(ctx, req, emit)
	switch {
	case err == nil:
		c.cooldowns.end(req.Model)
	case ctx.Err() != nil || !againstModel(err):
		c.cooldowns.release(req.Model)
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
