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

// Settings are the keys of config.toml and the places where things are kept.
type Settings struct {
	// Values are all keys but the chain, in the order of the documented file.
	Values []config.Setting
	// File is config.toml. Problem says why it cannot be used: a *config.Error, or
	// that it cannot be read; then Values are those that the program runs on.
	File    string
	Problem error
	// Dropped are keys of the file that mean nothing any more.
	Dropped []string
	// Servers is mcp.json; empty when there is none yet.
	Servers string
	// Config, Data and Cache are the folders of all that is kept.
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

// SetSetting writes one key into config.toml; comments, order and all other keys
// stay, and the old text is kept next to it. What cannot be used is refused with a
// *config.SettingError, a file with a slip in it with a *config.Error: both leave
// it as it is.
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
	c.naming.Take(key, value)
	switch key {
	case config.SettingKeep:
		c.keep = strings.TrimSpace(value) == "true"
	case config.SettingEmbedding:
		c.meaning = strings.TrimSpace(value)
	case config.SettingOllamaHost, config.SettingOllamaKey:
		return c.moveOllama()
	}
	return nil
}

// DroppedSettings are the keys of config.toml that a former version knew: they
// were ignored.
func (c *Controller) DroppedSettings() []string { return c.config.Dropped }

// Habits are what the person corrected in plans, the newest first.
func (c *Controller) Habits(ctx context.Context) ([]Habit, error) { return c.habits.List(), ctx.Err() }

// Rules are the person's own: Add, List and Remove.
func (c *Controller) Rules() *rulebook.Book { return c.rules }

// EditHabit changes what a habit says. It fails with ErrNoHabit, ErrHabitText or
// ErrTemplate.
func (c *Controller) EditHabit(ctx context.Context, id, is string) error {
	err := c.habits.Edit(id, is)
	var bad *template.Error
	if errors.As(err, &bad) {
		err = fmt.Errorf("%w: %w", ErrTemplate, err)
	}
	return errors.Join(err, ctx.Err())
}

// RemoveHabit forgets a habit. It fails with ErrNoHabit.
func (c *Controller) RemoveHabit(ctx context.Context, id string) error {
	return errors.Join(c.habits.Remove(id), ctx.Err())
}

// template is what files are named by.
func (c *Controller) template() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.naming.Template
}

// Window is how the window is to look, "light" or "dark", the language that it is to
// speak, and whether it writes months before days, as they were at the start; empty:
// as the system has it.
func (c *Controller) Window() (appearance, language string, monthsFirst bool) {
	return c.config.Window.Appearance, c.config.Window.Language, c.config.Naming.DateOrder == config.MonthFirst
}

// dayFirst is how a date is read that can be read in two ways.
func (c *Controller) dayFirst() *bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.naming.DaysFirst()
}

// languages are those of the text in pictures; nil: those that are installed.
func (c *Controller) languages() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.FieldsFunc(c.naming.Languages, func(r rune) bool { return r == '+' })
}

// keeps reports whether what is read is kept.
func (c *Controller) keeps() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.keep
}

// embedding is the model that finds documents by meaning; empty: none.
func (c *Controller) embedding() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.meaning
}

// Subfolders reports whether folders inside are to be read too.
func (c *Controller) Subfolders() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.naming.Subfolders
}
