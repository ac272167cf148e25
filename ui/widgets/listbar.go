package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// listBar is the scroll bar of a long list, whose handle never gets too small to grab.
// The toolkit's own, which shrinks with the length of the list, is below it.
type listBar struct {
	widget.BaseWidget
	list    *List
	hovered bool
}

const (
	listBarFrom  = 60 // rows; shorter lists have the toolkit's
	listBarWidth = 12
	listBarLeast = 44 // the length of the handle
	listBarThin  = 6  // its width, unless the mouse is over it
)

func newListBar(l *List) *listBar {
	b := &listBar{list: l}
	b.ExtendBaseWidget(b)
	return b
}

// handle returns the start and the length of the handle.
func (b *listBar) handle() (top, length float32) {
	height, all := b.Size().Height, b.list.height()
	if all <= height || height <= 0 {
		return 0, 0
	}
	length = max(min(listBarLeast, height), height*height/all)
	return (height - length) * min(1, b.list.GetScrollOffset()/(all-height)), length
}

// move moves the handle to a place.
func (b *listBar) move(top float32) {
	_, length := b.handle()
	height := b.Size().Height
	if room := height - length; length > 0 && room > 0 {
		b.list.ScrollToOffset(max(0, min(1, top/room)) * (b.list.height() - height))
	}
	b.Refresh()
}

// Dragged scrolls the list with the mouse.
func (b *listBar) Dragged(e *fyne.DragEvent) {
	top, _ := b.handle()
	b.move(top + e.Dragged.DY)
}

// DragEnd implements fyne.Draggable.
func (b *listBar) DragEnd() {}

// Tapped moves the handle to where the track was pressed.
func (b *listBar) Tapped(e *fyne.PointEvent) {
	if top, length := b.handle(); e.Position.Y < top || e.Position.Y > top+length {
		b.move(e.Position.Y - length/2)
	}
}

// MouseIn implements desktop.Hoverable.
func (b *listBar) MouseIn(*desktop.MouseEvent) { b.hover(true) }

// MouseMoved implements desktop.Hoverable.
func (b *listBar) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (b *listBar) MouseOut() { b.hover(false) }

func (b *listBar) hover(on bool) {
	b.hovered = on
	b.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (b *listBar) CreateRenderer() fyne.WidgetRenderer {
	r := &listBarRenderer{b: b, box: &canvas.Rectangle{}}
	r.objects = []fyne.CanvasObject{r.box}
	r.Refresh()
	return r
}

type listBarRenderer struct {
	drawing
	b   *listBar
	box *canvas.Rectangle
}

func (r *listBarRenderer) MinSize() fyne.Size { return fyne.NewSize(listBarWidth, 0) }

func (r *listBarRenderer) Layout(size fyne.Size) {
	top, length := r.b.handle()
	width := float32(listBarThin)
	if r.b.hovered {
		width = listBarWidth - 2
	}
	r.box.CornerRadius = width / 2
	Place(r.box, size.Width-width-1, top, width, length)
}

func (r *listBarRenderer) Refresh() {
	r.box.FillColor = ColourOf(r.b, theme.Muted)
	r.Layout(r.b.Size())
	canvas.Refresh(r.b)
}
