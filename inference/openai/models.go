package openai

import (
	"context"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/transport"
)

// listed is a model in /v1/models, with fields that some servers add.
type listed struct {
	ID          string `json:"id"`
	MaxModelLen int    `json:"max_model_len"`      // vLLM, SGLang
	MaxContext  int    `json:"max_context_length"` // LM Studio
	Context     int    `json:"context_length"`
	Meta        struct {
		Train int `json:"n_ctx_train"` // llama.cpp
		Slot  int `json:"n_ctx"`
	} `json:"meta"`
}

// length returns the server's context length, in tokens; 0 if unknown.
func (l listed) length() int {
	for _, n := range []int{l.MaxModelLen, l.Context, l.MaxContext, l.Meta.Slot, l.Meta.Train} {
		if n > 0 {
			return n
		}
	}
	return 0
}

// list requests the list of models.
func (c *Client) list(ctx context.Context) (models []listed, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.config.Limits.Answer, transport.ErrSilent)
	defer cancel()
	err = c.reach(ctx, func(at *address) (bool, error) {
		resp, err := c.send(ctx, at, "models", nil)
		if err != nil {
			return false, err
		}
		var answer struct {
			Data []listed `json:"data"`
		}
		if err := transport.Read(ctx, resp, &answer); err != nil {
			return false, err
		}
		models = answer.Data
		return true, nil
	})
	return models, err
}

// Names returns the models that may be asked: the configured ones, else those that the
// server lists.
func (c *Client) Names(ctx context.Context) ([]string, error) {
	if len(c.config.Models) > 0 {
		return c.config.Models, nil
	}
	models, err := c.list(ctx)
	return lists.Map(models, func(m listed) string { return m.ID }), err
}

// Show describes a model. It is assumed to take tools until a server refuses them.
func (c *Client) Show(ctx context.Context, model string) (backend.Info, error) {
	models, err := c.list(ctx)
	if err != nil {
		return backend.Info{}, err
	}
	at := slices.IndexFunc(models, func(m listed) bool { return backend.SameModel(m.ID, model) })
	allowed := len(c.config.Models) == 0 || slices.ContainsFunc(c.config.Models, func(m string) bool { return backend.SameModel(m, model) })
	if at < 0 || !allowed {
		return backend.Info{}, chat.ErrNotInstalled
	}
	return backend.Info{Tools: true, Vision: sees(model), ContextLength: models[at].length()}, nil
}

// sees reports whether a model accepts images. Servers do not tell; it goes by common
// name patterns.
func sees(model string) bool {
	name := strings.ToLower(model)
	return slices.ContainsFunc([]string{"-vl", "vision", "llava", "pixtral", "minicpm-v", "gemma-3", "gemma3", "internvl", "gpt-4o"}, func(mark string) bool {
		return strings.Contains(name, mark)
	})
}

// Digest identifies a model for what is learned of how it counts tokens.
func (c *Client) Digest(_ context.Context, model string) (string, error) {
	return "openai:" + c.addresses[0].base.Host + "/" + model, nil
}

// Loaded returns true: it is unknown which server behind an address would load a model,
// and each loads what it is asked for.
func (c *Client) Loaded(context.Context, string, int) (bool, error) { return true, nil }

// Preload does nothing; see Loaded.
func (c *Client) Preload(context.Context, string, int) error { return nil }

// Unload does nothing; see Loaded.
func (c *Client) Unload(context.Context, string) error { return nil }
