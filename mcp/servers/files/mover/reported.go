package mover

import (
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// reported returns what may be said in the scope of what became of a file. ok reports whether one of
// its ends is inside. An end that is outside is left out, and the note says so; of
// a single file that is open the names that it had in its folder are said.
func reported(s roots.Scope, d files.Outcome, kind journal.Kind) (known files.Outcome, ok bool) {
	inside := func(path string) bool { return path != "" && s.Tells(path) }
	if !inside(d.From) && !inside(d.To) {
		return files.Outcome{}, false
	}
	if d.From != "" && !s.Tells(d.From) && !s.MayWrite(d.From) {
		d.From = ""
		d.Note = joinNotes(d.Note, "it came from "+elsewhere(kind == journal.Restore))
	}
	if d.To != "" && !s.Tells(d.To) && !s.MayWrite(d.To) {
		d.To = ""
		d.Note = joinNotes(d.Note, "it went to "+elsewhere(kind == journal.Trash))
	}
	return d, true
}

func elsewhere(trash bool) string {
	if trash {
		return "the trash"
	}
	return "a place outside the open folders"
}
