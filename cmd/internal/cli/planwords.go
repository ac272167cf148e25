package cli

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/staywords"
)

// wordedPlan is event.PlanProposed with words for the plan's codes.
type wordedPlan struct {
	event.PlanProposed
	Plan plan.Worded `json:"plan"`
}

// itemWords say why an item has its name, what to review, and what the user should know
// of it.
func itemWords(it plan.Item) (why, note string) {
	var basis, look, notes []string
	for _, r := range it.Reasons {
		if r.Code == plan.ReasonDoubted {
			look = append(look, doubtWords(it.Fields[r.Field].Doubts))
		} else if words := lookWords(r); words != "" {
			look = append(look, words)
		} else {
			basis = append(basis, reasonWords(r))
		}
	}
	why = strings.Join(basis, ", ")
	if len(look) > 0 {
		why = strings.TrimSuffix(why, ".") + ". To look at: " + strings.Join(look, "; ")
	}
	for _, n := range it.Notes {
		notes = append(notes, reasonWords(n))
	}
	return why, strings.Join(notes, " ")
}

// lookWords say why a person should look; empty for other reasons.
func lookWords(r plan.Reason) string {
	switch r.Code {
	case plan.ReasonUncertain:
		return "the " + r.Field + " is not certain"
	case plan.ReasonNoFolder:
		return "the " + r.Field + ", needed for its folder, was not found"
	}
	return looks[r.Code]
}

// looks are the reasons to look that have no field.
var looks = map[plan.ReasonCode]string{
	plan.ReasonNoIssuer:   "its issuer was not found",
	plan.ReasonNoDate:     "its date was not found",
	plan.ReasonTooLittle:  "nothing else is known about it",
	plan.ReasonNumberOnly: "only a date and a number are known about it",
	plan.ReasonSeen:       "OCR could not read the image; a model described it",
	plan.ReasonLosesWords: "the new name has no word of the current one",
}

func doubtWords(doubts []plan.Reason) string {
	said := make([]string, len(doubts))
	for i, d := range doubts {
		args := append(append([]string{}, d.Args...), "", "")
		switch d.Code {
		case plan.DoubtSwapped:
			said[i] = "day and month could be swapped: " + args[0] + " or " + args[1]
		case plan.DoubtModel:
			said[i] = fmt.Sprintf("the model reads “%s” as the %s", d.Text, d.Field)
		case plan.DoubtRules:
			said[i] = fmt.Sprintf("the rules read “%s” as the %s", d.Text, d.Field)
		default:
			said[i] = cmp.Or(plainDoubts[d.Code], d.Text)
		}
	}
	return strings.Join(said, "; ")
}

// plainDoubts are the doubts that are worded without arguments.
var plainDoubts = map[plan.ReasonCode]string{
	plan.DoubtOtherDay:   "it may not be the date of the document itself",
	plan.DoubtFileName:   "it is only in the current file name",
	plan.DoubtProperties: "it is only in the file's properties",
	plan.DoubtRecipient:  "it may be the recipient",
	plan.ReasonSeen:      "only a model saw it in the image",
}

// reasonWords say what a name is based on, why a file keeps its own, or a note.
func reasonWords(r plan.Reason) string {
	args := append(append([]string{}, r.Args...), "", "")
	switch {
	case r.Code == plan.ReasonRead && r.Page == 0:
		return fmt.Sprintf("%s “%s”", r.Field, r.Text)
	case r.Code == plan.ReasonRead:
		return fmt.Sprintf("%s “%s” on page %d", r.Field, r.Text, r.Page)
	case r.Code == plan.ReasonSaid:
		return r.Text
	case r.Code == plan.ReasonRule:
		return "by your rule “" + args[0] + "”"
	case r.Code == plan.ReasonLike:
		return likeWords(r.Field) + " in " + args[0]
	case r.Code == plan.ReasonHabit:
		return habitWords(r.Field, args[0])
	case r.Failure != nil && (r.Failure.Code != "" || r.Failure.Message != ""):
		return failureWords(*r.Failure)
	case r.Code == plan.ReasonGroup:
		return "It belongs to other files (" + args[0] + "). It is left alone."
	case r.Code == plan.ReasonDuplicate:
		return "It has the same contents as " + args[0] + ", so it keeps its name."
	case r.Code == plan.ReasonOtherContent:
		return fmt.Sprintf("Its name ends in %q, but it holds %s.", args[0], staywords.Contents(args[1]))
	}
	if words := staywords.Plain(r.Code); words != "" {
		return words
	}
	return noteWords(documents.Note{Code: documents.NoteCode(r.Code), Args: r.Args})
}

// likeWords say what is as in a folder.
func likeWords(about string) string {
	switch about {
	case plan.FieldIssuer:
		return "the sender's name as spelled"
	case string(app.HabitFolder):
		return "in the folder of its sender"
	}
	return "named like the files"
}

// habitWords say that the user corrected something before, and when.
func habitWords(about, day string) string {
	if when, err := time.Parse(time.DateOnly, day); err == nil {
		day = when.Format("2 January 2006")
	}
	return map[string]string{
		plan.FieldIssuer: "the sender's name as you wrote it", plan.FieldKind: "the kind as you wrote it",
		string(app.HabitName): "named like you named them", string(app.HabitFolder): "in the folder where you put them",
	}[about] + " on " + day
}

// noteWords describe a note of the documents server.
func noteWords(n documents.Note) string {
	args := append(append([]string{}, n.Args...), "", "")
	switch n.Code {
	case documents.NoteTooLarge:
		return "The file is larger than " + args[0] + " MB and was not read."
	case documents.NoteFormat:
		return capitalized(staywords.FormatName(n.Args) + " are not read.")
	case documents.NoteNoLanguages:
		return documents.InstallLanguages(n.Args)
	case documents.NoteTooManyDots:
		return "The image has more pixels than the limit (" + args[0] + " million)."
	}
	return map[documents.NoteCode]string{
		documents.NoteEmpty:        "The file is empty.",
		documents.NoteNoText:       "No text was found on its pages.",
		documents.NoteNoReader:     "Images cannot be read: tesseract is not installed. " + documents.InstallReader(),
		documents.NoteNoLanguage:   "Images cannot be read: tesseract has no language. " + documents.InstallLanguage(),
		documents.NoteLocked:       "It is password-protected and was not read.",
		documents.NoteNoPDF:        "PDF files cannot be read: the reader does not start. See: deskhand doctor.",
		documents.NoteTooSlow:      "A page took too long and was not read.",
		documents.NoteTooMuchWork:  "Reading it took too much work and was stopped.",
		documents.NoteTooMuchSpace: "Reading it took too much memory and was stopped.",
		documents.NoteCrashed:      "Its reader crashed twice, so it was not read.",
		documents.NoteNoWorker:     "Files cannot be read: the reader does not start. See: deskhand doctor.",
		documents.NoteOCRFailed:    "A page of it could not be read.",
		documents.NoteBomb:         "It would unpack to far more than a normal document; it was not read.",
		documents.NoteDamaged:      "It is damaged or truncated and could not be read.",
	}[n.Code]
}
