package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestAConfigurationThatIsNotThereIsWrittenAsCommentsAndReadsAsTheDefaults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	first, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(written), "# rounds = 40") {
		t.Fatalf("written:\n%s", written)
	}
	again, err := Load(file)
	if err != nil || !reflect.DeepEqual(again, first) || again.Limits.Rounds != 40 || time.Duration(again.Limits.ToolTimeout) != 2*time.Minute {
		t.Fatalf("%+v, %v", again, err)
	}
}

func TestAKeyOfAFormerVersionIsIgnoredAndNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte("[budget]\noffered_tools = 7\nwindow = 4096\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load(file)
	if err != nil || !reflect.DeepEqual(c.Dropped, []string{"budget.offered_tools"}) || c.Budget.Window != 4096 {
		t.Fatalf("%v, %d: %v", c.Dropped, c.Budget.Window, err)
	}
	if err := Set(file, "budget.window", "8192"); err != nil {
		t.Fatal(err)
	}
	if c, err = Load(file); err != nil || c.Budget.Window != 8192 {
		t.Errorf("%d: %v", c.Budget.Window, err)
	}
}

func TestAModelWritesAndThinksAsItsMakerSetItUnlessThePersonDoes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	c, err := Load(file)
	if err != nil || c.Temperature() != nil || c.Models.Think != "" {
		t.Fatalf("%v, %q: %v", c.Temperature(), c.Models.Think, err)
	}
	for key, value := range map[string]string{"models.temperature": "0.5", "models.think": "high"} {
		if err := Set(file, key, value); err != nil {
			t.Fatal(err)
		}
	}
	if c, err = Load(file); err != nil || c.Temperature() == nil || *c.Temperature() != 0.5 || c.Models.Think != "high" {
		t.Errorf("%v, %q: %v", c.Temperature(), c.Models.Think, err)
	}
	if err := Set(file, "models.think", "deeply"); err == nil {
		t.Error("it takes any word")
	}
}

func TestAKeyIsTakenAndASlipIsNamed(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"[limits]\nrounds = 7\n", ""},
		{"[limits]\nround = 7\n", `line 2: no_key "limits.round"`},
		{"[limits]\ntool_timeout = \"soon\"\n", `line 2: bad_value "limits.tool_timeout"`},
		{"[models]\nretry_delay = 5\n", `bad_value "models.retry_delay"`},
		{"[budget]\nwindow = \"x\"\n", `line 2: bad_value "budget.window"`},
		{"[models]\nchain = \"a\"\n", "line 2: bad_chain"},
		{"[models]\nchain = [qwen\n", `line 2: unreadable "chain = [qwen"`},
		{"[budget]\nwindow = 4096\nwindow = 4097\n", `line 3: unreadable "window = 4097"`},
		{"[limits\n", `line 1: unreadable "[limits"`},
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(file, []byte(row.text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Load(file)
		if row.want == "" {
			if err != nil || c.Limits.Rounds != 7 || c.Budget.ToolResultChars != 6000 {
				t.Errorf("%q: %+v, %v", row.text, c, err)
			}
			continue
		}
		if !errors.As(err, new(*Error)) || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q gave %v", row.text, err)
		}
		if said := err.Error(); strings.Contains(said, "struct") || strings.Contains(said, ": toml:") {
			t.Errorf("%q is said in the words of a library: %s", row.text, said)
		}
		if kept, _ := os.ReadFile(file); string(kept) != row.text {
			t.Errorf("%q was changed to %q", row.text, kept)
		}
	}
}

func TestDeskhandHomeMovesEverything(t *testing.T) {
	home := t.TempDir()
	t.Setenv(HomeVariable, home)
	p := FindPaths()
	for _, path := range []string{p.Config, p.Data, p.Cache, p.Database(), p.Journal(), p.ConfigFile()} {
		if !strings.HasPrefix(path, home+string(filepath.Separator)) {
			t.Errorf("%s is not under %s", path, home)
		}
	}
}

func TestTheWindowOfAModelIsTakenInEitherFormAndASlipInItIsNamed(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"[budget]\nmodel_windows = { \"qwen3:8b\" = 16384, mine = 4096 }\n", ""},
		{"[budget.model_windows]\n\"qwen3:8b\" = 16384\nmine = 4096\n", ""},
		{"[budget]\nmodel_windows = { mine = 128 }\n", `bad_value "budget.model_windows" "mine"`},
		{"[budget]\nmodel_windows = { mine = \"all\" }\n", "line 2: bad_windows"},
		{"[budget]\nmodel_windows = { \"my own\" = 4096 }\n", `no_model_name "budget.model_windows" "my own"`},
		{"[budget]\nmodel_windows = { mine = 4096, \"Mine:latest\" = 8192 }\n", `twice "budget.model_windows" "mine"`},
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(file, []byte(row.text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Load(file)
		switch {
		case row.want != "":
			if !errors.As(err, new(*Error)) || !strings.Contains(err.Error(), row.want) {
				t.Errorf("%q gave %v", row.text, err)
			}
		case err != nil || !reflect.DeepEqual(c.Budget.ModelWindows, map[string]int{"qwen3:8b": 16_384, "mine": 4096}):
			t.Errorf("%q: %v, %v", row.text, c.Budget.ModelWindows, err)
		}
	}
}

func TestABackendIsTakenOrRefusedInWords(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"[[backend]]\nname = \"office\"\nkind = \"openai\"\nurl = [\"http://127.0.0.1:8000/v1\"]\nkey_env = \"OFFICE_KEY\"\n", ""},
		{"[[backend]]\nname = \"Office\"\nkind = \"openai\"\nurl = [\"http://a/v1\"]\n", `bad_backend "name" "Office"`},
		{"[[backend]]\nname = \"office\"\nkind = \"grpc\"\nurl = [\"http://a/v1\"]\n", `bad_backend "kind" "office"`},
		{"[[backend]]\nname = \"office\"\nkind = \"ollama\"\nurl = []\n", `bad_backend "url" "office"`},
		{"[[backend]]\nname = \"office\"\nkind = \"openai\"\nurl = [\"http://a/v1\"]\nkey_env = \"sk-123\"\n", `bad_backend "key_env" "office"`},
		{"[[backend]]\nname = \"office\"\nkey = \"sk-123\"\n", `line 3: no_key "backend.key"`},
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(file, []byte(row.text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Load(file)
		if row.want == "" && (err != nil || len(c.Backends) != 1) || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("%q gave %v", row.text, err)
		}
		if err != nil && strings.Contains(err.Error(), "sk-123") {
			t.Errorf("it tells the key: %v", err)
		}
	}
}

func TestARuleOfOnesOwnIsTakenOrRefusedWithItsLine(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"[[rule]]\nwhen = \"issuer ~ 'x'\"\ninto = \"Energy/{year}\"\n", ""},
		{"[budget]\noffered_tools = 3\n[[rule]]\nwhen = \"issuer ~ 'x'\"\nname = \"{date}\"\n", ""}, // a key of a former version hides none
		{"[[rule]]\nwhen = \"issuer ~ 'x'\"\ninto = \"a\"\n\n[[rule]]\nwhen = \"isuer ~ 'x'\"\ninto = \"a\"\n", `line 5: bad_rule "2" "isuer ~ 'x'": no such field`},
		{"[[rule]]\nwhen = \"issuer ~ 'x'\"\n", `line 1: bad_rule "1" "issuer ~ 'x'"`},
		{"[[rule]]\nwhen = \"issuer ~ 'x'\"\ninto = \"/etc\"\n", `line 1: bad_rule "1" "issuer ~ 'x'": into`},
		{"[[rule]]\nwhen = \"issuer ~ 'x'\"\nname = \"{dat}\"\n", `line 1: bad_rule "1" "issuer ~ 'x'": name`},
		{"[[rule]]\nif = \"issuer ~ 'x'\"\n", `line 2: no_key "rule.if"`},
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(file, []byte(row.text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Load(file)
		if row.want == "" && (err != nil || len(c.Rules) != 1) || row.want != "" && (!errors.As(err, new(*Error)) || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("%q gave %v", row.text, err)
		}
	}
}
