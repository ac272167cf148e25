package cli

import (
	"context"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/wire/elicit"
	"github.com/deskhand/deskhand/app"
)

func TestAServerIsAnsweredOnlyWhereAPersonCanBe(t *testing.T) {
	for approve, can := range map[string]bool{"ask": true, "none": false, "all": false, "auto": false} {
		ask := &askCmd{Approve: approve}
		if _, ok := ask.confirmer(&Console{ctx: context.Background()}).(app.Elicitor); ok != can {
			t.Errorf("--approve %s: %v", approve, ok)
		}
	}
}

func TestWhatAServerAsksForIsShownInertAndReadAsItWasTyped(t *testing.T) {
	var shown strings.Builder
	asker := terminal{&Console{in: strings.NewReader("y\nAnna \u00c4dler\n"), errs: &shown}}
	q := elicit.Question{Server: "shop", Message: "Who\x1b[2J is it for?", Fields: []elicit.Field{{Name: "name", Kind: elicit.Text}}}
	if got := asker.Elicit(t.Context(), q); got.Values["name"] != "Anna \u00c4dler" || strings.Contains(shown.String(), "\x1b") {
		t.Errorf("%+v after %q", got, shown.String())
	}
}
