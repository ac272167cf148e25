package ollama

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/types/model"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/inference/backend"
)

// Remove deletes a model from the disk of the server.
func (c *Client) Remove(ctx context.Context, model string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, c.limits.Answer, ErrSilent)
	defer cancel()
	resp, err := c.sendAs(ctx, http.MethodDelete, "/api/delete", api.DeleteRequest{Model: model})
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Names lists the models that the server has.
func (c *Client) Names(ctx context.Context) ([]string, error) {
	installed, err := c.Tags(ctx)
	return lists.Map(installed, func(m backend.Installed) string { return m.Name }), err
}

// Show describes a model.
func (c *Client) Show(ctx context.Context, name string) (backend.Info, error) {
	var shown api.ShowResponse
	if err := c.ask(ctx, c.limits.Answer, "/api/show", api.ShowRequest{Model: name}, &shown); err != nil {
		return backend.Info{}, err
	}
	return backend.Info{
		Tools:         slices.Contains(shown.Capabilities, model.CapabilityTools),
		Thinking:      slices.Contains(shown.Capabilities, model.CapabilityThinking),
		Vision:        slices.Contains(shown.Capabilities, model.CapabilityVision),
		ContextLength: contextLength(shown.ModelInfo),
		Remote:        remote(shown.RemoteHost, shown.RemoteModel),
	}, nil
}

// contextLength returns "<architecture>.context_length".
func contextLength(info map[string]any) int {
	arch, _ := info["general.architecture"].(string)
	length, _ := info[arch+".context_length"].(float64)
	return max(0, int(length))
}

// remote returns where a model runs, if not here.
func remote(host, name string) string {
	if host == "" && name != "" {
		return "another computer"
	}
	return host
}

// Tags lists the models that the server has.
func (c *Client) Tags(ctx context.Context) ([]backend.Installed, error) {
	var list api.ListResponse
	if err := c.ask(ctx, c.limits.Answer, "/api/tags", nil, &list); err != nil {
		return nil, err
	}
	models := make([]backend.Installed, 0, len(list.Models))
	for _, m := range list.Models {
		models = append(models, backend.Installed{
			Name: m.Name, Digest: m.Digest, Size: m.Size, Remote: remote(m.RemoteHost, m.RemoteModel),
		})
	}
	return models, nil
}

// Digest identifies a model's weights; empty if the server does not have it.
func (c *Client) Digest(ctx context.Context, name string) (string, error) {
	list, err := c.Tags(ctx)
	for _, m := range list {
		if backend.SameModel(m.Name, name) {
			return m.Digest, nil
		}
	}
	return "", err
}

// Ps lists the models in memory.
func (c *Client) Ps(ctx context.Context) ([]backend.Running, error) {
	var list api.ProcessResponse
	if err := c.ask(ctx, c.limits.Answer, "/api/ps", nil, &list); err != nil {
		return nil, err
	}
	models := make([]backend.Running, 0, len(list.Models))
	for _, m := range list.Models {
		models = append(models, backend.Running{
			Name: m.Name, Digest: m.Digest, Size: m.Size, GPU: m.SizeVRAM, Window: m.ContextLength, Expires: m.ExpiresAt,
		})
	}
	return models, nil
}

// Loaded reports whether a model is in memory with this window, in tokens.
func (c *Client) Loaded(ctx context.Context, name string, window int) (bool, error) {
	running, err := c.Ps(ctx)
	return slices.ContainsFunc(running, func(m backend.Running) bool { return backend.SameModel(m.Name, name) && m.Window == window }), err
}

// Preload loads a model with this window, in tokens. It may block for minutes.
func (c *Client) Preload(ctx context.Context, name string, window int) error {
	return c.hold(ctx, c.limits.Load, name, c.keepAlive, map[string]any{"num_ctx": window})
}

// Unload removes a model from memory, which also ends its hang after a parser error.
func (c *Client) Unload(ctx context.Context, name string) error {
	return c.hold(ctx, c.limits.Answer, name, 0, nil)
}

func (c *Client) hold(ctx context.Context, limit time.Duration, name string, keep time.Duration, options map[string]any) error {
	var done api.ChatResponse
	return c.ask(ctx, limit, "/api/chat", api.ChatRequest{
		Model: name, Messages: []api.Message{}, Stream: new(bool), KeepAlive: &api.Duration{Duration: keep}, Options: options,
	}, &done)
}
