package app

import (
	"errors"
	"slices"
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
