package documents

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// Note is something that a person should know of how a file was read, as data:
// words for a person are made where it is shown.
type Note struct {
	Code NoteCode `json:"code"`
	// Args are what the code speaks of, as its comment says.
	Args []string `json:"args,omitempty"`
}

// NoteCode says what a Note is. There may be others than those below.
type NoteCode string

// The notes.
const (
	NoteTooLarge     NoteCode = "too_large"         // than Args[0] megabytes
	NoteEmpty        NoteCode = "empty"             // no byte is in it
	NoteFormat       NoteCode = "format_unread"     // Args: its MIME type, what such files are called in English
	NoteNoText       NoteCode = "no_text"           // on the pages that were read
	NoteNoLanguages  NoteCode = "no_languages"      // Args, of pictures, are not installed
	NoteNoReader     NoteCode = "no_ocr"            // there is no tesseract
	NoteNoLanguage   NoteCode = "no_ocr_language"   // tesseract has none at all
	NoteLocked       NoteCode = "locked"            // with a password
	NoteNoPDF        NoteCode = "pdf_unavailable"   // the reader of PDF does not start
	NoteTooSlow      NoteCode = "page_too_slow"     // to be read
	NoteTooMuchWork  NoteCode = "too_much_work"     // it was stopped
	NoteTooMuchSpace NoteCode = "too_much_memory"   // it was stopped
	NoteCrashed      NoteCode = "reader_crashed"    // twice
	NoteNoWorker     NoteCode = "reader_down"       // no file is read here
	NoteOCRFailed    NoteCode = "ocr_failed"        // on a page
	NoteTooManyDots  NoteCode = "too_many_pixels"   // more than Args[0] million
	NoteBomb         NoteCode = "unpacks_too_large" // to be a document
	NoteDamaged      NoteCode = "damaged"           // or cut off
)

// English says the note in a sentence, for a model.
func (n Note) English() string {
	arg := func(i int) string {
		if i < len(n.Args) {
			return n.Args[i]
		}
		return "?"
	}
	switch n.Code {
	case NoteTooLarge:
		return "The file is larger than " + arg(0) + " MB and was not read."
	case NoteFormat:
		name := arg(1)
		return strings.ToUpper(name[:1]) + name[1:] + " are not read."
	case NoteNoLanguages:
		return InstallLanguages(n.Args)
	case NoteTooManyDots:
		return "The picture says that it has more pixels than are read (" + arg(0) + " million)."
	}
	return plainNotes[n.Code]
}

// plainNotes are the sentences of the notes without arguments.
var plainNotes = map[NoteCode]string{
	NoteEmpty:        "The file is empty.",
	NoteNoText:       "No text was found on these pages.",
	NoteNoReader:     "Pictures are not read: there is no tesseract on this computer. " + InstallReader(),
	NoteNoLanguage:   "Pictures are not read: tesseract has no language. " + InstallLanguage(),
	NoteLocked:       "The document is locked with a password and was not read.",
	NoteNoPDF:        "PDF files are not read: their reader does not start on this computer.",
	NoteTooSlow:      "A page took too long and was not read.",
	NoteTooMuchWork:  "The file takes more work than any should; it was stopped and not read.",
	NoteTooMuchSpace: "The file takes more memory than any should; it was stopped and not read.",
	NoteCrashed:      "The file made its reader crash twice, so it was not read.",
	NoteNoWorker:     "Files are not read: their reader does not start on this computer.",
	NoteOCRFailed:    "The OCR engine could not read this page.",
	NoteBomb:         "The document would unpack to far more than a document has; it was not read.",
	NoteDamaged:      "The file is damaged or cut off and could not be read.",
}

// NotesInEnglish says notes in sentences, for a model.
func NotesInEnglish(notes []Note) string {
	return strings.Join(lists.Map(notes, Note.English), " ")
}
