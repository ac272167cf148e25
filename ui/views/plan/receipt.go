package plan

import (
	"path/filepath"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Receipt shows what was done, counted from the disk, and can undo it.
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
	s.back = widgets.NewButton(locale.L("Undo"), widgets.Secondary, func() { s.undo.Ask(batch) })
	s.back.Enabled(r.Moved > 0)
	show := widgets.NewButton(locale.L("Show files"), widgets.Secondary, func() { frame.OpenFolder(folder, s.undo.Notice) })
	done := widgets.NewButton(locale.L("Done"), widgets.Primary, s.Submit)
	icon, colour := theme.IconCheck, theme.Accent
	if r.Stopped || r.Failed > 0 || r.ContentsChanged > 0 || r.FilesIn != r.FilesOut {
		icon, colour = theme.IconAlert, theme.Doubt
	}
	head := widgets.Heading(receiptHeading(r, batch, folderWords(p, folder))).Shrink()
	lines := widgets.Column(theme.Gap8, widgets.Strong(kit.ReceiptWords(r)).Shrink())
	for _, line := range receiptLines(r, batch) {
		lines.Add(widgets.Quiet(line).Wrap())
	}
	card := widgets.Card(widgets.Column(theme.Gap24,
		lines, widgets.Row(theme.Gap12, s.back, show, widgets.Spacer(), done)))
	top := widgets.Column(theme.Gap24,
		widgets.RowGrow(theme.Gap12, head, widgets.NewIcon(icon, colour, 28), head),
		card, s.undo.Notice.Object())
	var list fyne.CanvasObject
	if all := whatWasNotDone(p, r); len(all) > 0 {
		n := 0
		for _, same := range all {
			n += len(same.files)
		}
		top.Add(widgets.Title(locale.N("{{.N}} file not done", "{{.N}} files not done", n)))
		list = newNotDoneList(frame, ways, s.undo.Notice, all)
	}
	s.root = widgets.Sides(widgets.Inset(theme.Gap40, 0, theme.Gap24, 0, above(top, list)))
	return s
}

// above puts a receipt above the list of what was not done; nil if there is none.
func above(top, list fyne.CanvasObject) fyne.CanvasObject {
	if list == nil {
		return top
	}
	return widgets.Frame(widgets.Inset(0, 0, theme.Gap12, 0, top), nil, nil, nil, list)
}

// folderWords name where the files are now, most of them in folder.
func folderWords(p plan.Plan, folder string) string {
	if n := len(effectOf(p).folders); n > 1 {
		return locale.Folders(n)
	}
	return filepath.Base(folder)
}

func receiptHeading(r plan.Receipt, b app.Batch, folder string) string {
	moved := kit.Moved(b)
	switch {
	case r.Stopped:
		return locale.L("Stopped after {{.Done}} of {{.Files}}", "Done", locale.Number(r.Moved), "Files", locale.Files(b.Of))
	case r.Moved == 0 && moved:
		return locale.L("Nothing was moved")
	case r.Moved == 0:
		return locale.L("Nothing was renamed")
	case moved:
		return locale.N("{{.N}} file moved to {{.Folder}}", "{{.N}} files moved to {{.Folder}}", r.Moved, "Folder", folder)
	}
	return locale.N("{{.N}} file renamed in {{.Folder}}", "{{.N}} files renamed in {{.Folder}}", r.Moved, "Folder", folder)
}

func receiptLines(r plan.Receipt, b app.Batch) []string {
	var lines []string
	add := func(line string) { lines = append(lines, line) }
	if r.Stopped {
		add(locale.L("Every file is there: {{.Names}}.", "Names", kit.NamesWords(r.Moved, b.Of-r.Moved-r.Failed)))
	}
	switch {
	case r.Failed > 0 && kit.Moved(b):
		add(locale.N("{{.N}} file couldn't be moved.", "{{.N}} files couldn't be moved.", r.Failed))
	case r.Failed > 0:
		add(locale.N("{{.N}} file couldn't be renamed.", "{{.N}} files couldn't be renamed.", r.Failed))
	}
	if r.Skipped > 0 && !r.Stopped {
		add(locale.N("{{.N}} file kept its name.", "{{.N}} files kept their names.", r.Skipped))
	}
	if gone := r.FilesIn - r.FilesOut; gone > 0 {
		add(locale.N("{{.N}} file is no longer where Deskhand left it: another program was at work.",
			"{{.N}} files are no longer where Deskhand left them: another program was at work.", gone))
	}
	if r.ContentsChanged > 0 {
		add(locale.N("{{.N}} file changed while this ran: another program was at work.",
			"{{.N}} files changed while this ran: another program was at work.", r.ContentsChanged))
	}
	if r.Moved > 0 {
		add(locale.L("You can undo this now, or later from Activity."))
	}
	return lines
}

// destination returns the folder that most of the files are in now.
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

// Offer offers to read files that were dropped meanwhile.
func (s *Receipt) Offer(paths []string) {
	files := kit.PathsWords(paths)
	s.undo.Notice.Tell(locale.L("{{.Files}} was dropped while files were being renamed.", "Files", files),
		widgets.NewButton(locale.L("Read it now"), widgets.Primary, func() { s.ways.Propose(paths) }))
}

// Fail shows what went wrong after files were changed.
func (s *Receipt) Fail(words string) { s.undo.Notice.Fail(words) }

func (s *Receipt) Content() fyne.CanvasObject { return s.root }

func (s *Receipt) Submit() { s.ways.Home() }

func (s *Receipt) Escape() { s.ways.Home() }
