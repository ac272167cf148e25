package fields

import "github.com/deskhand/deskhand/agentcore/triage/fields/page"

// reading is a document as the finders are given it.
type reading struct {
	*page.Reading
	models Models // in place of those of the program; may be nil
}

func newReading(d page.Document) *reading {
	if facts, ok := page.Original(d); ok {
		d.Facts = &facts
	}
	return &reading{Reading: page.New(d)}
}
