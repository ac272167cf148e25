package plan

import (
	"cmp"
	"path/filepath"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// whyWords say what the user should know of an item besides its fields: its notes or else
// its reasons, one sentence each.
func whyWords(it plan.Item) string {
	if words := sentences(it, it.Notes); words != "" {
		return words
	}
	return sentences(it, it.Reasons)
}

func sentences(it plan.Item, reasons []plan.Reason) string {
	var said []string
	for _, r := range reasons {
		if words := reasonWords(r); words != "" {
			said = append(said, words)
		}
		if r.Code == plan.ReasonDoubted && len(choicesOf(it, r.Field)) < 2 { // else it is asked about
			for _, d := range it.Fields[r.Field].Doubts {
				said = append(said, kit.FieldLabel(r.Field)+": "+doubtWords(d)+".")
			}
		}
	}
	return strings.Join(said, " ")
}

// reasonWords describe a reason or a note; empty for one that the fields show.
func reasonWords(r plan.Reason) string {
	return cmp.Or(plainReasons.Of(r.Code), basisWords(r), leftWords(r), noteWords(r))
}

// basisWords say what a name is based on, or lacks.
func basisWords(r plan.Reason) string {
	switch r.Code {
	case plan.ReasonLike:
		return likeWords(r)
	case plan.ReasonRule:
		return locale.L("Your rule {{.Rule}} says so.", "Rule", inert.Line(strings.Join(r.Args, "")))
	case plan.ReasonHabit:
		return habitWords(r)
	case plan.ReasonSaid:
		return kit.SentenceCase(inert.Line(r.Text))
	case plan.ReasonUncertain:
		return cmp.Or(uncertain.Of(r.Field), locale.L("The amount isn't certain."))
	case plan.ReasonNoFolder:
		return locale.L("Its folder is named by “{{.Field}}”, which wasn't found.", "Field", kit.FieldLabel(r.Field))
	}
	return ""
}

// uncertain say which field is uncertain; any other one is the amount.
var uncertain = locale.Table[string]{
	plan.FieldDate:   "The date isn't certain.",
	plan.FieldIssuer: "The sender isn't certain.",
	plan.FieldKind:   "The kind of document isn't certain.",
	plan.FieldTitle:  "The title isn't certain.",
	plan.FieldNumber: "The number isn't certain.",
}

// plainReasons are the reasons that are worded without arguments.
var plainReasons = locale.Table[plan.ReasonCode]{
	plan.ReasonChosen:         "Its name looks carefully chosen, so it's kept.",
	plan.ReasonSeries:         "It's named like others in its folder, so its name is kept.",
	plan.ReasonSame:           "It already has this name.",
	plan.ReasonByPerson:       "You named it.",
	plan.ReasonNothing:        "Nothing certain was found in it, so its name is kept.",
	plan.ReasonNoIssuer:       "Its sender wasn't found.",
	plan.ReasonNoDate:         "Its date wasn't found.",
	plan.ReasonTooLittle:      "Nothing else is known about it.",
	plan.ReasonNumberOnly:     "Only a date and a number are known about it.",
	plan.ReasonSeen:           "A model looked at the picture, which couldn't be read.",
	plan.ReasonLosesWords:     "The new name has no word of the current one.",
	plan.ReasonOnlineOnly:     "Its contents are online only. Download it first.",
	plan.ReasonUnreadableName: "Its name isn't readable text, so it's left alone.",
	plan.ReasonBeingWritten:   "A program is still writing it, so it's left alone.",
	plan.ReasonCancelled:      "Reading was cancelled.",
	plan.ReasonBroken:         "It's damaged and can't be read.",
	plan.ReasonUnreadable:     "Nothing in it can be read.",
	plan.ReasonNotMeant:       "It isn't one of the files you asked for.",
	plan.ReasonLeftOut:        "You excluded it.",
	plan.ReasonOtherName:      "The planned name is taken.",
}

// likeWords say that something is as in a folder.
func likeWords(r plan.Reason) string {
	folder := inert.Line(filepath.Base(strings.Join(r.Args, "")))
	switch app.About(r.Field) {
	case app.HabitIssuer:
		return locale.L("The sender is spelled as in {{.Folder}}.", "Folder", folder)
	case app.HabitFolder:
		return locale.L("It goes where {{.Folder}} has this sender's files.", "Folder", folder)
	}
	return locale.L("It's named like the files in {{.Folder}}.", "Folder", folder)
}

// habitWords say that the user corrected something for this sender before.
func habitWords(r plan.Reason) string {
	day := strings.Join(r.Args, "")
	if when, err := time.Parse(time.DateOnly, day); err == nil {
		day = locale.Date(when)
	}
	switch app.About(r.Field) {
	case app.HabitIssuer:
		return locale.L("The sender is spelled as you wrote it on {{.Day}}.", "Day", inert.Line(day))
	case app.HabitKind:
		return locale.L("It's called what you called it on {{.Day}}.", "Day", inert.Line(day))
	case app.HabitFolder:
		return locale.L("It goes to the folder where you put them on {{.Day}}.", "Day", inert.Line(day))
	}
	return locale.L("It's named as you named them on {{.Day}}.", "Day", inert.Line(day))
}

// leftWords say why a file is left alone, or gets another name than planned.
func leftWords(r plan.Reason) string {
	args := append(append([]string{}, r.Args...), "", "")
	switch r.Code {
	case plan.ReasonGroup:
		return locale.L("It belongs together with others ({{.Group}}), so it's left alone.", "Group", inert.Line(args[0]))
	case plan.ReasonDuplicate:
		return locale.L("It has the same contents as {{.Name}}, so its name is kept.", "Name", inert.Line(args[0]))
	case plan.ReasonUnread, plan.ReasonUnmovable:
		return failedWords(r)
	case plan.ReasonOtherContent:
		return locale.L("Its name ends in “{{.Ending}}”, but it holds {{.What}}.", "Ending", inert.Line(args[0]), "What", contentWords(args[1]))
	}
	return ""
}

func failedWords(r plan.Reason) string {
	otherwise := locale.L("It couldn't be read.")
	if r.Code == plan.ReasonUnmovable {
		otherwise = locale.L("It can't be moved.")
	}
	if r.Failure == nil {
		return otherwise
	}
	return kit.Explain(r.Failure, otherwise)
}

// contentWords describe a MIME type.
func contentWords(mime string) string {
	switch mime {
	case "text/html":
		return locale.L("a web page")
	case "text/plain":
		return locale.L("plain text")
	case "application/pdf":
		return locale.L("a PDF")
	case "application/zip":
		return locale.L("an archive")
	case "application/octet-stream":
		return locale.L("something unknown")
	}
	switch family, _, _ := strings.Cut(mime, "/"); family {
	case "image":
		return locale.L("a picture ({{.Type}})", "Type", inert.Line(mime))
	case "video":
		return locale.L("a video ({{.Type}})", "Type", inert.Line(mime))
	case "audio":
		return locale.L("a recording ({{.Type}})", "Type", inert.Line(mime))
	case "text":
		return locale.L("text ({{.Type}})", "Type", inert.Line(mime))
	}
	return inert.Line(mime)
}

// noteWords describe a note of the documents server.
func noteWords(r plan.Reason) string {
	args := append(append([]string{}, r.Args...), "")
	switch documents.NoteCode(r.Code) {
	case documents.NoteTooLarge:
		return locale.L("It's larger than {{.MB}} MB, so it wasn't read.", "MB", inert.Line(args[0]))
	case documents.NoteNoLanguages:
		return locale.L("Languages that aren't installed: {{.Languages}}.", "Languages", inert.Line(strings.Join(r.Args, ", ")))
	case documents.NoteTooManyDots:
		return locale.L("The picture has more than {{.N}} million pixels, so it wasn't read.", "N", inert.Line(args[0]))
	}
	return plainNotes.Of(documents.NoteCode(r.Code))
}

// plainNotes are the notes that are worded without arguments.
var plainNotes = locale.Table[documents.NoteCode]{
	documents.NoteEmpty:        "It's empty.",
	documents.NoteFormat:       "Deskhand can't read this type of file.",
	documents.NoteNoText:       "No text was found on its pages.",
	documents.NoteNoReader:     "Text in pictures isn't read until Tesseract and a language for it are installed.",
	documents.NoteNoLanguage:   "Text in pictures isn't read until Tesseract and a language for it are installed.",
	documents.NoteLocked:       "It's locked with a password, so it wasn't read.",
	documents.NoteNoPDF:        "Files of its kind can't be read on this computer: their reader doesn't start.",
	documents.NoteNoWorker:     "Files of its kind can't be read on this computer: their reader doesn't start.",
	documents.NoteTooSlow:      "A page took too long, so it wasn't read.",
	documents.NoteTooMuchWork:  "Reading it took too much work or memory, so it was stopped.",
	documents.NoteTooMuchSpace: "Reading it took too much work or memory, so it was stopped.",
	documents.NoteCrashed:      "Its contents made the reader crash twice, so it wasn't read.",
	documents.NoteOCRFailed:    "A page couldn't be read.",
	documents.NoteBomb:         "It would unpack to far more than any document holds, so it wasn't read.",
	documents.NoteDamaged:      "It's damaged or cut off and can't be read.",
}

// doubtWords say what is uncertain about a field.
func doubtWords(d plan.Reason) string {
	args := append(append([]string{}, d.Args...), "", "")
	switch d.Code {
	case plan.DoubtSwapped:
		return locale.L("day and month could be swapped, {{.A}} or {{.B}}", "A", inert.Line(args[0]), "B", inert.Line(args[1]))
	case plan.DoubtModel:
		return locale.L("the model reads “{{.Value}}”", "Value", inert.Line(d.Text))
	case plan.DoubtRules:
		return locale.L("the rules read “{{.Value}}”", "Value", inert.Line(d.Text))
	}
	return cmp.Or(plainDoubts.Of(d.Code), strings.TrimRight(inert.Line(d.Text), "."))
}

// plainDoubts are the doubts that are worded without arguments.
var plainDoubts = locale.Table[plan.ReasonCode]{
	plan.DoubtOtherDay:   "it may not be the day of the document itself",
	plan.DoubtFileName:   "it's only in the current file name",
	plan.DoubtProperties: "it's only in the file's properties",
	plan.DoubtRecipient:  "it may be who received the document",
	plan.ReasonSeen:      "a model saw it in the picture, and nothing else can read it",
}
