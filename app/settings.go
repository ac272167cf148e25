package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// SettingNaming is the key of the template that files are named by. It holds at
// once; the others from the next start on.
const SettingNaming = "naming.template"

// Settings are the keys of config.toml and the places where things are kept.
type Settings struct {
	// Values are all keys but the chain, in the order of the documented file.
	Values []Setting
	// File is config.toml. Problem says what it suffers from, with the line; then
	// Values are those that the program runs on.
	File    string
	Problem string
	// Servers is mcp.json; empty when there is none yet.
	Servers string
	// Config, Data and Cache are the folders of all that is kept.
	Config, Data, Cache string
}

// Setting is a key of config.toml. Its values are written as a person would:
// texts without quotes, times as 120s, true or false.
type Setting struct {
	Key            string
	Value, Default string
}

// SettingKind says what a setting takes.
type SettingKind string

// The kinds of settings.
const (
	SettingTemplate SettingKind = "template"
	SettingWhole    SettingKind = "whole"
	SettingNumber   SettingKind = "number"
	SettingTime     SettingKind = "time"
	SettingYesNo    SettingKind = "yesno"
)

// SettingError means that a setting cannot have a value. Least and Most bound
// numbers, and times in seconds.
type SettingError struct {
	Key         string
	Kind        SettingKind
	Least, Most float64
}

func (e *SettingError) Error() string {
	switch e.Kind {
	case SettingTemplate:
		return e.Key + " takes a template of {date}, {issuer}, {kind}, {title}, {amount}, {currency}, {person} and {name}"
	case SettingYesNo:
		return e.Key + " is true or false"
	case SettingTime:
		return fmt.Sprintf("%s is a time from %gs to %gs, such as \"90s\"", e.Key, e.Least, e.Most)
	default:
		plain := func(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
		return fmt.Sprintf("%s is a number from %s to %s", e.Key, plain(e.Least), plain(e.Most))
	}
}

// ErrNoSetting means that there is no such key.
var ErrNoSetting = errors.New("there is no such setting")

// Settings reads config.toml again.
func (c *Controller) Settings(ctx context.Context) (Settings, error) {
	s := Settings{
		File: c.paths.ConfigFile(), Servers: c.paths.ServersFile(),
		Config: c.paths.Config, Data: c.paths.Data, Cache: c.paths.Cache,
	}
	if _, err := os.Stat(s.Servers); errors.Is(err, fs.ErrNotExist) {
		s.Servers = ""
	}
	config, err := loadConfig(s.File)
	if err != nil {
		config = c.config
		s.Problem = strings.TrimPrefix(err.Error(), ErrConfig.Error()+": "+s.File+": ")
	}
	var defaults Config
	if err := parseConfig(defaultConfig, &defaults); err != nil {
		return s, err
	}
	usual := keysOf(&defaults)
	for i, k := range keysOf(&config) {
		s.Values = append(s.Values, Setting{Key: k.name, Value: written(k.value), Default: written(usual[i].value)})
	}
	return s, ctx.Err()
}

// SetSetting writes one key into config.toml; comments, order and all other keys
// stay, and the old text is kept beside it. What cannot be used is refused with a
// *SettingError, a file with a slip in it with ErrConfig: both leave it as it is.
func (c *Controller) SetSetting(ctx context.Context, key, value string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	literal, change, err := settingOf(key, value)
	if err != nil {
		return err
	}
	c.models.mu.Lock() // who else writes the file
	defer c.models.mu.Unlock()
	if err := saveKey(c.paths.ConfigFile(), key, literal, change); err != nil {
		return err
	}
	if key == SettingNaming {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.naming = value
	}
	return nil
}

// template is what files are named by.
func (c *Controller) template() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.naming
}
