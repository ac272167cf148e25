package settings

import (
	"context"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/papers"
)

// Backend keeps the settings.
type Backend interface {
	Patterns() []app.NamePattern
	// Example returns at once what a template makes, or why it cannot be used.
	Example(template string) (string, error)
	// Settings reads them again from their file.
	Settings(ctx context.Context) (app.Settings, error)
	// SetSetting keeps one. It fails with *config.SettingError when the setting
	// cannot have that value; the file stays as it is then.
	SetSetting(ctx context.Context, key, value string) error
	// Habits are what the person corrected in plans; RemoveHabit forgets one.
	Habits(ctx context.Context) ([]app.Habit, error)
	RemoveHabit(ctx context.Context, id string) error
	// Library lists the folders that were added, and says how much is kept;
	// RemoveFromLibrary forgets one.
	Library(ctx context.Context) ([]papers.Folder, papers.Status, error)
	RemoveFromLibrary(ctx context.Context, path string) (files int, err error)
}
