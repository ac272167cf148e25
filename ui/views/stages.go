package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// stage is what a page shows at a time.
type stage interface {
	object() fyne.CanvasObject
	// submit does what Enter does here, escape what Esc does.
	submit()
	escape()
}

// typist is a stage that has a use for other keys too, when nothing else has
// the keyboard.
type typist interface{ typed(key *fyne.KeyEvent) }

// stages is a page that shows one stage after the other.
type stages struct {
	frame *Frame
	body  *fyne.Container
	now   stage
	// Staged is told when another stage is shown.
	Staged func()
}

func newStages(frame *Frame) stages {
	return stages{frame: frame, body: container.NewStack(), Staged: func() {}}
}

// Object is what the window shows of it.
func (s *stages) Object() fyne.CanvasObject { return s.body }

// Typed takes a key that no widget has a use for.
func (s *stages) Typed(key *fyne.KeyEvent) {
	switch key.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		s.now.submit()
	case fyne.KeyEscape:
		s.now.escape()
	default:
		if t, ok := s.now.(typist); ok {
			t.typed(key)
		}
	}
}

// replace puts another stage in the place of the one that is shown, unseen.
func (s *stages) replace(next stage) {
	s.now = next
	s.body.Objects = []fyne.CanvasObject{next.object()}
}

// show shows another stage.
func (s *stages) show(next stage) {
	s.replace(next)
	s.body.Refresh()
	if s.frame.Shown() {
		s.frame.Window.Canvas().Unfocus()
	}
	s.Staged()
}
