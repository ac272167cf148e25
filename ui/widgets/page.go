package widgets

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Mark is a place on a page, in fractions of its width and height.
type Mark struct {
	X, Y, W, H float32
	// Chosen draws a border around it, and scrolls it into view.
	Chosen bool
}

// Page shows the page of a document with marks on it, at full width, scrolled; or words
// if there is no page.
type Page struct {
	widget.BaseWidget
	sheet  *sheet
	scroll *zoomScroll
	words  *Text
	// Picked is called on a press on the page, or with a dragged area: from and to are
	// fractions of its width and height.
	Picked func(from, to fyne.Position)
}

// NewPage returns an empty page.
func NewPage() *Page {
	s := &sheet{}
	s.ExtendBaseWidget(s)
	p := &Page{sheet: s, scroll: newZoomScroll(s), words: Small("").Wrap(), Picked: func(fyne.Position, fyne.Position) {}}
	s.picked = func(from, to fyne.Position) { p.Picked(from, to) }
	s.zoomed, p.scroll.zoomed = p.Zoom, p.Zoom
	p.scroll.Hide()
	p.ExtendBaseWidget(p)
	return p
}

// Say shows words in place of a page.
func (p *Page) Say(words string) {
	p.sheet.page, p.sheet.img, p.sheet.marks = nil, nil, nil
	p.words.Set(words)
	p.words.Show()
	p.scroll.Hide()
	p.Refresh()
}

// Open shows a page.
func (p *Page) Open(img image.Image, marks []Mark) {
	fresh := p.sheet.page != img
	if fresh || !samePlaces(p.sheet.marks, marks) {
		p.sheet.page, p.sheet.img = img, highlighted(img, marks)
	}
	p.sheet.marks = marks
	p.words.Hide()
	p.scroll.Show()
	if fresh {
		p.scroll.Offset, p.sheet.zoom = fyne.Position{}, 1
	}
	p.Refresh()
	p.bringIntoSight()
}

// The zoom of a page: on a double click, and its limits.
const (
	zoomFull float32 = 2.5
	zoomMax  float32 = 6
	zoomStep float32 = 1.25
)

// Zoom scales the page by a factor; the point of the sheet under at does not move. At its
// smallest the page has the width of the view.
func (p *Page) Zoom(by float32, at fyne.Position) {
	s := p.sheet
	to := min(zoomMax, max(1, max(1, s.zoom)*by))
	if s.img == nil || to == s.zoom {
		return
	}
	seen, fraction := at.Subtract(p.scroll.Offset), s.fraction(at)
	s.zoom = to
	p.scroll.Refresh() // resizes the sheet
	d := s.drawn(s.Size())
	p.scroll.ScrollToOffset(fyne.NewPos(max(0, fraction.X*d.Width-seen.X), max(0, fraction.Y*d.Height-seen.Y)))
}

// Zoomed returns the page's scale relative to the width of the view.
func (p *Page) Zoomed() float32 { return max(1, p.sheet.zoom) }

// Marks returns the present marks.
func (p *Page) Marks() []Mark { return p.sheet.marks }

// Words returns the words in place of a page; empty if one is shown.
func (p *Page) Words() string {
	if !p.words.Visible() {
		return ""
	}
	return p.words.String()
}

func (p *Page) bringIntoSight() {
	for _, m := range p.sheet.marks {
		if !m.Chosen {
			continue
		}
		drawn := p.sheet.drawn(p.sheet.Size())
		middle := (m.Y + m.H/2) * drawn.Height
		offset := middle - p.scroll.Size().Height/2
		across := max(0, (m.X+m.W/2)*drawn.Width-p.scroll.Size().Width/2)
		p.scroll.ScrollToOffset(fyne.NewPos(min(across, max(0, drawn.Width-p.scroll.Size().Width)), max(0, min(offset, drawn.Height-p.scroll.Size().Height))))
		return
	}
}

// CreateRenderer implements fyne.Widget.
func (p *Page) CreateRenderer() fyne.WidgetRenderer {
	r := &pageRenderer{p: p, frame: &canvas.Rectangle{}}
	r.objects = []fyne.CanvasObject{r.frame, r.p.scroll, r.p.words}
	r.Refresh()
	return r
}

type pageRenderer struct {
	drawing
	p     *Page
	frame *canvas.Rectangle
}

func (r *pageRenderer) MinSize() fyne.Size { return fyne.NewSize(120, 90) }

func (r *pageRenderer) Layout(size fyne.Size) {
	Place(r.frame, 0, 0, size.Width, size.Height)
	inner := size.Subtract(fyne.NewSquareSize(2))
	r.p.sheet.fit(inner)
	Place(r.p.scroll, 1, 1, inner.Width, inner.Height)
	width := size.Width - 2*theme.Gap24
	r.p.words.Resize(fyne.NewSize(width, 0))
	height := r.p.words.MinSize().Height
	Place(r.p.words, theme.Gap24, (size.Height-height)/2, width, height)
}

func (r *pageRenderer) Refresh() {
	r.frame.CornerRadius, r.frame.StrokeWidth = theme.RadiusButton, 1
	r.frame.StrokeColor = ColourOf(r.p, theme.Line)
	r.frame.FillColor = ColourOf(r.p, theme.Background)
	r.Layout(r.p.Size())
	r.p.sheet.Refresh()
	canvas.Refresh(r.p)
}

// sheet is the page with its marks; chosen marks have a border.
type sheet struct {
	widget.BaseWidget
	page  image.Image // as given
	img   image.Image // with the marks on it
	marks []Mark
	room  fyne.Size

	zoom   float32 // the scale relative to the view; below 1: as wide as it
	zoomed func(by float32, at fyne.Position)

	picked         func(from, to fyne.Position)
	dragging       bool
	dragged, ended fyne.Position // start and end, as fractions
}

// fraction returns a place on the sheet in fractions of the page.
func (s *sheet) fraction(at fyne.Position) fyne.Position {
	d := s.drawn(s.Size())
	if d.Width <= 0 || d.Height <= 0 {
		return fyne.Position{}
	}
	size := s.Size()
	return fyne.NewPos((at.X-(size.Width-d.Width)/2)/d.Width, (at.Y-max(0, (size.Height-d.Height)/2))/d.Height)
}

// Tapped implements fyne.Tappable.
func (s *sheet) Tapped(e *fyne.PointEvent) {
	at := s.fraction(e.Position)
	s.picked(at, at)
}

// DoubleTapped enlarges the page, or fits its width.
func (s *sheet) DoubleTapped(e *fyne.PointEvent) {
	if s.zoom > 1 {
		s.zoomed(1/s.zoom, e.Position)
		return
	}
	s.zoomed(zoomFull, e.Position)
}

// zoomScroll scrolls a sheet, and zooms it with Ctrl. The sheet itself must not be
// scrollable: scrollable objects are drawn as a whole.
type zoomScroll struct {
	container.Scroll
	zoomed func(by float32, at fyne.Position)
}

func newZoomScroll(s *sheet) *zoomScroll {
	z := &zoomScroll{}
	z.Content, z.Direction = s, container.ScrollBoth
	z.ExtendBaseWidget(z)
	return z
}

// Scrolled implements fyne.Scrollable.
func (z *zoomScroll) Scrolled(e *fyne.ScrollEvent) {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	if !ok || d.CurrentKeyModifiers()&fyne.KeyModifierShortcutDefault == 0 {
		z.Scroll.Scrolled(e)
		return
	}
	by := zoomStep
	if e.Scrolled.DY < 0 {
		by = 1 / by
	}
	z.zoomed(by, e.Position.Add(z.Offset))
}

// Dragged implements fyne.Draggable.
func (s *sheet) Dragged(e *fyne.DragEvent) {
	at := s.fraction(e.Position)
	if !s.dragging {
		s.dragging, s.dragged = true, s.fraction(e.Position.Subtract(fyne.NewPos(e.Dragged.DX, e.Dragged.DY)))
	}
	s.ended = at
}

// DragEnd implements fyne.Draggable.
func (s *sheet) DragEnd() {
	s.dragging = false
	s.picked(s.dragged, s.ended)
}

// Cursor shows that there is text to select.
func (s *sheet) Cursor() desktop.Cursor {
	if s.img == nil {
		return desktop.DefaultCursor
	}
	return desktop.TextCursor
}

// fit tells the sheet the size of the view.
func (s *sheet) fit(room fyne.Size) {
	if s.room == room {
		return
	}
	s.room = room
	s.Refresh()
}

// drawn returns the size of the page: full width, or all of it visible if nothing on it
// is to be read.
func (s *sheet) drawn(room fyne.Size) fyne.Size {
	if s.img == nil || room.Width <= 0 {
		return fyne.Size{}
	}
	b := s.img.Bounds()
	aspect := float32(b.Dy()) / float32(max(1, b.Dx()))
	width := room.Width
	if len(s.marks) == 0 && s.room.Height > 0 {
		width = min(width, (s.room.Height-1)/aspect)
	}
	if s.zoom > 1 {
		width = s.room.Width * s.zoom
	}
	return fyne.NewSize(width, width*aspect)
}

func (s *sheet) CreateRenderer() fyne.WidgetRenderer {
	r := &sheetRenderer{s: s, img: &canvas.Image{FillMode: canvas.ImageFillStretch}}
	r.Refresh()
	return r
}

type sheetRenderer struct {
	s     *sheet
	img   *canvas.Image
	boxes []*canvas.Rectangle
}

func (r *sheetRenderer) MinSize() fyne.Size {
	d := r.s.drawn(r.s.room)
	if r.s.zoom <= 1 {
		d.Width = 0
	}
	return d
}

func (r *sheetRenderer) Layout(size fyne.Size) {
	d := r.s.drawn(size)
	x, y := (size.Width-d.Width)/2, max(0, (size.Height-d.Height)/2)
	Place(r.img, x, y, d.Width, d.Height)
	r.box()
	for i, m := range r.s.marks {
		const air = 2
		Place(r.boxes[i], x+m.X*d.Width-air, y+m.Y*d.Height-air, m.W*d.Width+2*air, m.H*d.Height+2*air)
	}
}

func (r *sheetRenderer) Refresh() {
	r.img.Image, r.img.Hidden = r.s.img, r.s.img == nil
	r.box()
	for i, m := range r.s.marks {
		r.boxes[i].StrokeColor, r.boxes[i].StrokeWidth = theme.HighlightLine(), 2
		r.boxes[i].CornerRadius, r.boxes[i].Hidden = 2, !m.Chosen
	}
	r.Layout(r.s.Size())
	r.img.Refresh()
	canvas.Refresh(r.s)
}

// box makes a box for each mark.
func (r *sheetRenderer) box() {
	for len(r.boxes) < len(r.s.marks) {
		r.boxes = append(r.boxes, &canvas.Rectangle{})
	}
	r.boxes = r.boxes[:len(r.s.marks)]
}

func (r *sheetRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.img}
	for _, b := range r.boxes {
		objects = append(objects, b)
	}
	return objects
}

func (r *sheetRenderer) Destroy() {}
