package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
)

// Feed is a column that grows at its end and can be scrolled. Whoever is at the
// end of it stays there.
type Feed struct {
	*container.Scroll
	column *fyne.Container
	// Top is told when the beginning of the column is scrolled to.
	Top func()

	end bool // it is at its end, and stays there
}

// NewFeed makes an empty feed.
func NewFeed() *Feed {
	f := &Feed{column: container.New(feedLayout{}), Top: func() {}, end: true}
	f.Scroll = container.NewVScroll(f.column)
	f.OnScrolled = func(at fyne.Position) {
		f.end = f.atEnd()
		if at.Y <= 0 && !f.end {
			f.Top()
		}
	}
	return f
}

// Object is what is laid out.
func (f *Feed) Object() fyne.CanvasObject { return container.New(feedFrame{f}, f.Scroll) }

// IsFeed tells whether a container is what a feed is laid out by.
func IsFeed(c *fyne.Container) bool {
	_, ok := c.Layout.(feedFrame)
	return ok
}

// feedFrame keeps the end in sight when the feed gets another size.
type feedFrame struct{ f *Feed }

func (l feedFrame) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

func (l feedFrame) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	end := l.f.end
	place(objects[0], 0, 0, size.Width, size.Height)
	if end {
		l.f.settle(l.f.column.Objects)
		l.f.End()
	}
}

// feedEnd is how near to the end one is at the end.
const feedEnd float32 = 48

// atEnd tells whether the end of the column is to be seen.
func (f *Feed) atEnd() bool {
	return f.Offset.Y+f.Size().Height >= f.Content.Size().Height-feedEnd
}

// Show shows these objects. Those that were shown before are not drawn anew.
func (f *Feed) Show(objects []fyne.CanvasObject) {
	f.settle(objects)
	if f.end {
		f.End()
	}
}

// ShowBefore shows these objects, of which the first are new: what was to be
// seen stays where it is.
func (f *Feed) ShowBefore(objects []fyne.CanvasObject) {
	fromEnd := f.Content.Size().Height - f.Offset.Y
	f.settle(objects)
	f.ScrollToOffset(fyne.NewPos(0, f.Content.Size().Height-fromEnd))
}

// End scrolls to the end, and stays there.
func (f *Feed) End() {
	f.end = true
	f.ScrollToOffset(fyne.NewPos(0, max(0, f.Content.Size().Height-f.Size().Height)))
}

// settle lays the objects out without drawing them anew.
func (f *Feed) settle(objects []fyne.CanvasObject) {
	f.column.Objects = objects
	size := f.Size()
	f.column.Layout.Layout(objects, size) // what wraps has to know its width
	f.Content.Resize(f.Content.MinSize().Max(size))
	f.column.Layout.Layout(objects, f.Content.Size())
	if len(objects) > 0 {
		canvas.Refresh(objects[len(objects)-1])
	}
}

// feedLayout stacks what a feed shows, away from the sides.
type feedLayout struct{}

const (
	feedSide, feedNear, feedTurn float32 = 60, 24, 800
	feedTop                      float32 = 24
	feedGap                      float32 = 16
)

func (feedLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	m := columnLayout{feedGap}.MinSize(objects)
	return m.AddWidthHeight(2*feedNear, 2*feedTop)
}

func (feedLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	side := feedNear
	if size.Width >= feedTurn {
		side = feedSide
	}
	columnLayout{feedGap}.Layout(objects, fyne.NewSize(size.Width-2*side, size.Height))
	for _, o := range objects {
		o.Move(o.Position().AddXY(side, feedTop))
	}
}
