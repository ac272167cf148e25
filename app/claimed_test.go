package app

import (
	"maps"
	"reflect"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/store"
	"github.com/deskhand/deskhand/inference/ollamatest"
)

// A model claims to have done what it did not: the user is warned at once, and the
// conversation keeps the warning.
func TestWhatAModelClaimsAndDidNotDoIsMarkedAndKept(t *testing.T) {
	s := ollamatest.Start(t)
	t.Setenv(HostVariable, s.Host())
	d := newFixtureWith(t, Options{Confirm: DenyAll{}, Models: []string{"m"}})
	s.Model("m", ollamatest.Tools()).Replies(ollamatest.Say("I have renamed all of your files."))
	before := d.picture("open")
	var told []event.Body
	end, err := d.core.Ask(t.Context(), AskRequest{Prompt: "sort out this folder", Paths: []string{d.open}}, func(e event.Event) {
		if w, ok := e.Body.(event.Warning); ok {
			told = append(told, w)
		}
	})
	must(t, err)
	if end.Reason != event.ReasonAnswered || len(told) != 1 || told[0].(event.Warning).Code != chat.WarningClaimedNever {
		t.Errorf("ended %s, told %+v", end.Reason, told)
	}
	list, err := d.core.Sessions(t.Context(), store.Filter{})
	must(t, err)
	notices, err := d.core.Notices(t.Context(), list[0].ID)
	must(t, err)
	if len(notices) != 1 || !reflect.DeepEqual(notices[0].Body, told[0]) {
		t.Errorf("kept is %+v", notices)
	}
	if !maps.Equal(before, d.picture("open")) {
		t.Error("something was changed")
	}
}
