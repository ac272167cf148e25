package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/inference"
	"github.com/deskhand/deskhand/inference/backends"
	"github.com/deskhand/deskhand/inference/rules"
)

// configured is a controller that has its configuration and nothing else.
func configured(t *testing.T, text string) (*Controller, string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "config.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	loaded, err := config.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	server, err := backends.NewHost("127.0.0.1:1", "", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	chain := newModels(nil, func([]string) []inference.Model { return nil }, rules.New(rules.Config{}))
	return &Controller{config: loaded, live: live{Naming: loaded.Naming}, paths: config.Paths{Config: dir}, ollama: server, models: chain}, file
}

func valueOf(t *testing.T, c *Controller, key string) config.Setting {
	t.Helper()
	s, err := c.Settings(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range s.Values {
		if v.Key == key {
			return v
		}
	}
	t.Fatalf("there is no %s among %v", key, s.Values)
	panic("unreachable")
}

func TestASettingIsReadAsAPersonWouldWriteIt(t *testing.T) {
	c, _ := configured(t, "[limits]\nrounds = 7\ntool_timeout = \"1m30s\"\n")
	for key, want := range map[string]config.Setting{
		"limits.rounds":       {Value: "7", Default: "40"},
		"limits.tool_timeout": {Value: "90s", Default: "120s"},
		"models.temperature":  {Value: "-1", Default: "-1"},
		"models.allow_cloud":  {Value: "false", Default: "false"},
		"naming.template":     {Value: "{date} {issuer} {kind} {title}", Default: "{date} {issuer} {kind} {title}"},
	} {
		want.Key = key
		if got := valueOf(t, c, key); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func TestASettingIsWrittenAndNothingElseChanges(t *testing.T) {
	before := "# mine\n[budget]\nwindow = 4096 # small\n\n[limits]\n# how long\ntool_timeout = \"60s\"\n"
	c, file := configured(t, before)
	for _, row := range []struct{ key, value, before, after string }{
		{"limits.tool_timeout", "2m", `tool_timeout = "60s"`, `tool_timeout = "120s"`},
		{"budget.window", " 8192 ", "window = 4096", "window = 8192"},
	} {
		if err := c.SetSetting(context.Background(), row.key, row.value); err != nil {
			t.Fatal(err)
		}
		before = strings.Replace(before, row.before, row.after, 1)
		if got, _ := os.ReadFile(file); string(got) != before {
			t.Fatalf("got:\n%s\nwant:\n%s", got, before)
		}
	}
	for key, value := range map[string]string{"models.temperature": "1", "models.allow_cloud": "true", "naming.template": `{date} "{title}" é`} {
		if err := c.SetSetting(context.Background(), key, value); err != nil {
			t.Fatal(err)
		}
		if got := valueOf(t, c, key).Value; got != value {
			t.Errorf("%s is %q, want %q", key, got, value)
		}
	}
	if got := c.template(); got != `{date} "{title}" é` {
		t.Errorf("files are named by %q", got)
	}
}

func TestASettingThatCannotBeIsRefusedAndTheFileStays(t *testing.T) {
	text := "[limits]\nrounds = 7\n"
	c, file := configured(t, text)
	for _, row := range []struct{ key, value string }{
		{"limits.rounds", "0"},
		{"limits.rounds", "many"},
		{"limits.rounds", "7\nchain = []"},
		{"limits.rounds", "99999999999999999999"},
		{"limits.tool_timeout", "soon"},
		{"limits.tool_timeout", "-5s"},
		{"models.temperature", "NaN"},
		{"models.temperature", "3"},
		{"models.allow_cloud", "perhaps"},
		{"naming.template", "no part"},
		{"naming.template", "{nonsense}"},
		{"naming.template", "{date}\n{title}"},
		{"naming.template", ""},
	} {
		var refused *config.SettingError
		if err := c.SetSetting(context.Background(), row.key, row.value); !errors.As(err, &refused) || refused.Key != row.key {
			t.Errorf("%s = %q gave %v", row.key, row.value, err)
		}
	}
	if err := c.SetSetting(context.Background(), "models.chain", "[]"); !errors.Is(err, config.ErrNoSetting) {
		t.Errorf("the chain gave %v", err)
	}
	if got, _ := os.ReadFile(file); string(got) != text {
		t.Errorf("the file became %q", got)
	}
}

func TestAFileWithASlipIsToldWithItsLineAndNeverLost(t *testing.T) {
	c, file := configured(t, "[limits]\nrounds = 7\n")
	for _, text := range []string{"[limits]\nrounds = = 7\n", "[limits]\nround = 7\n", "[limits]\nrounds = 0\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := c.Settings(context.Background())
		var bad *config.Error
		if err != nil || !errors.As(s.Problem, &bad) || bad.File != file {
			t.Fatalf("%q: %v, %v", text, s.Problem, err)
		}
		if strings.Contains(text, "round = ") && (bad.Line != 2 || bad.Code != config.NoKey) {
			t.Errorf("%q: %v", text, bad)
		}
		if got := valueOf(t, c, "limits.rounds").Value; got != "7" {
			t.Errorf("with %q the program runs on %s rounds", text, got)
		}
		if strings.Contains(text, "rounds = 0") {
			continue // that slip can be mended from here
		}
		if err := c.SetSetting(context.Background(), "limits.rounds", "9"); !errors.As(err, new(*config.Error)) {
			t.Errorf("%q gave %v", text, err)
		}
		if got, _ := os.ReadFile(file); string(got) != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if err := c.SetSetting(context.Background(), "limits.rounds", "9"); err != nil {
		t.Error(err)
	}
}

func TestWhateverIsTypedTheFileStaysOneThatCanBeRead(t *testing.T) {
	c, file := configured(t, "")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load(file); err != nil { // which writes the defaults
		t.Fatal(err)
	}
	s, err := c.Settings(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		key := s.Values[rapid.IntRange(0, len(s.Values)-1).Draw(rt, "key")].Key
		value := rapid.OneOf(rapid.String(), rapid.StringMatching(`-?[0-9]{1,6}(\.[0-9])?s?`), rapid.Just("{date} \"x\"\\"), rapid.Just("true")).Draw(rt, "value")
		set := c.SetSetting(context.Background(), key, value)
		if _, err := config.Load(file); err != nil {
			rt.Fatalf("after %s = %q (%v) it cannot be read: %v", key, value, set, err)
		}
	})
}

// isConfig reports whether err says this of the configuration.
func isConfig(err error, code config.Code) bool {
	var bad *config.Error
	return errors.As(err, &bad) && bad.Code == code
}
