package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/deskhand/deskhand/agentcore/template"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/app/rulebook"
)

// Settings are the keys of config.toml and the places of our files.
type Settings struct {
	// Values are all keys except the chain, in the order of the documented file.
	Values []config.Setting
	// File is config.toml. Problem is why it is invalid, a *config.Error, or unreadable;
	// then Values are those in use.
	File    string
	Problem error
	// Dropped are obsolete keys of the file.
	Dropped []string
	// Servers is mcp.json; empty if there is none yet.
	Servers string
	// Config, Data and Cache are our folders.
	Config, Data, Cache string
}

// Settings reads config.toml again.
func (c *Controller) Settings(ctx context.Context) (Settings, error) {
	s := Settings{
		File: c.paths.ConfigFile(), Servers: c.paths.ServersFile(),
		Config: c.paths.Config, Data: c.paths.Data, Cache: c.paths.Cache,
	}
	if _, err := os.Stat(s.Servers); errors.Is(err, fs.ErrNotExist) {
		s.Servers = ""
	}
	settings, err := config.Load(s.File)
	if err != nil {
		settings = c.config
		s.Problem = err
	}
	s.Dropped = settings.Dropped
	if s.Values, err = settings.Settings(); err != nil {
		return s, err
	}
	return s, ctx.Err()
}

// SetSetting writes one key to config.toml; comments, order and all other keys are kept,
// and so is the old text, next to it. An invalid value gives a *config.SettingError, an
// invalid file a *config.Error; both leave it unchanged.
func (c *Controller) SetSetting(ctx context.Context, key, value string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.models.mu.Lock() // who else writes the file
	defer c.models.mu.Unlock()
	if err := config.Set(c.paths.ConfigFile(), key, value); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.live.Take(key, value)
	switch key {
	case config.SettingKeep:
		c.live.keep = strings.TrimSpace(value) == "true"
	case config.SettingEmbedding:
		c.live.meaning = strings.TrimSpace(value)
	case config.SettingOllamaHost, config.SettingOllamaKey:
		return c.moveOllama()
	}
	return nil
}

// DroppedSettings returns the obsolete keys of config.toml, which were ignored.
func (c *Controller) DroppedSettings() []string { return c.config.Dropped }

// Habits returns the user's corrections in plans, newest first.
func (c *Controller) Habits(ctx context.Context) ([]Habit, error) { return c.habits.List(), ctx.Err() }

// Rules returns the user's own rules: Add, List and Remove.
func (c *Controller) Rules() *rulebook.Book { return c.rules }

// EditHabit changes the text of a habit. It may fail with ErrNoHabit, ErrHabitText or
// ErrTemplate.
func (c *Controller) EditHabit(ctx context.Context, id, is string) error {
	err := c.habits.Edit(id, is)
	var bad *template.Error
	if errors.As(err, &bad) {
		err = fmt.Errorf("%w: %w", ErrTemplate, err)
	}
	return errors.Join(err, ctx.Err())
}

// RemoveHabit removes a habit. It may fail with ErrNoHabit.
func (c *Controller) RemoveHabit(ctx context.Context, id string) error {
	return errors.Join(c.habits.Remove(id), ctx.Err())
}

// template returns the template of file names.
func (c *Controller) template() string { return c.current().Template }

// Window returns the window's appearance, "light" or "dark", its language, and whether
// months come before days, as at the start; empty means the system's.
func (c *Controller) Window() (appearance, language string, monthsFirst bool) {
	return c.config.Window.Appearance, c.config.Window.Language, c.config.Naming.DateOrder == config.MonthFirst
}

// languages returns those of text in pictures; nil means all installed ones.
func (c *Controller) languages() []string {
	return strings.FieldsFunc(c.current().Languages, func(r rune) bool { return r == '+' })
}

// Subfolders reports whether subfolders are to be read too.
func (c *Controller) Subfolders() bool { return c.current().Subfolders }

// live are the settings that apply at once, without a restart.
type live struct {
	config.Naming
	keep    bool   // texts are kept
	meaning string // the model that finds documents by meaning
}

// current returns the settings as they are now.
func (c *Controller) current() live {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.live
}
