package plan

import (
	"fmt"
	"path/filepath"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Receipt says what was done, counted from the disk, and takes it back.
type Receipt struct {
	ways Ways
	root fyne.CanvasObject
	undo *kit.Undoer
	back *widgets.Button
}

func NewReceipt(frame *kit.Frame, backend kit.Reverser, ways Ways, p plan.Plan, r plan.Receipt) *Receipt {
	s := &Receipt{ways: ways}
	batch := app.Batch{ID: r.Batch, Done: r.Moved, Of: effectOf(p).total(), Moves: movesOf(p)}
	s.undo = kit.NewUndoer(frame, backend, func() { s.root.Refresh() }, func() {
		s.back.Disable()
		ways.Changed()
	})
	folder := destination(p)
	s.back = widgets.NewButton("Undo", widgets.Secondary, func() { s.undo.Ask(batch) })
	s.back.Enabled(r.Moved > 0)
	show := widgets.NewButton("Show files", widgets.Secondary, func() { frame.OpenFolder(folder, s.undo.Notice) })
	done := widgets.NewButton("Done", widgets.Primary, s.Submit)
	icon, colour := theme.IconCheck, theme.Accent
	if r.Stopped || r.Failed > 0 || r.ContentsChanged > 0 || r.FilesIn != r.FilesOut {
		icon, colour = theme.IconAlert, theme.Doubt
	}
	head := widgets.Heading(receiptHeading(r, batch)).Shrink()
	lines := widgets.Column(theme.Gap8, widgets.Strong(r.Sentence()).Shrink())
	for _, line := range receiptLines(r, batch) {
		lines.Add(widgets.Quiet(line).Wrap())
	}
	card := widgets.Card(widgets.Column(theme.Gap24,
		lines, widgets.Row(theme.Gap12, s.back, show, widgets.Spacer(), done)))
	top := widgets.Column(theme.Gap24,
		widgets.RowGrow(theme.Gap12, head, widgets.NewIcon(icon, colour, 28), head),
		card, s.undo.Notice.Object())
	if len(r.Failures) > 0 {
		top.Add(widgets.Title(kit.Count(len(r.Failures), "file") + " not done"))
	}
	s.root = widgets.Sides(widgets.Inset(theme.Gap40, 0, theme.Gap24, 0, withFailures(top, r.Failures)))
	return s
}

// withFailures puts the files that were not done below a receipt, each with its
// reason.
func withFailures(top fyne.CanvasObject, failures []plan.Failure) fyne.CanvasObject {
	if len(failures) == 0 {
		return top
	}
	list := widgets.NewList(func() int { return len(failures) }, newFailureRow, func(i int, o fyne.CanvasObject) {
		showFailure(o, failures[i])
	})
	return widgets.Frame(widgets.Inset(0, 0, theme.Gap12, 0, top), nil, nil, nil, list.Framed())
}

// failureRow is the height of a row: a name, and the reason below it.
const failureRow = 60

func newFailureRow() fyne.CanvasObject {
	name, reason := widgets.Strong("").Shrink(), widgets.Small("").Shrink()
	return widgets.Fixed(0, failureRow, widgets.Inset(theme.Gap8, theme.Gap12, theme.Gap8, theme.Gap12,
		widgets.Column(theme.Gap4, name, reason)))
}

func showFailure(o fyne.CanvasObject, f plan.Failure) {
	inset := o.(*fyne.Container).Objects[0].(*fyne.Container)
	column := inset.Objects[0].(*fyne.Container)
	column.Objects[0].(*widgets.Text).Set(inert.Line(filepath.Base(f.Path)))
	column.Objects[1].(*widgets.Text).Set(kit.FailureWords(f))
}

func receiptHeading(r plan.Receipt, b app.Batch) string {
	if r.Moved == 0 && !r.Stopped {
		return "Nothing was " + kit.DoneVerb(b)
	}
	if r.Stopped {
		return fmt.Sprintf("Stopped after %s of %s", locale.Number(r.Moved), kit.Count(b.Of, "file"))
	}
	return kit.Count(r.Moved, "file") + " " + kit.DoneVerb(b)
}

func receiptLines(r plan.Receipt, b app.Batch) []string {
	var lines []string
	if r.Stopped {
		rest := b.Of - r.Moved - r.Failed
		lines = append(lines, fmt.Sprintf("Every file is there: %s %s a new name, %s %s the old one.",
			locale.Number(r.Moved), kit.Verb(r.Moved, "has", "have"), locale.Number(rest), kit.Verb(rest, "has", "have")))
	}
	if r.Failed > 0 {
		lines = append(lines, kit.Count(r.Failed, "file")+" could not be "+kit.DoneVerb(b)+".")
	}
	if r.Skipped > 0 && !r.Stopped {
		lines = append(lines, fmt.Sprintf("%s %s as before.", kit.Count(r.Skipped, "file"), kit.Verb(r.Skipped, "stays", "stay")))
	}
	if gone := r.FilesIn - r.FilesOut; gone > 0 {
		lines = append(lines, fmt.Sprintf("%s %s no longer where Deskhand left %s: another program was at work.",
			kit.Count(gone, "file"), kit.Verb(gone, "is", "are"), kit.Verb(gone, "it", "them")))
	}
	if r.ContentsChanged > 0 {
		lines = append(lines, kit.Count(r.ContentsChanged, "file")+" changed while this ran: another program was at work.")
	}
	if r.Moved == 0 {
		return lines
	}
	return append(lines, "Undo brings the old names back: now, or any time later under Activity.")
}

// destination is the folder that most of the files are in now.
func destination(p plan.Plan) string {
	counts := map[string]int{}
	best := ""
	for _, it := range p.Items {
		if it.Status != plan.StatusReady {
			continue
		}
		d := filepath.Dir(it.To)
		counts[d]++
		if counts[d] > counts[best] {
			best = d
		}
	}
	return best
}

func movesOf(p plan.Plan) []app.Move {
	var moves []app.Move
	for _, it := range p.Items {
		if it.Status == plan.StatusReady {
			moves = append(moves, app.Move{From: it.From, To: it.To})
		}
	}
	return moves
}

// Fail says what went wrong after files were changed.
func (s *Receipt) Fail(words string) { s.undo.Notice.Fail(words) }

func (s *Receipt) Content() fyne.CanvasObject { return s.root }

func (s *Receipt) Submit() { s.ways.Home() }

func (s *Receipt) Escape() { s.ways.Home() }
