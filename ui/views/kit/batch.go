package kit

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// BatchTitle heads a batch: "21 files renamed in Receipts 2026". The name of the
// folder is bold, or all of it where it heads a card of its own.
func BatchTitle(b app.Batch, bold bool) *widgets.Phrase {
	words, folder := batchWords(b)
	ink := theme.Ink
	if b.State == plan.BatchUndone {
		ink = theme.Muted
	}
	name := widgets.Run{Words: folder, Colour: ink, Bold: true}
	switch b.State {
	case plan.BatchInterrupted, plan.BatchStopped:
		tail := fmt.Sprintf(": stopped after %s of %s", locale.Number(b.Done), Count(b.Of, "file"))
		if b.Undone > 0 {
			tail = fmt.Sprintf(": undo stopped after %s of %s", locale.Number(b.Undone), Count(b.Done, "file"))
		}
		return widgets.NewPhrase(name, widgets.Run{Words: tail, Colour: theme.Ink, Bold: true})
	default:
		return widgets.NewPhrase(widgets.Run{Words: words, Colour: ink, Bold: bold}, name)
	}
}

// BatchDetail is the small print of a batch.
func BatchDetail(b app.Batch, now time.Time) string {
	parts := []string{locale.When(b.When, now)}
	switch {
	case b.State == plan.BatchUndone:
		parts = append(parts, "every file back in its place")
	case b.State == plan.BatchInterrupted:
		parts = append(parts, placesWords(b))
	case b.State == plan.BatchDamaged:
		parts = append(parts, "its record is damaged: Undo brings back what can be found, and says what cannot")
	case b.Receipt != nil:
		parts = append(parts, b.Receipt.Sentence())
	}
	return strings.Join(parts, " · ")
}

// placesWords says where the files of a batch are that was cut short.
func placesWords(b app.Batch) string {
	renamed := standing(b)
	rest := b.Of - renamed - b.Lost
	words := fmt.Sprintf("%s %s a new name, %s %s the old one",
		locale.Number(renamed), Verb(renamed, "has", "have"), locale.Number(rest), Verb(rest, "has", "have"))
	if b.Lost > 0 {
		return fmt.Sprintf("%s, and %s %s at neither place: another program was at work", words, locale.Number(b.Lost), Verb(b.Lost, "is", "are"))
	}
	return "every file is there: " + words
}

// Unfinished is how many files a batch that was cut short has not come to; none
// where it was being undone.
func Unfinished(b app.Batch) int {
	if b.State != plan.BatchInterrupted || b.Undone > 0 {
		return 0
	}
	return b.Of - b.Done - b.Lost
}

func BatchIcon(b app.Batch) (theme.IconName, fyne.ThemeColorName) {
	switch b.State {
	case plan.BatchInterrupted, plan.BatchStopped, plan.BatchDamaged:
		return theme.IconAlert, theme.Doubt
	case plan.BatchUndone:
		return theme.IconUndo, theme.Muted
	default:
		return theme.IconCheck, theme.Accent
	}
}

func CanUndo(b app.Batch) bool { return b.State != plan.BatchUndone && standing(b) > 0 }

// standing is how many operations of a batch were made and not taken back.
func standing(b app.Batch) int { return b.Done - b.Undone }

// CanUndoOne says that a move of a batch can be taken back without the others.
func CanUndoOne(b app.Batch, m app.Move) bool {
	return CanUndo(b) && b.State != plan.BatchInterrupted && b.State != plan.BatchDamaged && m.To != m.From && (m.Note == "" || strings.HasPrefix(m.Note, "edited"))
}

// FinishLabel is the button that finishes a batch that was cut short.
func FinishLabel(b app.Batch) string { return "Finish the other " + locale.Number(Unfinished(b)) }

// UndoLabel is the button that takes it back.
func UndoLabel(b app.Batch) string {
	if b.State == plan.BatchInterrupted {
		return fmt.Sprintf("Roll back the %s", locale.Number(standing(b)))
	}
	return "Undo"
}

// batchWords heads a batch: "21 files renamed in Receipts 2026".
func batchWords(b app.Batch) (words, folder string) {
	folder = filepath.Base(b.Folder)
	if b.Folder == "" {
		folder = "several folders"
	}
	return Count(b.Done, "file") + " " + DoneVerb(b) + " in ", folder
}

func DoneVerb(b app.Batch) string {
	for _, m := range b.Moves {
		if filepath.Dir(m.From) != filepath.Dir(m.To) {
			return "moved"
		}
	}
	return "renamed"
}
