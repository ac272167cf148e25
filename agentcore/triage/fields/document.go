package fields

import (
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

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
}

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

// FromReading returns what the rules ask of a file that was read. Its name and
// the present day are not part of it.
func FromReading(r documents.Reading) Document {
	lines := make([]Line, len(r.Lines))
	for i, l := range r.Lines {
		lines[i] = Line{Page: l.Page, Text: l.Text, Confidence: l.Confidence, Size: l.Size}
		if l.Box != nil {
			lines[i].Box = l.Box[:]
		}
	}
	for _, w := range r.Words {
		if w.Line >= 0 && w.Line < len(lines) {
			lines[w.Line].Words = append(lines[w.Line].Words, Word{Text: w.Text, Box: w.Box[:], Confidence: w.Confidence})
		}
	}
	d := Document{Lines: lines, Kind: string(r.Kind), Method: r.Method, Facts: r.Facts}
	if r.EXIF != nil {
		d.EXIFDate, d.Camera = r.EXIF.Date, r.EXIF.Model
	}
	if r.Meta != nil {
		d.MetaTitle, d.MetaAuthor, d.MetaCreated = r.Meta.Title, r.Meta.Author, r.Meta.Created
	}
	return d
}
