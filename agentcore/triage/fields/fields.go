package fields

import (
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
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
	// Facts are what the file says as data; nil where it says nothing.
	Facts *documents.Facts
	// Models are used in place of those of the program; may be nil.
	Models Models
}

// minConfidence is what a field needs to be mentioned at all.
const minConfidence = 0.3

// finder finds one field, with what the finders before it found.
type finder struct {
	field string
	find  func(r *reading, k *known) plan.Field // without a value: it is not known
}

// finders are in an order in which each has what it asks for.
var finders = []finder{
	{plan.FieldKind, func(r *reading, k *known) plan.Field {
		if kind, ok := r.findKind(); ok {
			k.kind = kind
			return kind.field()
		}
		return plan.Field{}
	}},
	{plan.FieldAmount, func(r *reading, k *known) plan.Field {
		amount, ok := r.findAmount()
		k.hasAmount = ok
		return amount
	}},
	{plan.FieldCurrency, func(r *reading, _ *known) plan.Field { return r.findCurrency() }},
	{plan.FieldDate, func(r *reading, k *known) plan.Field { return r.findDate(k.kind) }},
	{plan.FieldIssuer, func(r *reading, k *known) plan.Field {
		issuer, field := r.findIssuer(k.kind.role, k.hasAmount)
		k.issuer = issuer
		return field
	}},
	{plan.FieldTitle, func(r *reading, k *known) plan.Field {
		title, _ := r.findTitle(k.kind, k.issuer, k.hasAmount)
		return title
	}},
	{plan.FieldPerson, func(r *reading, _ *known) plan.Field { return r.findPerson() }},
}

// known is what finders tell those behind them.
type known struct {
	kind      kindFound
	issuer    found
	hasAmount bool
}

// Extract finds the fields of d, by the names of package plan. A field that
// nothing is known of is absent; one of which no candidate is likely enough has
// no value. What the file says as data stands above what is read.
func Extract(d Document) map[string]plan.Field {
	r := newReading(d)
	fields := map[string]plan.Field{}
	var k known
	for _, finder := range finders {
		f := r.withFact(finder.field, finder.find(r, &k))
		if f.Value != "" && f.Confidence >= minConfidence || f.Value == "" && len(f.Candidates) > 0 {
			fields[finder.field] = f
		}
	}
	return fields
}
