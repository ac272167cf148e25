package mover

import (
	"cmp"

	"github.com/deskhand/deskhand/agentcore/chat"
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
		where, code := "a place outside the open folders", chat.CodeFromElsewhere
		if kind == journal.Restore {
			where, code = "the trash", chat.CodeFromTrash
		}
		d.Code, d.Note = cmp.Or(d.Code, code), joinNotes(d.Note, "it came from "+where)
	}
	if d.To != "" && !s.Tells(d.To) && !s.MayWrite(d.To) {
		d.To = ""
		where, code := "a place outside the open folders", chat.CodeToElsewhere
		if kind == journal.Trash {
			where, code = "the trash", chat.CodeToTrash
		}
		d.Code, d.Note = cmp.Or(d.Code, code), joinNotes(d.Note, "it went to "+where)
	}
	return d, true
}
