package app

import (
	"context"
	"slices"

	"github.com/deskhand/deskhand/inference/ollama"
)

// Download is how far a download of a model has come.
type Download = ollama.Download

// Model is one model of the chain or of the server.
type Model struct {
	Name string `json:"name"`
	// Place counts the models of the chain from 1; 0: it is not in the chain.
	Place     int  `json:"place"`
	Installed bool `json:"installed"`
	// Local tells that it runs on this computer.
	Local bool `json:"local"`
	// Size is bytes on disk, Window the context in tokens that it is given.
	Size     int64 `json:"size"`
	Window   int   `json:"window"`
	Tools    bool  `json:"tools"`
	Thinking bool  `json:"thinking"`
	Vision   bool  `json:"vision"`
	// Why says why it cannot be asked; empty when it can.
	Why string `json:"why,omitempty"`
}

// Models lists the chain in its order, then what else the server has. It fails
// when there is no server.
func (c *Controller) Models(ctx context.Context) ([]Model, error) {
	installed, err := c.ollama.Tags(ctx)
	if err != nil {
		return nil, err
	}
	var models []Model
	for i, name := range c.chain {
		at := slices.IndexFunc(installed, func(m ollama.Installed) bool { return ollama.SameModel(m.Name, name) })
		if at < 0 {
			models = append(models, Model{Name: name, Place: i + 1, Local: true, Why: "It is not installed."})
			continue
		}
		models = append(models, c.model(ctx, installed[at], i+1))
		installed = slices.Delete(installed, at, at+1)
	}
	for _, m := range installed {
		models = append(models, c.model(ctx, m, 0))
	}
	return models, nil
}

// model looks one installed model up.
func (c *Controller) model(ctx context.Context, in ollama.Installed, place int) Model {
	m := Model{Name: in.Name, Place: place, Installed: true, Local: in.Remote == "" && c.ollama.Local(), Size: in.Size}
	info, err := c.ollama.Show(ctx, in.Name)
	if err != nil {
		m.Why = "The server does not say what it can do."
		return m
	}
	m.Tools, m.Thinking, m.Vision = info.Tools, info.Thinking, info.Vision
	m.Window = c.config.Budget.DefaultWindow
	if info.ContextLength > 0 {
		m.Window = min(info.ContextLength, c.config.Budget.Window)
	}
	if in.Remote != "" && !c.config.Models.AllowCloud {
		m.Why = "It runs on another computer (" + in.Remote + "), which is not allowed."
	}
	return m
}

// Pull downloads a model. One that was cancelled goes on where it was.
func (c *Controller) Pull(ctx context.Context, name string, progress func(Download)) error {
	return c.ollama.Pull(ctx, name, progress)
}
