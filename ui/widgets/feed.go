package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/ui/theme"
)

// Feed is a scrolled column that grows at its end. A reader at the end stays there. Only
// rows near the visible part are in the window, since the driver visits all objects for
// each frame.
type Feed struct {
	*container.Scroll
	column *fyne.Container
	mark   *canvas.Rectangle // refreshed to have the window drawn
	// Top is called when the beginning of the column is scrolled to.
	Top func()
	// AtEnd is called when its end becomes visible or invisible.
	AtEnd func(bool)

	objects []fyne.CanvasObject
	rows    []feedRow // of the objects
	width   float32   // of a row
	height  float32   // of all rows
	least   float32   // the least width of a row
	from    int       // the first row of the column
	end     bool      // it is at its end, and stays there
}

// feedRow is what a feed knows of an object outside its column.
type feedRow struct {
	measured    bool
	top, height float32
	ink         color.Color // when it was last in the column
}

// NewFeed returns an empty feed.
func NewFeed() *Feed {
	f := &Feed{mark: &canvas.Rectangle{}, Top: func() {}, AtEnd: func(bool) {}, end: true}
	f.column = container.New(feedLayout{f})
	f.Scroll = container.NewVScroll(f.column)
	f.OnScrolled = func(at fyne.Position) {
		f.stay(f.atEnd())
		f.turn()
		if at.Y <= 0 && !f.end {
			f.Top()
		}
	}
	return f
}

// Object returns what is laid out.
func (f *Feed) Object() fyne.CanvasObject { return container.New(feedFrame{f}, f.Scroll, f.mark) }

// feedFrame keeps the end visible when the feed is resized.
type feedFrame struct{ f *Feed }

func (l feedFrame) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

func (l feedFrame) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	end := l.f.end
	Place(objects[0], 0, 0, size.Width, size.Height)
	l.f.layRows()
	if end {
		l.f.End()
	}
}

// feedEnd is the distance from the end that counts as being at the end.
const feedEnd float32 = 48

// atEnd reports whether the end of the column is visible.
func (f *Feed) atEnd() bool {
	return f.Offset.Y+f.Size().Height >= f.Content.Size().Height-feedEnd
}

// Show shows these objects. Those that were shown before are not redrawn.
func (f *Feed) Show(objects []fyne.CanvasObject) {
	f.take(objects)
	f.layRows()
	if f.end {
		f.End()
	}
}

// ShowBefore shows these objects, of which the first are new, without moving the visible
// part.
func (f *Feed) ShowBefore(objects []fyne.CanvasObject) {
	fromEnd := f.Content.Size().Height - f.Offset.Y
	f.take(objects)
	f.layRows()
	f.ScrollToOffset(fyne.NewPos(0, f.Content.Size().Height-fromEnd))
	f.turn()
}

// End scrolls to the end, and stays there.
func (f *Feed) End() {
	f.stay(true)
	f.ScrollToOffset(fyne.NewPos(0, max(0, f.Content.Size().Height-f.Size().Height)))
	f.turn()
}

// stay records whether it is at its end, and stays there.
func (f *Feed) stay(end bool) {
	if f.end != end {
		f.end = end
		f.AtEnd(end)
	}
}

// take sets the objects, keeping what is known of them.
func (f *Feed) take(objects []fyne.CanvasObject) {
	same := 0
	for same < min(len(objects), len(f.objects)) && objects[same] == f.objects[same] {
		same++
	}
	known := map[fyne.CanvasObject]feedRow{}
	for i, o := range f.objects[same:] {
		known[o] = f.rows[same+i]
	}
	f.rows = f.rows[:same]
	for _, o := range objects[same:] {
		f.rows = append(f.rows, known[o])
	}
	f.objects = objects
}

// layRows lays out the rows without redrawing them.
func (f *Feed) layRows() {
	f.lay(f.Size().Width)
	f.Content.Resize(f.Content.MinSize().Max(f.Size()))
	f.turn()
	canvas.Refresh(f.mark)
}

// feedLast is how many rows at the end may grow while invisible.
const feedLast = 3

// lay measures the rows that are in the column or new, and places all.
func (f *Feed) lay(room float32) {
	side := feedNarrow
	if room >= feedTurn {
		side = feedWide
	}
	if width := room - 2*side; f.width != width {
		f.width = width
		for i := range f.rows {
			f.rows[i].measured = false
		}
	}
	y, past := feedTop, f.from+len(f.column.Objects)
	f.least = 0
	for i := range f.rows {
		r := &f.rows[i]
		if i >= f.from && i < past || i >= len(f.rows)-feedLast || !r.measured {
			f.measure(i)
		}
		r.top = y
		if at := fyne.NewPos(side, y); f.objects[i].Position() != at {
			f.objects[i].Move(at)
		}
		y += r.height + feedGap
	}
	f.height = y - feedGap + feedTop
}

// measure gives a row the height that it needs.
func (f *Feed) measure(i int) {
	o, r := f.objects[i], &f.rows[i]
	o.Resize(fyne.NewSize(f.width, o.Size().Height)) // wrapped text needs its width first
	least := o.MinSize()
	o.Resize(fyne.NewSize(f.width, least.Height))
	f.least = max(f.least, least.Width)
	r.height, r.measured = least.Height, true
}

// turn puts the rows near the visible part into the column, and tells them which part of
// them is visible.
func (f *Feed) turn() {
	top, view := f.Offset.Y, f.Size().Height
	f.from = len(f.rows)
	past := f.from
	for i, r := range f.rows {
		if r.top+r.height >= top-view && r.top <= top+2*view {
			f.from = min(f.from, i)
			past = i + 1
		}
	}
	f.column.Objects = f.objects[f.from:past]
	for i, o := range f.column.Objects {
		r := &f.rows[f.from+i]
		if ink := ColourOf(f.Scroll, theme.Ink); r.ink != ink {
			if r.ink != nil {
				o.Refresh() // the colours have changed meanwhile
			}
			r.ink = ink
		}
		see(o, top-r.top, top+view-r.top)
	}
}

// see tells objects that can draw a part of themselves which part is visible.
func see(o fyne.CanvasObject, top, bottom float32) {
	switch o := o.(type) {
	case interface{ See(top, bottom float32) }:
		o.See(top, bottom)
	case *fyne.Container:
		for _, child := range o.Objects {
			see(child, top-child.Position().Y, bottom-child.Position().Y)
		}
	}
}

// feedLayout stacks the rows, with padding at the sides.
type feedLayout struct{ f *Feed }

const (
	feedWide, feedNarrow, feedTurn float32 = 60, 24, 800
	feedTop                        float32 = 24
	feedGap                        float32 = 16
)

func (l feedLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.f.least+2*feedNarrow, l.f.height)
}

func (l feedLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) { l.f.lay(size.Width) }
