package app

import (
	"slices"
	"testing"

	"github.com/deskhand/deskhand/mcp/manifest"
)

func TestOnlyAServerThatRunsAndReachesTheNetworkIsSaidToBeAway(t *testing.T) {
	entry := func(name, command string, trusted, disabled bool, problem string) placed {
		return placed{
			Listed:  manifest.Listed{Entry: ServerEntry{Name: name, Command: command, Disabled: disabled}, Problem: problem},
			trusted: trusted,
		}
	}
	o := &external{last: []placed{
		entry("local", "/opt/notes", true, false, ""),
		entry("weather", "npx", true, false, ""),
		entry("unseen", "npx", false, false, ""),
		entry("off", "npx", true, true, ""),
		entry("broken", "npx", true, false, "It is not there."),
	}}
	if got := o.reaching(); !slices.Equal(got, []string{"weather"}) {
		t.Errorf("away are %q", got)
	}
}
