package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Stage is what a page shows at a time.
type Stage interface {
	Content() fyne.CanvasObject
	// Submit is called for Enter, Escape for Esc.
	Submit()
	Escape()
}

// typist is a stage that handles other keys too, when nothing has the focus.
type typist interface{ TypedKey(key *fyne.KeyEvent) }

// Stages is a page that shows one stage after the other.
type Stages struct {
	Frame *Frame
	body  *fyne.Container
	Now   Stage
	// Staged is called when another stage is shown.
	Staged func()
}

func NewStages(frame *Frame) Stages {
	return Stages{Frame: frame, body: container.NewStack(), Staged: func() {}}
}

// Object returns what the window shows.
func (s *Stages) Object() fyne.CanvasObject { return s.body }

// Typed handles a key that no widget used.
func (s *Stages) Typed(key *fyne.KeyEvent) {
	switch key.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		s.Now.Submit()
	case fyne.KeyEscape:
		s.Now.Escape()
	default:
		if t, ok := s.Now.(typist); ok {
			t.TypedKey(key)
		}
	}
}

// Find focuses the search of the stage.
func (s *Stages) Find() {
	if f, ok := s.Now.(interface{ Find() }); ok {
		f.Find()
	}
}

// Replace replaces the current stage without a visible change.
func (s *Stages) Replace(next Stage) {
	s.Now = next
	s.body.Objects = []fyne.CanvasObject{next.Content()}
}

// Show shows another stage.
func (s *Stages) Show(next Stage) {
	s.Replace(next)
	s.body.Refresh()
	if s.Frame.Shown() {
		s.Frame.Window.Canvas().Unfocus()
	}
	s.Staged()
}
