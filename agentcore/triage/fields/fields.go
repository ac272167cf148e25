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
	Name                  string // the present file name
	// Today bounds the dates that are believed: none lies more than 31 days
	// after it.
	Today time.Time
	// DayFirst tells how the person's senders write dates; nil: not known.
	DayFirst *bool
}

// minConfidence is what a field needs to be mentioned at all.
const minConfidence = 0.3

// Extract finds the fields of d, by the names of package plan. A field that
// nothing is known of is absent.
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
	date, ok := r.findDate(kind)
	keep(plan.FieldDate, date, ok)
	issuer, field, hasIssuer := r.findIssuer(kind.role, hasAmount)
	keep(plan.FieldIssuer, field, hasIssuer)
	title, ok := r.findTitle(kind, issuer, hasAmount)
	keep(plan.FieldTitle, title, ok)
	return fields
}
