package format

import (
	"errors"
	"slices"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
)

// What can be wrong with a file.
var (
	// ErrBroken: it is damaged, or not of its format.
	ErrBroken = errors.New("the file is damaged")
	// ErrBomb: it unpacks to far more than a document does.
	ErrBomb = errors.New("the file unpacks to too much")
	// ErrLocked: it needs a password.
	ErrLocked = errors.New("the file is locked with a password")
)

// File is a file that may be of a format.
type File struct {
	Data []byte
	// MIME is its type by its first bytes; Extension that of its name, in lower
	// case and with its dot.
	MIME, Extension string
}

// Format is a row of the table of formats.
type Format struct {
	Name string
	Kind wire.Kind
	MIME string
	// Extensions are those that go with it, the usual one first.
	Extensions []string
	// Gives is what is read besides the text.
	Gives string
}

// Known returns mime if it is that of one of the formats, else "".
func Known(formats []Format, mime string) string {
	if slices.ContainsFunc(formats, func(row Format) bool { return row.MIME == mime }) {
		return mime
	}
	return ""
}

// Reader reads the formats of one family. It is safe from any goroutine.
type Reader interface {
	// Formats are the rows of the table.
	Formats() []Format
	// Recognize returns the MIME type of the format that a file has, or "".
	Recognize(f File) string
	// Read reads a file that was recognized. What is only damaged at its end, or
	// too long, is read as far as it goes.
	Read(f File) (Content, error)
}

// Content is what was read from a file.
type Content struct {
	// Lines are in reading order; Page counts slides and sheets from 1.
	Lines []wire.Line
	Pages int
	Meta  wire.Meta
	Facts *wire.Facts
	EXIF  *wire.EXIF
	Cut   bool // there is more text
}
