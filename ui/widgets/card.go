package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Panel is a box with a fill, a line round it and something in it.
type Panel struct {
	widget.BaseWidget
	content      fyne.CanvasObject
	fill, stroke fyne.ThemeColorName
	radius       float32
}

// NewPanel makes a panel.
func NewPanel(content fyne.CanvasObject, fill, stroke fyne.ThemeColorName, radius float32) *Panel {
	p := &Panel{content: content, fill: fill, stroke: stroke, radius: radius}
	p.ExtendBaseWidget(p)
	return p
}

// Card is a panel with the room of a card round its content.
func Card(content fyne.CanvasObject) *Panel {
	return NewPanel(Inset(theme.Gap16, 20, theme.Gap16, 20, content), theme.Surface, theme.Line, theme.RadiusCard)
}

// Dress changes its colours.
func (p *Panel) Dress(fill, stroke fyne.ThemeColorName) {
	p.fill, p.stroke = fill, stroke
	p.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (p *Panel) CreateRenderer() fyne.WidgetRenderer {
	r := &panelRenderer{p: p, box: &canvas.Rectangle{}}
	r.objects = []fyne.CanvasObject{r.box, r.p.content}
	r.Refresh()
	return r
}

type panelRenderer struct {
	drawing
	p   *Panel
	box *canvas.Rectangle
}

func (r *panelRenderer) MinSize() fyne.Size { return r.p.content.MinSize() }

func (r *panelRenderer) Layout(size fyne.Size) {
	Place(r.box, 0, 0, size.Width, size.Height)
	Place(r.p.content, 0, 0, size.Width, size.Height)
}

func (r *panelRenderer) Refresh() {
	r.box.FillColor, r.box.StrokeColor = ColourOf(r.p, r.p.fill), ColourOf(r.p, r.p.stroke)
	r.box.StrokeWidth, r.box.CornerRadius = 1, r.p.radius
	r.Layout(r.p.Size())
	r.p.content.Refresh()
	canvas.Refresh(r.p)
}

// Area is a plane of one colour of the theme.
type Area struct {
	widget.BaseWidget
	colour fyne.ThemeColorName
	min    fyne.Size
	radius float32
}

// NewArea makes a plane.
func NewArea(colour fyne.ThemeColorName) *Area {
	a := &Area{colour: colour}
	a.ExtendBaseWidget(a)
	return a
}

// Rule is a line between two things, across or down.
func Rule() *Area {
	a := NewArea(theme.Line)
	a.min = fyne.NewSquareSize(1)
	return a
}

// Paint changes its colour.
func (a *Area) Paint(colour fyne.ThemeColorName) {
	if a.colour == colour {
		return
	}
	a.colour = colour
	a.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (a *Area) CreateRenderer() fyne.WidgetRenderer {
	r := &areaRenderer{a: a, box: &canvas.Rectangle{}}
	r.objects = []fyne.CanvasObject{r.box}
	r.Refresh()
	return r
}

type areaRenderer struct {
	drawing
	a   *Area
	box *canvas.Rectangle
}

func (r *areaRenderer) MinSize() fyne.Size { return r.a.min }

func (r *areaRenderer) Layout(size fyne.Size) { Place(r.box, 0, 0, size.Width, size.Height) }

func (r *areaRenderer) Refresh() {
	r.box.FillColor, r.box.CornerRadius = ColourOf(r.a, r.a.colour), r.a.radius
	canvas.Refresh(r.a)
}

// Dot is a small round mark in one colour.
func Dot(colour fyne.ThemeColorName) *Area {
	a := NewArea(colour)
	a.min, a.radius = fyne.NewSquareSize(dotSide), dotSide/2
	return a
}

const dotSide float32 = 8

// corners cover what reaches into the round corners of a card, and draw its line
// again: what scrolls in it has square ones.
type corners struct {
	widget.BaseWidget
	radius float32
}

func newCorners(radius float32) *corners {
	c := &corners{radius: radius}
	c.ExtendBaseWidget(c)
	return c
}

// CreateRenderer implements fyne.Widget.
func (c *corners) CreateRenderer() fyne.WidgetRenderer {
	r := &cornersRenderer{c: c, ring: &canvas.Rectangle{}, line: &canvas.Rectangle{}}
	r.objects = []fyne.CanvasObject{r.ring, r.line}
	r.Refresh()
	return r
}

type cornersRenderer struct {
	drawing
	c          *corners
	ring, line *canvas.Rectangle
}

func (r *cornersRenderer) MinSize() fyne.Size { return fyne.Size{} }

func (r *cornersRenderer) Layout(size fyne.Size) {
	deep := r.c.radius / 2 // a little more than what a square has over the circle in it
	Place(r.ring, -deep, -deep, size.Width+2*deep, size.Height+2*deep)
	Place(r.line, 0, 0, size.Width, size.Height)
}

func (r *cornersRenderer) Refresh() {
	deep := r.c.radius / 2
	r.ring.StrokeColor, r.ring.StrokeWidth, r.ring.CornerRadius = ColourOf(r.c, fynetheme.ColorNameBackground), deep, r.c.radius+deep
	r.line.StrokeColor, r.line.StrokeWidth, r.line.CornerRadius = ColourOf(r.c, theme.Line), 1, r.c.radius
	// OpenGL fades the edge of a stroke into the fill: into black where there is none.
	r.ring.FillColor, r.line.FillColor = faintest(r.ring.StrokeColor), faintest(r.line.StrokeColor)
	r.Layout(r.c.Size())
	canvas.Refresh(r.c)
}

// faintest is a colour that is as good as not there.
func faintest(c color.Color) color.Color {
	f := color.NRGBAModel.Convert(c).(color.NRGBA)
	f.A = 1
	return f
}
