package mover

import (
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// told returns of a deed what may be told in the scope. ok reports whether one of
// its ends is inside. An end that is outside is left out, and the note says so; of
// a single file that is open the names that it had beside are told.
func told(s roots.Scope, d Deed, kind journal.Kind) (known Deed, ok bool) {
	inside := func(path string) bool { return path != "" && s.Tells(path) }
	if !inside(d.From) && !inside(d.To) {
		return Deed{}, false
	}
	if d.From != "" && !s.Tells(d.From) && !s.MayWrite(d.From) {
		d.From = ""
		d.noted("it came from " + elsewhere(kind == journal.Restore))
	}
	if d.To != "" && !s.Tells(d.To) && !s.MayWrite(d.To) {
		d.To = ""
		d.noted("it went to " + elsewhere(kind == journal.Trash))
	}
	return d, true
}

func elsewhere(trash bool) string {
	if trash {
		return "the trash"
	}
	return "a place outside the open folders"
}

// noted adds to the note.
func (d *Deed) noted(text string) {
	if d.Note != "" {
		text = d.Note + "; " + text
	}
	d.Note = text
}
