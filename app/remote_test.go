package app

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app/config"
)

func TestAnotherComputerIsAskedOnlyAfterAYesToItsVeryAddress(t *testing.T) {
	t.Setenv(HostVariable, "192.0.2.1:1") // an address that nobody has
	d := newFixtureWith(t, Options{Confirm: DenyAll{}, Models: []string{"qwen3:8b"}})
	remote := d.core.Remote()
	if remote.Address != "http://192.0.2.1:1" || remote.Allowed {
		t.Errorf("it says %+v", remote)
	}
	outcome, err := d.core.Ask(t.Context(), AskRequest{Prompt: "list this folder", Paths: []string{d.open}}, ignore)
	must(t, err)
	if outcome.Model != Rules {
		t.Errorf("%s answered", outcome.Model)
	}
	list, err := d.core.Models(t.Context())
	if chat.FaultOf(err).Code != chat.FaultRemote || list[0].Fault != chat.FaultRemote || list[0].Host != "http://192.0.2.1:1" {
		t.Errorf("the list is %+v, %v", list, err)
	}
	if advice, err := d.core.Advice(t.Context()); err != nil || advice.Ollama || advice.Remote != remote {
		t.Errorf("advised is %+v, %v", advice, err)
	}
	if check := modelCheck(t.Context(), d.options); check.State != CheckWarn || check.Code != CheckRemoteModels || check.Advice.Remote != remote {
		t.Errorf("the doctor says %+v", check)
	}
	if err := d.core.AllowRemote(t.Context(), "http://192.0.2.2:1", true); !errors.Is(err, ErrRemoteChanged) {
		t.Errorf("a yes to another address: %v", err)
	}
	must(t, d.core.AllowRemote(t.Context(), remote.Address, true))
	settings, err := config.Load(d.core.paths.ConfigFile())
	if err != nil || !slices.Equal(settings.Models.AllowRemote, []string{"192.0.2.1:1"}) || !d.core.Remote().Allowed {
		t.Errorf("kept is %+v, %v", settings.Models, err)
	}
	must(t, d.core.AllowRemote(t.Context(), remote.Address, false))
	settings, err = config.Load(d.core.paths.ConfigFile())
	if err != nil || len(settings.Models.AllowRemote) > 0 || d.core.Remote().Allowed {
		t.Errorf("taken back is %+v, %v", settings.Models, err)
	}
}

func TestOllamaIsAskedWhereTheSettingsSayAtOnceAndWithItsKey(t *testing.T) {
	t.Setenv(HostVariable, "127.0.0.1:1") // where nobody answers
	t.Setenv("OLLAMA_TEST_KEY", "the-very-key")
	keys := make(chan string, 100)
	office := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys <- r.Header.Get("Authorization")
		_, _ = io.WriteString(w, `{"models":[]}`)
	}))
	t.Cleanup(office.Close)
	d := newFixtureWith(t, Options{Confirm: DenyAll{}, Models: []string{"qwen3:8b"}})
	set := func(key, value string) error { return d.core.SetSetting(t.Context(), key, value) }

	must(t, set(config.SettingOllamaKey, "OLLAMA_TEST_KEY"))
	must(t, set(config.SettingOllamaHost, office.URL))
	if advice, err := d.core.Advice(t.Context()); err != nil || !advice.Ollama || advice.Address != office.URL {
		t.Errorf("advised is %+v, %v", advice, err)
	}
	if got := <-keys; got != "Bearer the-very-key" {
		t.Errorf("the key that came is %q", got)
	}
	if check := modelCheck(t.Context(), d.options); check.Code == CheckNoModelServer || check.Code == CheckBadHost {
		t.Errorf("the next start has %+v", check)
	}

	must(t, set(config.SettingOllamaHost, "192.0.2.1:1"))
	remote := RemoteModels{Address: "http://192.0.2.1:1"}
	list, err := d.core.Models(t.Context())
	if chat.FaultOf(err).Code != chat.FaultRemote || list[0].Fault != chat.FaultRemote || d.core.Remote() != remote {
		t.Errorf("before the yes %+v has %+v, %v", d.core.Remote(), list, err)
	}
	must(t, d.core.AllowRemote(t.Context(), remote.Address, true))
	must(t, set(config.SettingOllamaHost, "192.0.2.1:2"))
	if d.core.Remote().Allowed {
		t.Error("the yes to one port holds for another")
	}

	for key, value := range map[string]string{config.SettingOllamaHost: "not an address", config.SettingOllamaKey: "the-very-key"} {
		var refused *config.SettingError
		if err := set(key, value); !errors.As(err, &refused) || strings.Contains(err.Error(), value) {
			t.Errorf("%s = %q gives %v", key, value, err)
		}
	}
	must(t, set(config.SettingOllamaHost, ""))
	if advice, err := d.core.Advice(t.Context()); err != nil || advice.Ollama || advice.Address != "http://127.0.0.1:1" {
		t.Errorf("without an address %+v, %v", advice, err)
	}
	text, err := os.ReadFile(d.core.paths.ConfigFile())
	if err != nil || strings.Contains(string(text), "the-very-key") {
		t.Errorf("the file has the key: %v", err)
	}
}
