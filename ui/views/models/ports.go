package models

import (
	"context"

	"github.com/deskhand/deskhand/app"
)

// Backend manages the models and their order.
type Backend interface {
	// Models returns the chain in order, ending with the built-in rules, then other
	// installed models. Without a server it returns the chain and the error.
	Models(ctx context.Context) ([]app.Model, error)
	// Advice returns which model suits this computer.
	Advice(ctx context.Context) (app.ModelAdvice, error)
	// SetChain sets the models that are asked before the rules, in order.
	SetChain(ctx context.Context, chain []string) error
	// RemoveModel deletes a model from the disk.
	RemoveModel(ctx context.Context, name string) error
	// UnloadModel unloads a model; the next request reloads it.
	UnloadModel(ctx context.Context, name string) error
	// AllowRemote records whether models may be asked at an address on another computer.
	AllowRemote(ctx context.Context, address string, yes bool) error
	// Engines returns the model servers besides Ollama; AddEngine, RemoveEngine and
	// AllowEngine change them, the last for those on another computer at these addresses.
	Engines(ctx context.Context) ([]app.Engine, error)
	AddEngine(ctx context.Context, e app.EngineConfig) error
	RemoveEngine(ctx context.Context, name string) error
	AllowEngine(ctx context.Context, name string, addresses []string, yes bool) error
	// Pull downloads a model, or continues a cancelled download. progress is called from
	// the caller's goroutine.
	Pull(ctx context.Context, name string, progress func(app.Download)) error
	// Evaluate tries a model on files, or on the sample folder if paths is empty.
	// progress may be called from any goroutine.
	Evaluate(ctx context.Context, model string, paths []string, progress func(app.Evaluation)) (app.Evaluation, error)
}
