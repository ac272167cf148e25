package config

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTheChainIsWrittenAndNothingElseChanges(t *testing.T) {
	defaults := string(commentedDefaults())
	rows := []struct{ what, before, after string }{
		{"the defaults", defaults, strings.Replace(defaults, "# chain = \"auto\"\n", "# chain = \"auto\"\nchain = [\"a:1\", \"b\"]\n", 1)},
		{"a chain of one line", "[models]\n# mine\nchain = [\"x\"] # fast\nmax_retries = 1\n", "[models]\n# mine\nchain = [\"a:1\", \"b\"] # fast\nmax_retries = 1\n"},
		{"a chain of many lines", "[models]\nchain = [\n  \"x\", # the ] one\n  'y',\n]\n[limits]\nrounds = 7\n", "[models]\nchain = [\"a:1\", \"b\"]\n[limits]\nrounds = 7\n"},
		{"no table", "[limits]\nrounds = 7", "[limits]\nrounds = 7\n[models]\nchain = [\"a:1\", \"b\"]\n"},
		{"an empty file", "", "[models]\nchain = [\"a:1\", \"b\"]\n"},
		{"a table at the end without a break", "[models]", "[models]\nchain = [\"a:1\", \"b\"]\n"},
		{"a dotted key", "models.chain = []\nmodels.max_retries = 2\n", "models.chain = [\"a:1\", \"b\"]\nmodels.max_retries = 2\n"},
		{"a default of another table", "[models]\nmax_retries = 2\n[limits]\n# chain = \"auto\"\n", "[models]\nchain = [\"a:1\", \"b\"]\nmax_retries = 2\n[limits]\n# chain = \"auto\"\n"},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "config.toml")
			if err := os.WriteFile(file, []byte(row.before), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := SetChain(file, []string{"a:1", "b"}); err != nil {
				t.Fatal(err)
			}
			if got, _ := os.ReadFile(file); string(got) != row.after {
				t.Errorf("got:\n%s\nwant:\n%s", got, row.after)
			}
			if old, _ := os.ReadFile(file + ".bak"); string(old) != row.before {
				t.Errorf("kept %q of %q", old, row.before)
			}
			if c, err := Load(file); err != nil || !slices.Equal(c.Models.Chain, []string{"a:1", "b"}) {
				t.Errorf("read again: %q, %v", c.Models.Chain, err)
			}
			if left, _ := filepath.Glob(file + ".new-*"); len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}

func TestAConfigurationThatCannotBeEditedIsLeftAsItIs(t *testing.T) {
	for _, text := range []string{
		"models = { chain = [] }\n", // a table that cannot be opened again
		"[models\n",
		"[limits]\nround = 7\n",
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := SetChain(file, []string{"a"}); !errors.As(err, new(*Error)) {
			t.Errorf("%q gave %v", text, err)
		}
		if got, _ := os.ReadFile(file); string(got) != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func TestAConfigurationThatIsALinkStaysOne(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "dotfiles.toml"), filepath.Join(dir, "config.toml")
	if err := errors.Join(os.WriteFile(real, nil, 0o600), os.Symlink(real, link)); err != nil {
		t.Fatal(err)
	}
	if err := SetChain(link, []string{"a"}); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); err != nil || to != real {
		t.Errorf("%q, %v", to, err)
	}
	if c, err := Load(real); err != nil || len(c.Models.Chain) != 1 {
		t.Errorf("%v, %v", c.Models.Chain, err)
	}
}
