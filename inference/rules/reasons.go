package rules

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// keeps says that a file keeps its name, and why if known.
func (s *speech) keeps(it plan.SummaryItem) string {
	var why []string
	for _, r := range it.Reasons {
		if words := s.reason(r); words != "" {
			why = append(why, words)
		}
	}
	if len(why) == 0 {
		return s.text("keeps_name", "file", filename.Shown(it.From))
	}
	return s.text("keeps_name_because", "file", filename.Shown(it.From), "why", strings.Join(why, " "))
}

// kept say why a file keeps its name.
var kept = map[plan.ReasonCode]string{
	plan.ReasonChosen:         "reason_chosen",
	plan.ReasonSeries:         "reason_series",
	plan.ReasonSame:           "reason_same",
	plan.ReasonByPerson:       "reason_by_person",
	plan.ReasonNothing:        "reason_nothing",
	plan.ReasonOnlineOnly:     "reason_online_only",
	plan.ReasonUnreadableName: "reason_unreadable_name",
	plan.ReasonBeingWritten:   "reason_being_written",
	plan.ReasonUnread:         "reason_unread",
	plan.ReasonCancelled:      "reason_cancelled",
	plan.ReasonBroken:         "reason_broken",
	plan.ReasonUnreadable:     "reason_unreadable",
	plan.ReasonUnmovable:      "reason_unmovable",
	plan.ReasonNotMeant:       "reason_not_meant",
}

// reason describes one reason for a name; empty if it does not explain why the name
// stays.
func (s *speech) reason(r plan.Reason) string {
	switch {
	case r.Code == plan.ReasonUnread && r.Failure != nil && causes[r.Failure.Code] != "":
		return s.text("reason_unread_because", "cause", s.text(causes[r.Failure.Code]))
	case r.Code == plan.ReasonSaid: // a plan of an earlier version has its words
		return r.Text
	case r.Code == plan.ReasonDuplicate && len(r.Args) == 1:
		return s.text("reason_duplicate", "name", filename.Shown(r.Args[0]))
	case r.Code == plan.ReasonGroup && len(r.Args) == 1:
		return s.text("reason_group", "name", filename.Shown(r.Args[0]))
	case r.Code == plan.ReasonOtherContent && len(r.Args) == 2:
		return s.text("reason_other_content", "ending", r.Args[0], "type", r.Args[1])
	case kept[r.Code] != "":
		return s.text(kept[r.Code])
	}
	return s.note(documents.Note{Code: documents.NoteCode(r.Code), Args: r.Args})
}

// notes describe how a file was read.
var notes = map[documents.NoteCode]string{
	documents.NoteEmpty:        "note_empty",
	documents.NoteNoText:       "note_no_text",
	documents.NoteNoReader:     "note_no_ocr",
	documents.NoteNoLanguage:   "note_no_ocr_language",
	documents.NoteLocked:       "note_locked",
	documents.NoteNoPDF:        "note_pdf_unavailable",
	documents.NoteTooSlow:      "note_too_slow",
	documents.NoteTooMuchWork:  "note_too_much_work",
	documents.NoteTooMuchSpace: "note_too_much_memory",
	documents.NoteCrashed:      "note_reader_crashed",
	documents.NoteNoWorker:     "note_reader_down",
	documents.NoteOCRFailed:    "note_ocr_failed",
	documents.NoteBomb:         "note_unpacks_too_large",
	documents.NoteDamaged:      "note_damaged",
}

// note describes a note of the reader; empty for an unknown one.
func (s *speech) note(n documents.Note) string {
	if len(n.Args) == 0 {
		return s.text(notes[n.Code])
	}
	switch n.Code {
	case documents.NoteTooLarge:
		return s.text("note_too_large", "size", n.Args[0])
	case documents.NoteFormat:
		return s.text("note_format", "type", n.Args[0])
	case documents.NoteNoLanguages:
		return s.text("note_no_languages", "languages", strings.Join(n.Args, ", "))
	case documents.NoteTooManyDots:
		return s.text("note_too_many_pixels", "size", n.Args[0])
	}
	return s.text(notes[n.Code])
}
