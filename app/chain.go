package app

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/inference"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/rules"
)

// Rules is the name of the built-in rules in events and plans.
const Rules = rules.Name

// NoModel, in place of a chain, means the built-in rules alone.
const NoModel = "none"

// models is the current chain, and makes others like it. It is safe for concurrent use.
type models struct {
	*inference.Chain
	made  func(names []string) []inference.Model
	rules inference.Model

	// installed returns the best installed model; empty if there is none.
	installed func(context.Context) string

	mu    sync.Mutex
	names []string
	auto  bool // the best installed model is used
}

// follow updates the chain to the best installed model, if that is configured.
func (m *models) follow(ctx context.Context) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.auto {
		return
	}
	names := []string{}
	if best := m.installed(ctx); best != "" {
		names = append(names, best)
	}
	if !slices.Equal(names, m.names) {
		m.names = names
		m.Set(m.made(names)...)
	}
}

func newModels(names []string, made func([]string) []inference.Model, rules inference.Model) *models {
	m := &models{made: made, rules: rules, names: names}
	m.Chain = m.apart(names)
	return m
}

// apart returns a chain of its own, with no cooldowns from others.
func (m *models) apart(names []string) *inference.Chain {
	all := append(m.made(names), m.rules)
	return inference.NewChain(all[0], all[1:]...)
}

// distinct removes repeated models. It never returns nil.
func distinct(names []string) []string {
	once := make([]string, 0, len(names))
	for _, name := range names {
		if !slices.ContainsFunc(once, func(n string) bool { return backend.SameModel(n, name) }) {
			once = append(once, name)
		}
	}
	return once
}

// forCall returns the chain for one call: the current one, unless others are named.
func (m *models) forCall(names []string) *inference.Chain {
	switch {
	case len(names) == 0:
		return m.Chain
	case slices.Equal(names, []string{NoModel}):
		names = nil
	}
	return m.apart(distinct(names))
}

// withChain makes the calls under ctx use this chain.
func withChain(ctx context.Context, chain *inference.Chain) context.Context {
	return context.WithValue(ctx, chainKey{}, chain)
}

type chainKey struct{}

func (m *models) of(ctx context.Context) *inference.Chain {
	if chain, ok := ctx.Value(chainKey{}).(*inference.Chain); ok {
		return chain
	}
	return m.Chain
}

// Next is that of the call's chain.
func (m *models) Next(ctx context.Context, failed []chat.ModelFailure) (chat.Candidate, error) {
	if m.of(ctx) == m.Chain && len(failed) == 0 {
		m.follow(ctx)
	}
	return m.of(ctx).Next(ctx, failed)
}

// Chat is that of the call's chain.
func (m *models) Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
	return m.of(ctx).Chat(ctx, req, emit)
}

// Extract is that of the call's chain.
func (m *models) Extract(ctx context.Context, candidate chat.Candidate, req chat.Request, tell func(chat.Delta)) (json.RawMessage, error) {
	return m.of(ctx).Extract(ctx, candidate, req, tell)
}

// order returns the models in the order in which they are asked.
func (m *models) order() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.names
}

// SetChain sets the models that are asked before the built-in rules, in order
// (config.Auto alone: the best installed one), and writes them to config.toml. It takes
// effect with the next turn.
func (c *Controller) SetChain(ctx context.Context, names []string) error {
	auto := slices.Equal(names, []string{config.Auto})
	for _, name := range names {
		if !config.IsModelName(name) || name == NoModel || name == c.models.rules.Name() {
			return noModelName(name)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	names = distinct(names)
	c.models.mu.Lock()
	defer c.models.mu.Unlock()
	if err := config.SetChain(c.paths.ConfigFile(), names); err != nil {
		return err
	}
	c.models.auto = auto
	if auto {
		names = []string{} // Next finds the installed one
	}
	c.models.names = names
	c.models.Set(c.models.made(names)...)
	return nil
}
