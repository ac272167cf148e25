package app

import (
	"slices"
	"testing"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp/manifest"
)

func TestOnlyAServerThatRunsAndReachesTheNetworkIsSaidToBeAway(t *testing.T) {
	row := func(name, command string, trusted, disabled bool, problem entry.Code) placed {
		e := ServerEntry{Name: name, Command: command, Disabled: disabled}
		return placed{Listed: manifest.Listed{Entry: e, Problem: entry.Problem{Code: problem}}, filled: e, trusted: trusted}
	}
	o := &external{last: []placed{
		row("local", "/opt/notes", true, false, ""),
		row("weather", "npx", true, false, ""),
		row("unseen", "npx", false, false, ""),
		row("off", "npx", true, true, ""),
		row("broken", "npx", true, false, entry.NoProgram),
	}}
	if got := o.reaching(); !slices.Equal(got, []string{"weather"}) {
		t.Errorf("away are %q", got)
	}
}
