package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/inference/backends"
)

func TestAServerOfModelsIsAddedAllowedAndRemovedAndNothingElseChanges(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	const before = "# mine\n[[backend]]\nname = \"first\"\nkind = \"openai\"\nurl = [\"http://127.0.0.1:1/v1\"] # here\n\n# of rules\n[[rule]]\nwhen = \"kind = 'a'\"\ninto = \"b\"\n"
	if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	office := backends.Config{Name: "office", Kind: backends.OpenAI, URL: []string{"http://192.0.2.1:8000/v1", "http://192.0.2.2:8000/v1"}, KeyEnv: "OFFICE_KEY"}
	if err := AddBackend(file, office); err != nil {
		t.Fatal(err)
	}
	var bad *Error
	if err := AddBackend(file, office); !errors.As(err, &bad) || bad.Code != Twice {
		t.Errorf("a second one of the name: %v", err)
	}
	if err := AddBackend(file, backends.Config{Name: "B B"}); !errors.As(err, &bad) || bad.Code != BadBackend || bad.Key != "name" {
		t.Errorf("one of no name: %v", err)
	}
	for _, yes := range []bool{true, false} {
		for i, name := range []string{"first", "office"} {
			if err := SetBackendRemote(file, name, yes); err != nil {
				t.Fatal(err)
			}
			c, err := Load(file)
			if err != nil || c.Backends[i].Remote != yes || i == 1 && !reflect.DeepEqual(c.Backends[1].URL, office.URL) {
				t.Errorf("%s, %v: %+v, %v", name, yes, c.Backends, err)
			}
		}
	}
	if err := errors.Join(RemoveBackend(file, "office"), RemoveBackend(file, "first")); err != nil {
		t.Fatal(err)
	}
	if err := RemoveBackend(file, "first"); !errors.Is(err, ErrNoBackend) {
		t.Errorf("one that is gone: %v", err)
	}
	if text, _ := os.ReadFile(file); !strings.HasPrefix(string(text), "# mine\n") || !strings.Contains(string(text), "# of rules\n[[rule]]\nwhen") || strings.Contains(string(text), "backend") {
		t.Errorf("left is %q", text)
	}
}
