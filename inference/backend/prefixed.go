package backend

import (
	"context"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Prefixed is a server whose models are called by a name with its own before it:
// "office/qwen3-32b".
type Prefixed struct {
	Of     Backend
	Prefix string // "office/"
}

// Has reports whether a model is one of the server's, by its name.
func (p *Prefixed) Has(model string) bool { return strings.HasPrefix(model, p.Prefix) }

func (p *Prefixed) bare(model string) string { return strings.TrimPrefix(model, p.Prefix) }

// Show looks up what a model can do.
func (p *Prefixed) Show(ctx context.Context, model string) (Info, error) {
	return p.Of.Show(ctx, p.bare(model))
}

// Digest looks up what names a model's weights.
func (p *Prefixed) Digest(ctx context.Context, model string) (string, error) {
	return p.Of.Digest(ctx, p.bare(model))
}

// Loaded reports whether a model is in memory with this window.
func (p *Prefixed) Loaded(ctx context.Context, model string, window int) (bool, error) {
	return p.Of.Loaded(ctx, p.bare(model), window)
}

// Preload brings a model into memory.
func (p *Prefixed) Preload(ctx context.Context, model string, window int) error {
	return p.Of.Preload(ctx, p.bare(model), window)
}

// Unload takes a model out of memory.
func (p *Prefixed) Unload(ctx context.Context, model string) error {
	return p.Of.Unload(ctx, p.bare(model))
}

// Chat streams an answer of a model.
func (p *Prefixed) Chat(ctx context.Context, req chat.Request, s Setting, emit func(chat.Delta)) (chat.Reply, error) {
	req.Model = p.bare(req.Model)
	return p.Of.Chat(ctx, req, s, emit)
}
