package kit

import (
	"path/filepath"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Working is a line that shows the progress of a job that takes longer than a moment,
// with Cancel.
type Working struct {
	frame   *Frame
	changed func()
	// Cancel cancels the job.
	Cancel func()
	root   *fyne.Container
	words  *widgets.Text
	bar    *widgets.Parts
	turn   int // of the shown job; 0: none
}

// NewWorking returns a hidden line. changed is called when its height changes.
func NewWorking(frame *Frame, cancel, changed func()) *Working {
	w := &Working{frame: frame, Cancel: cancel, changed: changed, words: widgets.Body("").Shrink(), bar: widgets.NewParts()}
	stop := widgets.NewButton(locale.L("Cancel"), widgets.Secondary, func() { w.Cancel() }).Small()
	w.root = widgets.Column(theme.Gap8, widgets.RowGrow(theme.Gap12, w.words, w.words, stop), w.bar)
	w.root.Hide()
	return w
}

// Object returns what is laid out.
func (w *Working) Object() fyne.CanvasObject { return w.root }

// Visible reports whether it is visible.
func (w *Working) Visible() bool { return w.root.Visible() }

// Busy reports whether a job is running, visible or not.
func (w *Working) Busy() bool { return w.turn != 0 }

// Begin shows it once a job has taken a moment. turn is the job's number, from 1.
func (w *Working) Begin(turn int) {
	w.turn = turn
	w.words.Set(locale.L("Looking at the files…"))
	w.bar.Fill(0)
	w.frame.Work.After(w.frame.Pulse, func() {
		if w.turn == turn {
			w.root.Show()
			w.changed()
		}
	})
}

// workingLetters is how much of a name is shown.
const workingLetters = 28

// Events returns a receiver of a job's events, which shows its progress.
func (w *Working) Events(turn int) func(event.Event) {
	progress := &Latest[chat.Progress]{Post: w.frame.Work.Post, Show: func(at chat.Progress) { w.progress(turn, at) }}
	return func(e event.Event) {
		if at, ok := e.Body.(event.Progress); ok {
			progress.Take(at.Progress)
		}
	}
}

// progress shows the progress of a job, unless it is over.
func (w *Working) progress(turn int, at chat.Progress) {
	if w.turn != turn || at.Total == 0 {
		return
	}
	w.words.Set(locale.L("Looking at {{.Name}}: {{.Done}} of {{.Total}}", "Name", Short(inert.Line(filepath.Base(at.What)), workingLetters),
		"Done", locale.Number(at.Done), "Total", locale.Number(at.Total)))
	w.bar.Fill(float32(at.Done) / float32(at.Total))
}

// End hides it.
func (w *Working) End() {
	w.turn = 0
	w.root.Hide()
}
