package triage

import (
	"fmt"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// Cache keeps values under keys. It may forget.
type Cache interface {
	// Get reads the value of a key into v and reports whether there was one.
	Get(key string, v any) bool
	Put(key string, v any) error
}

// found is what is kept of a file that was read and looked at, so that both are
// done once while it is as it was.
type found struct {
	// Reading is without what only the rules look at.
	Reading documents.Reading
	Lines   []foundLine
	Known   map[string]plan.Field
	Marks   []string
	Logos   bool // were read, too
}

// foundLine is a line without its place.
type foundLine struct {
	Page int
	Text string
}

// readAndLook reads a file and finds what stands in it, or takes over what was found
// when the file was the same.
func (j *job) readAndLook(w task) document {
	var was found
	key, known := j.foundKey(w), false
	if j.triage.Found != nil && w.alone == nil {
		known = j.triage.Found.Get(key, &was) && was.Known != nil
	}
	d := j.read(w, documents.ReadRequest{Unless: was.Reading.Version, Logos: was.Logos})
	if d.Unchanged && known {
		return was.document(w)
	}
	d.look(w, j.triage.page(w, d.Reading))
	if d.lacksIssuer() && !d.logos {
		d = j.withLogos(w, d)
	}
	if j.triage.Found != nil && d.known != nil && d.Version != "" && !d.ended && !unseen(w, &d) {
		_ = j.triage.Found.Put(key, foundIn(d)) // what cannot be kept is looked for again
	}
	return d
}

// withLogos is a document with what its logos say, if they tell who issued it.
func (j *job) withLogos(w task, d document) document {
	more := j.read(w, documents.ReadRequest{Logos: true})
	if d.ended = more.ended; more.unread != nil || len(more.Lines) == len(d.Lines) {
		return d
	}
	more.look(w, j.triage.page(w, more.Reading))
	if more.known[plan.FieldIssuer].Value == "" {
		return d
	}
	return more
}

// foundKey stands for a file and for what else decides what is found in it.
func (j *job) foundKey(w task) string {
	t := j.triage
	order := "unknown"
	if t.DayFirst != nil {
		if first := t.DayFirst(); first != nil {
			order = fmt.Sprint(*first)
		}
	}
	return fmt.Sprintf("%q %q %s %s %q", w.Path, j.languages, t.Now().UTC().Format(time.DateOnly), order, t.Build)
}

func foundIn(d document) found {
	f := found{Reading: d.Reading, Lines: make([]foundLine, len(d.Lines)), Known: d.known, Marks: d.marks, Logos: d.logos}
	for i, l := range d.Lines {
		f.Lines[i] = foundLine{l.Page, l.Text}
	}
	f.Reading.Text, f.Reading.Lines, f.Reading.Words = "", nil, nil
	return f
}

// document is the file as it was.
func (f found) document(w task) document {
	d := document{Reading: f.Reading, known: f.Known, marks: f.Marks, logos: f.Logos, brief: true}
	d.Path, d.Lines = w.Path, make([]documents.Line, len(f.Lines))
	for i, l := range f.Lines {
		d.Lines[i] = documents.Line{Page: l.Page, Text: l.Text}
	}
	return d
}

// readAgain reads all of a file of which no more than its text is known, and reports
// whether it is still the same.
func (d *document) readAgain(j *job, w task) bool {
	whole := j.read(w, documents.ReadRequest{Logos: d.logos})
	if whole.Version != d.Version {
		return false
	}
	d.Reading, d.brief = whole.Reading, false
	return true
}
