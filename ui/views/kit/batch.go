package kit

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// BatchTitle is the title of a batch: "21 files renamed in Receipts 2026". The name of
// the folder is bold, or all of it for a card of its own.
func BatchTitle(b app.Batch, bold bool) *widgets.Phrase {
	switch {
	case b.State != plan.BatchInterrupted && b.State != plan.BatchStopped:
		return doneTitle(b, bold)
	case b.Undone > 0:
		return widgets.NewPhrase(widgets.Run{Colour: theme.Ink, Bold: true, Words: locale.L("{{.Folder}}: undo stopped after {{.Undone}} of {{.Files}}",
			"Folder", batchFolder(b), "Undone", locale.Number(b.Undone), "Files", locale.Files(b.Done))})
	default:
		return widgets.NewPhrase(widgets.Run{Colour: theme.Ink, Bold: true, Words: locale.L("{{.Folder}}: stopped after {{.Done}} of {{.Files}}",
			"Folder", batchFolder(b), "Done", locale.Number(b.Done), "Files", locale.Files(b.Of))})
	}
}

// doneTitle is the title of a batch that was carried out.
func doneTitle(b app.Batch, bold bool) *widgets.Phrase {
	words := locale.N("{{.N}} file renamed in {{.Folder}}", "{{.N}} files renamed in {{.Folder}}", b.Done, "Folder", Gap)
	switch {
	case DidNothing(b):
		words = locale.L("Nothing was changed in {{.Folder}}", "Folder", Gap)
	case b.Adds:
		words = locale.N("{{.N}} file added in {{.Folder}}", "{{.N}} files added in {{.Folder}}", b.Done, "Folder", Gap)
	case Moved(b):
		words = locale.N("{{.N}} file moved in {{.Folder}}", "{{.N}} files moved in {{.Folder}}", b.Done, "Folder", Gap)
	}
	ink := theme.Ink
	if b.State == plan.BatchUndone {
		ink = theme.Muted
	}
	before, after := Around(words)
	return widgets.NewPhrase(widgets.Run{Words: before, Colour: ink, Bold: bold},
		widgets.Run{Words: batchFolder(b), Colour: ink, Bold: true}, widgets.Run{Words: after, Colour: ink, Bold: bold})
}

func batchFolder(b app.Batch) string {
	if b.Folder == "" {
		return locale.L("several folders")
	}
	return filepath.Base(b.Folder)
}

// DidNothing reports whether a batch was carried out without changing a file.
func DidNothing(b app.Batch) bool { return b.State == plan.BatchDone && b.Done == 0 }

// Moved reports whether a batch moved files to other folders, rather than only renaming
// them.
func Moved(b app.Batch) bool {
	return slices.ContainsFunc(b.Moves, func(m app.Move) bool { return filepath.Dir(m.From) != filepath.Dir(m.To) })
}

// BatchDetail is the small print of a batch.
func BatchDetail(b app.Batch, now time.Time) string {
	parts := []string{locale.When(b.When, now)}
	switch {
	case b.State == plan.BatchUndone && b.Adds:
		parts = append(parts, locale.L("removed again"))
	case b.State == plan.BatchUndone:
		parts = append(parts, locale.L("all names restored"))
	case b.State == plan.BatchInterrupted:
		parts = append(parts, placesWords(b))
	case b.State == plan.BatchDamaged:
		parts = append(parts, locale.L("its record is damaged: Undo restores what can be found and lists what can't"))
	case b.Receipt != nil:
		parts = append(parts, ReceiptWords(*b.Receipt))
	}
	return strings.Join(parts, " · ")
}

// ReceiptWords is a receipt in one line.
func ReceiptWords(r plan.Receipt) string {
	return countedWords(r.FilesIn, r.FilesOut, r.ContentsChanged)
}

// placesWords say where the files of an interrupted batch are.
func placesWords(b app.Batch) string {
	renamed := remaining(b)
	names := NamesWords(renamed, b.Of-renamed-b.Lost)
	if b.Lost == 0 {
		return locale.L("every file is there: {{.Names}}", "Names", names)
	}
	return locale.N("{{.Names}}, and {{.N}} is at neither place: another program was at work",
		"{{.Names}}, and {{.N}} are at neither place: another program was at work", b.Lost, "Names", names)
}

// NamesWords says how many files have a new name and how many the old one.
func NamesWords(renamed, rest int) string {
	return locale.L("{{.New}}, {{.Old}}",
		"New", locale.N("{{.N}} has a new name", "{{.N}} have a new name", renamed),
		"Old", locale.N("{{.N}} has the old one", "{{.N}} have the old one", rest))
}

// Unfinished returns how many files an interrupted batch has not got to; 0 if it was
// being undone.
func Unfinished(b app.Batch) int {
	if b.State != plan.BatchInterrupted || b.Undone > 0 {
		return 0
	}
	return b.Of - b.Done - b.Lost
}

func BatchIcon(b app.Batch) (theme.IconName, fyne.ThemeColorName) {
	switch {
	case DidNothing(b), b.State == plan.BatchInterrupted, b.State == plan.BatchStopped, b.State == plan.BatchDamaged:
		return theme.IconAlert, theme.Doubt
	case b.State == plan.BatchUndone:
		return theme.IconUndo, theme.Muted
	default:
		return theme.IconCheck, theme.Accent
	}
}

func CanUndo(b app.Batch) bool { return b.State != plan.BatchUndone && remaining(b) > 0 }

// remaining returns how many operations of a batch are in effect.
func remaining(b app.Batch) int { return b.Done - b.Undone }

// CanUndoOne reports whether a move of a batch can be undone without the others.
func CanUndoOne(b app.Batch, m app.Move) bool {
	return CanUndo(b) && b.State != plan.BatchInterrupted && b.State != plan.BatchDamaged && m.To != m.From && (m.Code == "" || m.Code == chat.CodeEdited)
}

// FinishLabel is the label of the button that finishes an interrupted batch.
func FinishLabel(b app.Batch) string {
	return locale.N("Finish the other {{.N}}", "Finish the other {{.N}}", Unfinished(b))
}

// UndoLabel is the label of the button that undoes it.
func UndoLabel(b app.Batch) string {
	if b.State == plan.BatchInterrupted {
		return locale.N("Roll back the {{.N}}", "Roll back the {{.N}}", remaining(b))
	}
	return locale.L("Undo")
}
