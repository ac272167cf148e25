package serverwords

import (
	"fmt"
	"io"
	"strings"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

// PrintServer prints how a server stands, and below it what is wrong with it.
func PrintServer(out io.Writer, s app.ServerInfo) {
	line := fmt.Sprintf("%-16s  %-11s", Visible(s.Name), s.State)
	if s.State == app.ServerReady {
		line += fmt.Sprintf("  %d tools", len(s.Tools))
	}
	if s.Restarts > 0 {
		line += fmt.Sprintf("  restarted %d times", s.Restarts)
	}
	if s.Network {
		line += "  reaches the network"
	}
	if s.SignedIn {
		line += "  signed in"
	}
	if s.Receives {
		line += "  may receive what was read here"
	}
	fmt.Fprintln(out, strings.TrimSpace(line))
	for _, note := range notesOf(s) {
		fmt.Fprintln(out, "    "+note)
	}
}

// notesOf are the lines below a server: what is wrong, and what to do.
func notesOf(s app.ServerInfo) []string {
	var notes []string
	if words := Problem(s.Problem); words != "" {
		notes = append(notes, termtext.Plain(words))
	}
	if s.State == app.ServerUntrusted {
		notes = append(notes, TrustNotes(app.ServerInfo{Changes: s.Changes})...)
		notes = append(notes, "See and approve its command with: deskhand servers trust "+s.Name)
	}
	if s.SignIn {
		notes = append(notes, SignIn(s))
	} else if why := End(s.LastError); why != "" {
		notes = append(notes, strings.Split(termtext.Plain(why), "\n")...)
	}
	if len(s.Ignored) > 0 {
		notes = append(notes, "Unknown keys in its entry: "+Spelled(s.Ignored)+".")
	}
	for _, t := range s.Tools {
		if t.Disabled {
			notes = append(notes, termtext.Plain(t.Bare)+" is disabled.")
		}
		if t.Problem.Code != "" {
			notes = append(notes, termtext.Plain(t.Bare)+" is left out. "+Problem(t.Problem))
		}
	}
	return notes
}
