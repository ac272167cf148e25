package engines

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/inference/backends"
)

// OpenAI is the kind of an engine that speaks OpenAI's protocol.
const OpenAI = backends.OpenAI

// Config is how one is written in config.toml.
type Config = backends.Config

// Engine is a server of models besides the Ollama server of this computer.
type Engine struct {
	Config
	// KeySet says that the variable of its key has a value.
	KeySet bool
	// Local says that all its addresses are this computer.
	Local bool
}

// ErrRemoteChanged means that models are asked at another address than the one
// that was shown.
var ErrRemoteChanged = errors.New("models are asked at another address")

// Book has the servers as they stand.
type Book struct {
	file    string
	lock    sync.Locker // of who writes the file
	changed func()      // is called under lock when there are others
	all     atomic.Pointer[backends.Servers]
}

// Open makes the servers of a configuration; none is asked yet. It fails with a
// *config.Error.
func Open(list []Config) (*Book, error) {
	all, err := made(list)
	b := &Book{}
	b.all.Store(&all)
	return b, err
}

func made(list []Config) (backends.Servers, error) {
	all, err := backends.New(list)
	var bad *backends.Error
	if errors.As(err, &bad) {
		return nil, &config.Error{Code: config.BadBackend, Key: backends.KeyURL, Text: bad.Name, Err: err}
	}
	return all, err
}

// Keep sets where changes are written, and the function to call after a change.
func (b *Book) Keep(file string, lock sync.Locker, changed func()) {
	b.file, b.lock, b.changed = file, lock, changed
}

// Asked are the servers as they stand.
func (b *Book) Asked() backends.Servers { return *b.all.Load() }

// Engines lists the servers of models that are configured.
func (b *Book) Engines(ctx context.Context) ([]Engine, error) {
	var list []Engine
	for _, s := range b.Asked() {
		list = append(list, Engine{Config: s.Config, KeySet: s.KeyEnv != "" && os.Getenv(s.KeyEnv) != "", Local: s.Local()})
	}
	return list, ctx.Err()
}

// AddEngine writes a server of models into config.toml; its models can be asked at
// once. On another computer nothing is asked before AllowEngine. It fails with a
// *config.Error.
func (b *Book) AddEngine(ctx context.Context, e Config) error {
	e.Remote = false
	if e.Unfit() == "" {
		one, err := made([]Config{e})
		if err != nil {
			return err
		}
		one.Close()
	}
	return b.change(ctx, func() error { return config.AddBackend(b.file, e) })
}

// RemoveEngine takes a server of models out of config.toml.
func (b *Book) RemoveEngine(ctx context.Context, name string) error {
	return b.change(ctx, func() error { return config.RemoveBackend(b.file, name) })
}

// AllowEngine records that the person agreed that requests go to these addresses of
// a server, or takes that back. ErrRemoteChanged when it has others than those that were
// shown.
func (b *Book) AllowEngine(ctx context.Context, name string, addresses []string, yes bool) error {
	return b.change(ctx, func() error {
		settings, err := config.Load(b.file)
		if err != nil {
			return err
		}
		if yes && !slices.ContainsFunc(settings.Backends, func(c Config) bool { return c.Name == name && slices.Equal(c.URL, addresses) }) {
			return ErrRemoteChanged
		}
		return config.SetBackendRemote(b.file, name, yes)
	})
}

// change changes the servers of config.toml, and uses them from now on. A running answer
// is finished.
func (b *Book) change(ctx context.Context, write func() error) error {
	return config.Change(ctx, b.file, b.lock, write, func(settings config.Config) error {
		all, err := made(settings.Backends)
		if err != nil {
			return err
		}
		b.all.Swap(&all).Close()
		b.changed()
		return nil
	})
}
