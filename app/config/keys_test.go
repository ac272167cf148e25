package config

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestANumberBeyondItsBoundsIsRefusedAtTheStartToo(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte("[budget]\nwindow = -1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(file); !errors.As(err, new(*Error)) || !strings.Contains(err.Error(), "budget.window") {
		t.Errorf("it gave %v", err)
	}
}

func TestEveryNumberHasBoundsAndEveryDefaultKeepsThem(t *testing.T) {
	var c Config
	if err := parse(defaultText, &c); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, k := range keysOf(&c) {
		known[k.name] = true
		_, bounded := bounds[k.name]
		if numeric := !slices.Contains([]SettingKind{SettingTemplate, SettingChoice, SettingLanguage, SettingAddress, SettingVariable, SettingModel, SettingYesNo}, k.kind()); numeric != bounded {
			t.Errorf("%s is a %s and has bounds: %v", k.name, k.kind(), bounded)
		}
		if err := k.check(); err != nil {
			t.Errorf("its default: %v", err)
		}
	}
	for name := range bounds {
		if !known[name] {
			t.Errorf("%s has bounds and does not exist", name)
		}
	}
}
