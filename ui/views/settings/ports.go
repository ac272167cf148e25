package settings

import (
	"context"

	"github.com/deskhand/deskhand/app"
)

// Backend keeps the settings.
type Backend interface {
	Patterns() []app.NamePattern
	// Settings reads them again from their file.
	Settings(ctx context.Context) (app.Settings, error)
	// SetSetting keeps one. It fails with *config.SettingError when the setting
	// cannot have that value; the file stays as it is then.
	SetSetting(ctx context.Context, key, value string) error
}
