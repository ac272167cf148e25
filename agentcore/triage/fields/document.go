package fields

import (
	"time"

	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// Named returns what the rules ask of a file of this name that was read on this day.
func Named(r documents.Reading, name string, today time.Time) page.Document {
	d := FromReading(r)
	d.Name, d.Today = name, today
	return d
}

// FromReading returns what the rules ask of a file that was read. Its name and
// the present day are not part of it.
func FromReading(r documents.Reading) page.Document {
	lines := make([]page.RawLine, len(r.Lines))
	for i, l := range r.Lines {
		lines[i] = page.RawLine{Page: l.Page, Text: l.Text, Confidence: l.Confidence, Size: l.Size, Logo: l.Role == documents.RoleLogo}
		if l.Box != nil {
			lines[i].Box = l.Box[:]
		}
	}
	for _, w := range r.Words {
		if w.Line >= 0 && w.Line < len(lines) {
			lines[w.Line].Words = append(lines[w.Line].Words, page.RawWord{Text: w.Text, Box: w.Box[:], Confidence: w.Confidence})
		}
	}
	d := page.Document{Lines: lines, Kind: string(r.Kind), Method: r.Method, Facts: r.Facts}
	if r.EXIF != nil {
		d.EXIFDate, d.Camera = r.EXIF.Date, r.EXIF.Model
	}
	if r.Meta != nil {
		d.MetaTitle, d.MetaAuthor, d.MetaCreated = r.Meta.Title, r.Meta.Author, r.Meta.Created
	}
	return d
}
