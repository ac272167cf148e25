package table

import (
	"context"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// working shows how far a table is that takes longer than a moment.
type working struct {
	p     *Page
	root  *fyne.Container
	words *widgets.Text
	bar   *widgets.Parts
	turn  int // of the table that it tells of; 0: none
}

func newWorking(p *Page) *working {
	w := &working{p: p, words: widgets.Body("").Shrink(), bar: widgets.NewParts()}
	stop := widgets.NewButton(locale.L("Cancel"), widgets.Secondary, w.cancel).Small()
	w.root = widgets.Column(theme.Gap8, widgets.RowGrow(theme.Gap12, w.words, w.words, stop), w.bar)
	w.root.Hide()
	return w
}

// begin shows it once a table has taken a moment.
func (w *working) begin(turn int) {
	w.turn = turn
	w.words.Set(locale.L("Looking at the files…"))
	w.bar.Fill(0)
	frame := w.p.Frame
	frame.Work.Start(func(ctx context.Context) func() {
		moment := time.NewTimer(frame.Pulse)
		defer moment.Stop()
		select {
		case <-moment.C:
		case <-ctx.Done():
		}
		return func() {
			if w.turn == turn {
				w.root.Show()
				w.p.refresh()
			}
		}
	})
}

func (w *working) progress(turn int, at chat.Progress) {
	if w.turn != turn || at.Total == 0 {
		return
	}
	w.words.Set(locale.L("Looking at {{.Name}}: {{.Done}} of {{.Total}}", "Name", kit.Short(inert.Line(filepath.Base(at.What)), menuLetters),
		"Done", locale.Number(at.Done), "Total", locale.Number(at.Total)))
	w.bar.Fill(float32(at.Done) / float32(at.Total))
}

// cancel gives the table up.
func (w *working) cancel() { w.p.stop() }

func (w *working) end() {
	w.turn = 0
	w.root.Hide()
}
