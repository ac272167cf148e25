package fields

import (
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// Line is one line of what was read.
type Line struct {
	Page int // counts from 1; 0 where there are no pages
	Text string
	// Box is [x, y, width, height] in fractions of the upright page; nil for
	// plain text.
	Box        []float64
	Confidence float64 // in [0, 1]; looked at only where Method is OCR
	// Size is the height of the letters as a fraction of the page's height; 0
	// where it is not known.
	Size  float64
	Words []Word
}

// Word is one word of a Line, in the order of its text.
type Word struct {
	Text       string
	Box        []float64 // as that of Line
	Confidence float64   // as that of Line
}

// Document is all that was read of one file.
type Document struct {
	Lines  []Line
	Kind   string // image, pdf, docx, text
	Method plan.Method
	// EXIFDate is the time when a photo was taken, as the file has it; Camera
	// what took it.
	EXIFDate, Camera string
	// MetaTitle and MetaAuthor are the properties of a document.
	MetaTitle, MetaAuthor string
	// MetaCreated is the time when it was made, as the document has it.
	MetaCreated string
	Name        string // the present file name
	// Today bounds the dates that are believed: none lies more than 31 days
	// after it.
	Today time.Time
	// DayFirst tells how the person's senders write dates; nil: not known.
	DayFirst *bool
	// Models are used in place of those of the program; may be nil.
	Models Models
}

// minConfidence is what a field needs to be mentioned at all.
const minConfidence = 0.3

// Extract finds the fields of d, by the names of package plan. A field that
// nothing is known of is absent; one of which no candidate is likely enough has
// no value.
func Extract(d Document) map[string]plan.Field {
	r := newReading(d)
	fields := map[string]plan.Field{}
	keep := func(name string, f plan.Field, ok bool) {
		if ok && f.Confidence >= minConfidence {
			fields[name] = f
		}
	}
	kind, hasKind := r.findKind()
	if hasKind {
		keep(plan.FieldKind, kind.field(), true)
	}
	amount, hasAmount := r.findAmount()
	keep(plan.FieldAmount, amount, hasAmount)
	ranked := func(name string, f plan.Field) {
		if f.Value != "" && f.Confidence >= minConfidence || f.Value == "" && len(f.Candidates) > 0 {
			fields[name] = f
		}
	}
	ranked(plan.FieldDate, r.findDate(kind))
	issuer, field := r.findIssuer(kind.role, hasAmount)
	ranked(plan.FieldIssuer, field)
	title, ok := r.findTitle(kind, issuer, hasAmount)
	keep(plan.FieldTitle, title, ok)
	return fields
}
