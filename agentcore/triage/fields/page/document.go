package page

import (
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// Document is all that was read of one file.
type Document struct {
	Lines  []RawLine
	Kind   string // image, pdf, docx, text
	Method plan.Method
	// EXIFDate is the time when a photo was taken, as the file has it; Camera
	// what took it.
	EXIFDate, Camera string
	// MetaTitle and MetaAuthor are the properties of a document.
	MetaTitle, MetaAuthor string
	// Site is what MetaTitle names at its end, or did, as that of a page of a site does.
	Site string
	// MetaCreated is the time when it was made, as the document has it.
	MetaCreated string
	Name        string // the present file name
	// Today bounds the dates that are believed: none lies more than 31 days
	// after it.
	Today time.Time
	// DayFirst tells how to read a date whose day and month could be swapped, where
	// the document does not tell; nil: it is asked about.
	DayFirst *bool
	// Facts are what the file says as data; nil where it says nothing.
	Facts *documents.Facts
}

// RawLine is one line of what was read.
type RawLine struct {
	Page int // counts from 1; 0 where there are no pages
	Text string
	// Box is [x, y, width, height] in fractions of the upright page; nil for
	// plain text.
	Box        []float64
	Confidence float64 // in [0, 1]; looked at only where it was read by OCR
	// Size is the height of the letters as a fraction of the page's height; 0
	// where it is not known.
	Size  float64
	Words []RawWord
	// Logo says that it was read by OCR from what is drawn on a page of text.
	Logo bool
}

// RawWord is one word of a RawLine, in the order of its text.
type RawWord struct {
	Text       string
	Box        []float64 // as that of RawLine
	Confidence float64   // as that of RawLine
}
