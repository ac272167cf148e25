package inference

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
)

var (
	// ErrNoSuchModel: a request names a model that is not in the chain.
	ErrNoSuchModel = errors.New("no such model in the chain")
	// ErrResting: a model failed a short while ago and is left alone.
	ErrResting = errors.New("resting after a failure")
)

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
type Chain struct {
	bench bench

	mu    sync.RWMutex
	links []Link // the rule model is the last
	// known are all links that were ever in the chain, by name: a turn that one
	// of them answers ends with it, whatever became of the chain since.
	known map[string]Link
}

// NewChain makes a chain. Its last link, the rule model, is given as often as
// asked for, whatever happened before.
func NewChain(first Link, more ...Link) *Chain {
	c := &Chain{bench: bench{out: map[string]rest{}}, known: map[string]Link{}}
	c.take(append([]Link{first}, more...))
	return c
}

// Set puts other models before the rule model. The next Next gives them; what is
// known of one that was in the chain before is kept.
func (c *Chain) Set(models ...Link) {
	c.mu.Lock()
	defer c.mu.Unlock()
	links := make([]Link, 0, len(models)+1)
	for _, l := range models {
		if before, ok := c.known[l.Name()]; ok {
			l = before
		}
		links = append(links, l)
	}
	c.take(append(links, c.links[len(c.links)-1]))
}

func (c *Chain) take(links []Link) {
	c.links = links
	for _, l := range links {
		c.known[l.Name()] = l
	}
}

// now is the chain as it stands.
func (c *Chain) now() []Link {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.links
}

// Next gives the first model that has not failed in this turn and is to be had,
// and with it the reasons why those before it are not.
func (c *Chain) Next(ctx context.Context, failed []chat.ModelFailure) (chat.Candidate, error) {
	if err := ctx.Err(); err != nil {
		return chat.Candidate{}, err
	}
	var skipped []chat.ModelFailure
	links := c.now()
	last := len(links) - 1
	for _, l := range links[:last] {
		if hasFailed(l.Name(), failed) {
			continue
		}
		candidate, err := c.candidate(ctx, l)
		if err == nil {
			candidate.Skipped = skipped
			return candidate, nil
		}
		if ctx.Err() != nil {
			return chat.Candidate{}, ctx.Err()
		}
		skipped = append(skipped, chat.ModelFailure{Model: l.Name(), Err: err})
	}
	rules, err := links[last].Candidate(ctx)
	rules.Skipped = skipped
	return rules, err
}

func hasFailed(name string, failed []chat.ModelFailure) bool {
	for _, f := range failed {
		if f.Model == name {
			return true
		}
	}
	return false
}

// candidate asks a link for its model, unless it rests.
func (c *Chain) candidate(ctx context.Context, l Link) (chat.Candidate, error) {
	if err := c.bench.admit(l.Name()); err != nil {
		return chat.Candidate{}, err
	}
	return l.Candidate(ctx)
}

// Chat asks the model that the request names. One that fails is rested, unless
// the fault is the request's or the server's.
func (c *Chain) Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
	l := c.link(req.Model)
	if l == nil {
		return chat.Reply{}, fmt.Errorf("%w: %q", ErrNoSuchModel, req.Model)
	}
	c.bench.probe(req.Model)
	reply, err := l.Chat(ctx, req, emit)
	switch {
	case err == nil:
		c.bench.clear(req.Model)
	case ctx.Err() != nil || !againstModel(err):
		c.bench.release(req.Model)
	default:
		c.bench.put(req.Model, err)
	}
	return reply, err
}

func (c *Chain) link(name string) Link {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.known[name]
}
