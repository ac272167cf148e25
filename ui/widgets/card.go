package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Panel is a box with a fill and a border around its content.
type Panel struct {
	widget.BaseWidget
	content      fyne.CanvasObject
	fill, stroke fyne.ThemeColorName
	radius       float32
}

// NewPanel returns a panel.
func NewPanel(content fyne.CanvasObject, fill, stroke fyne.ThemeColorName, radius float32) *Panel {
	p := &Panel{content: content, fill: fill, stroke: stroke, radius: radius}
	p.ExtendBaseWidget(p)
	return p
}

// Card returns a panel with the padding of a card.
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

// Area is a plain area in a theme colour.
type Area struct {
	widget.BaseWidget
	colour fyne.ThemeColorName
	min    fyne.Size
	radius float32
}

// NewArea returns an area.
func NewArea(colour fyne.ThemeColorName) *Area {
	a := &Area{colour: colour}
	a.ExtendBaseWidget(a)
	return a
}

// Rule returns a separator line, horizontal or vertical.
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

// Dot returns a small round mark.
func Dot(colour fyne.ThemeColorName) *Area {
	a := NewArea(colour)
	a.min, a.radius = fyne.NewSquareSize(dotSide), dotSide/2
	return a
}

const dotSide float32 = 8

// corners cover what overlaps the round corners of a card, and redraw its border:
// scrolled content has square corners.
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
	deep := r.c.radius / 2 // a little more than a square's corner beyond its inner circle
	Place(r.ring, -deep, -deep, size.Width+2*deep, size.Height+2*deep)
	Place(r.line, 0, 0, size.Width, size.Height)
}

func (r *cornersRenderer) Refresh() {
	deep := r.c.radius / 2
	r.ring.StrokeColor, r.ring.StrokeWidth, r.ring.CornerRadius = ColourOf(r.c, fynetheme.ColorNameBackground), deep, r.c.radius+deep
	r.line.StrokeColor, r.line.StrokeWidth, r.line.CornerRadius = ColourOf(r.c, theme.Line), 1, r.c.radius
	// OpenGL blends the edge of a stroke into the fill: black if there is none.
	r.ring.FillColor, r.line.FillColor = faintest(r.ring.StrokeColor), faintest(r.line.StrokeColor)
	r.Layout(r.c.Size())
	canvas.Refresh(r.c)
}

// faintest returns a colour that is nearly transparent.
func faintest(c color.Color) color.Color {
	f := color.NRGBAModel.Convert(c).(color.NRGBA)
	f.A = 1
	return f
}
