package backend

import (
	"context"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Prefixed is a server whose models have a prefix in their names: "office/qwen3-32b".
type Prefixed struct {
	Of     Backend
	Prefix string // "office/"
}

// Has reports whether a model name has the prefix.
func (p *Prefixed) Has(model string) bool { return strings.HasPrefix(model, p.Prefix) }

func (p *Prefixed) bare(model string) string { return strings.TrimPrefix(model, p.Prefix) }

// Show implements Backend.
func (p *Prefixed) Show(ctx context.Context, model string) (Info, error) {
	return p.Of.Show(ctx, p.bare(model))
}

// Digest implements Backend.
func (p *Prefixed) Digest(ctx context.Context, model string) (string, error) {
	return p.Of.Digest(ctx, p.bare(model))
}

// Loaded implements Backend.
func (p *Prefixed) Loaded(ctx context.Context, model string, window int) (bool, error) {
	return p.Of.Loaded(ctx, p.bare(model), window)
}

// Preload implements Backend.
func (p *Prefixed) Preload(ctx context.Context, model string, window int) error {
	return p.Of.Preload(ctx, p.bare(model), window)
}

// Unload implements Backend.
func (p *Prefixed) Unload(ctx context.Context, model string) error {
	return p.Of.Unload(ctx, p.bare(model))
}

// Chat implements Backend.
func (p *Prefixed) Chat(ctx context.Context, req chat.Request, s Setting, emit func(chat.Delta)) (chat.Reply, error) {
	req.Model = p.bare(req.Model)
	return p.Of.Chat(ctx, req, s, emit)
}
