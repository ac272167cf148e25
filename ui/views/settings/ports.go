package settings

import (
	"context"

	"github.com/deskhand/deskhand/app"
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
}
