package ui_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/template"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
)

// fakeSettings is the part of a backend that has settings.
type fakeSettings struct {
	values  map[string]string // without the defaults
	problem error
	habits  []app.Habit
	kept    []string // saved settings, in order
	// saveGate blocks before a setting is saved.
	saveGate chan struct{}
}

var defaults = []config.Setting{
	{Key: "naming.template", Default: "{date} {issuer} {kind} {title}"},
	{Key: "naming.subfolders", Default: "false"},
	{Key: "naming.date_order"},
	{Key: "naming.languages"},
	{Key: "window.appearance"},
	{Key: "window.language"},
	{Key: "models.temperature", Default: "-1"},
	{Key: "models.keep_alive", Default: "15m"},
	{Key: "library.keep", Default: "true"},
	{Key: "library.embedding_model"},
	{Key: "models.allow_cloud", Default: "false"},
	{Key: "models.ollama_host"},
	{Key: "models.ollama_key_env"},
	{Key: "budget.window", Default: "32768"},
	{Key: "budget.input_tokens", Default: "40000"},
	{Key: "budget.tool_result_chars", Default: "6000"},
	{Key: "budget.definitions_share", Default: "0.25"},
	{Key: "limits.rounds", Default: "40"},
	{Key: "limits.tool_timeout", Default: "120s"},
	{Key: "limits.tool_failures", Default: "3"},
}

func (d *backend) Settings(context.Context) (app.Settings, error) {
	if err := d.failure("Settings"); err != nil {
		return app.Settings{}, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	s := app.Settings{
		File: "/home/ada/.config/deskhand/config.toml", Servers: "/home/ada/.config/deskhand/mcp.json", Problem: d.problem,
		Config: "/home/ada/.config/deskhand", Data: "/home/ada/.local/share/deskhand", Cache: "/home/ada/.cache/deskhand",
	}
	for _, v := range defaults {
		v.Value = v.Default
		if own, ok := d.values[v.Key]; ok {
			v.Value = own
		}
		s.Values = append(s.Values, v)
	}
	return s, nil
}

func (d *backend) Habits(context.Context) ([]app.Habit, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.habits), nil
}

func (d *backend) RemoveHabit(_ context.Context, id string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.habits = slices.DeleteFunc(d.habits, func(h app.Habit) bool { return h.ID == id })
	return nil
}

func (d *backend) SetSetting(ctx context.Context, key, value string) error {
	if err := d.failure("SetSetting"); err != nil {
		return err
	}
	d.mu.Lock()
	gate := d.saveGate
	d.mu.Unlock()
	if gate != nil {
		select {
		case <-gate:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := allowed(key, value); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.values == nil {
		d.values = map[string]string{}
	}
	d.values[key] = value
	d.fakeSettings.kept = append(d.fakeSettings.kept, key+"="+value)
	return nil
}

func allowed(key, value string) error {
	switch key {
	case "naming.template":
		if !strings.Contains(value, "{") || strings.Contains(value, "{nonsense}") {
			return &config.SettingError{Key: key, Kind: config.SettingTemplate, Cause: fmt.Errorf("%w: %w", app.ErrTemplate, &template.Error{Problem: template.NoPart})}
		}
	case "window.appearance", "window.language", "naming.languages", "naming.date_order":
	case "models.allow_cloud", "naming.subfolders":
		if value != "true" && value != "false" {
			return &config.SettingError{Key: key, Kind: config.SettingYesNo}
		}
	case "models.temperature":
		if f, err := strconv.ParseFloat(value, 64); err != nil || f < 0 || f > 2 {
			return &config.SettingError{Key: key, Kind: config.SettingNumber, Most: 2}
		}
	case "models.ollama_host":
		if strings.Contains(value, " ") {
			return &config.SettingError{Key: key, Kind: config.SettingAddress}
		}
	case "models.ollama_key_env":
		if strings.Contains(value, "-") {
			return &config.SettingError{Key: key, Kind: config.SettingVariable}
		}
	case "limits.tool_timeout":
		if _, err := time.ParseDuration(value); err != nil {
			return &config.SettingError{Key: key, Kind: config.SettingTime, Least: 0.001, Most: 86400}
		}
	default:
		if n, err := strconv.Atoi(value); err != nil || n < 1 || n > 10_000_000 {
			return &config.SettingError{Key: key, Kind: config.SettingWhole, Least: 1, Most: 10_000_000}
		}
	}
	return nil
}
