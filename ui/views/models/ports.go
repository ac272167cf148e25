package models

import (
	"context"

	"github.com/deskhand/deskhand/app"
)

// Backend knows the models, in which order they are asked, and gets more.
type Backend interface {
	// Models lists the chain in its order, the built-in rules as its last link,
	// then what else is installed. Without a server it gives the chain with the
	// error.
	Models(ctx context.Context) ([]app.Model, error)
	// Advice says how this computer stands for models.
	Advice(ctx context.Context) (app.ModelAdvice, error)
	// SetChain chooses the models that are asked before the rules, in order.
	SetChain(ctx context.Context, chain []string) error
	// RemoveModel deletes a model from the disk.
	RemoveModel(ctx context.Context, name string) error
	// UnloadModel takes a model out of memory; the next request brings it back.
	UnloadModel(ctx context.Context, name string) error
	// AllowRemote keeps whether models may be asked at an address that is another
	// computer.
	AllowRemote(ctx context.Context, address string, yes bool) error
	// Engines are the servers of models besides Ollama; AddEngine, RemoveEngine and
	// AllowEngine change them, the last for those on another computer at these
	// addresses.
	Engines(ctx context.Context) ([]app.Engine, error)
	AddEngine(ctx context.Context, e app.EngineConfig) error
	RemoveEngine(ctx context.Context, name string) error
	AllowEngine(ctx context.Context, name string, addresses []string, yes bool) error
	// Pull downloads a model; one that was cancelled goes on where it was.
	// progress is called from the caller's goroutine.
	Pull(ctx context.Context, name string, progress func(app.Download)) error
	// Evaluate tries a model on files, or on the sample folder when paths is
	// empty. progress may be called from any goroutine.
	Evaluate(ctx context.Context, model string, paths []string, progress func(app.Evaluation)) (app.Evaluation, error)
}
