package rulebook

import (
	"context"
	"slices"
	"sync"

	"github.com/deskhand/deskhand/agentcore/rule"
	"github.com/deskhand/deskhand/app/config"
)

// Book is the rules in force, and the file that they are in.
type Book struct {
	file string
	// lock is held while the file is written, which others write too.
	lock sync.Locker

	mu   sync.Mutex
	list []rule.Rule
}

// New returns a book of the rules read from a configuration file. Writers of that file
// must hold the lock.
func New(file string, lock sync.Locker, list []rule.Rule) *Book {
	return &Book{file: file, lock: lock, list: list}
}

// List are the rules in the order in which they count.
func (b *Book) List() []rule.Rule {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.list)
}

// Error means that a rule cannot be used: Err is what rule.New says.
type Error struct{ Err error }

func (e *Error) Error() string { return "the rule cannot be used: " + e.Err.Error() }

// Unwrap returns why.
func (e *Error) Unwrap() error { return e.Err }

// Add keeps a rule, above the others. It fails with an *Error or a *config.Error.
func (b *Book) Add(ctx context.Context, when, name, into string) error {
	r, err := rule.New(when, name, into)
	if err != nil {
		return &Error{err}
	}
	return b.change(ctx, func() error { return config.AddRule(b.file, r) })
}

// Remove takes the n-th rule away, counted from 0. It fails with config.ErrNoRule.
func (b *Book) Remove(ctx context.Context, n int) error {
	return b.change(ctx, func() error { return config.RemoveRule(b.file, n) })
}

func (b *Book) change(ctx context.Context, write func() error) error {
	return config.Change(ctx, b.file, b.lock, write, func(settings config.Config) error {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.list = settings.Rules
		return nil
	})
}
