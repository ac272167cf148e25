package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/rule"
)

func TestARuleIsWrittenAboveTheOthersAndTakenOutAgain(t *testing.T) {
	phone, err := rule.New("issuer ~ 'Telekom'", "", "Phone")
	if err != nil {
		t.Fatal(err)
	}
	for what, before := range map[string]string{
		"the defaults":   string(commentedDefaults()),
		"another rule":   "[models]\n# mine\nmax_retries = 1\n\n# Power.\n[[rule]]\nwhen = \"issuer ~ 'Stadtwerke'\" # here\ninto = \"Energy\"\n",
		"a table behind": "[[rule]]\nwhen = \"kind = 'x'\"\nname = \"{date}\"\n# Limits.\n[limits]\nrounds = 7",
		"nothing":        "",
	} {
		t.Run(what, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "config.toml")
			if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := AddRule(file, phone); err != nil {
				t.Fatal(err)
			}
			c, err := Load(file)
			if err != nil || len(c.Rules) == 0 || c.Rules[0].When != phone.When || c.Rules[0].Into != "Phone" {
				t.Fatalf("%v, %+v", err, c.Rules)
			}
			if err := RemoveRule(file, 0); err != nil {
				t.Fatal(err)
			}
			after, err := os.ReadFile(file)
			if err != nil || strings.TrimSpace(string(after)) != strings.TrimSpace(before) {
				t.Errorf("%v, it is now:\n%s", err, after)
			}
			if err := Set(file, "limits.rounds", "9"); err != nil {
				t.Errorf("a setting of a file with rules: %v", err)
			}
			if err := RemoveRule(file, len(c.Rules)-1); !errors.Is(err, ErrNoRule) {
				t.Error(err)
			}
		})
	}
}
