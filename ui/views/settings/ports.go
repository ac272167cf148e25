package settings

import (
	"context"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/papers"
)

// Backend stores the settings.
type Backend interface {
	Patterns() []app.NamePattern
	// Example returns at once what a template makes, or why it is invalid.
	Example(template string) (string, error)
	// Settings reads them again from their file.
	Settings(ctx context.Context) (app.Settings, error)
	// SetSetting sets one. It fails with *config.SettingError if the value is invalid;
	// the file is then unchanged.
	SetSetting(ctx context.Context, key, value string) error
	// Habits returns the user's corrections in plans; RemoveHabit removes one.
	Habits(ctx context.Context) ([]app.Habit, error)
	RemoveHabit(ctx context.Context, id string) error
	// Library returns the folders that were added, and how much is stored;
	// RemoveFromLibrary removes one.
	Library(ctx context.Context) ([]papers.Folder, papers.Status, error)
	RemoveFromLibrary(ctx context.Context, path string) (files int, err error)
}
