package widgets

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/deskhand/deskhand/ui/theme"
)

// face is the look of a small pressable widget: a box with an icon, words and a sign at
// the end, centred. Words that do not fit are cut.
type face struct {
	text string
	size fyne.ThemeSizeName
	bold bool

	icon              theme.IconName
	iconSide, iconGap float32
	end               theme.IconName // drawn in a muted colour
	endText           string

	fill, stroke, ink fyne.ThemeColorName
	width             float32 // of the stroke
	radius            float32
	hovered           bool // a veil is over the box

	side, rise float32 // padding of the words in the box
	height     float32 // of the whole, if not that of the words; else 0
	box        float32 // height of the box, if less; else 0
	// shrinks allows the words to be cut, and aligns them left if there is more room.
	shrinks bool
}

// faceLeast is the least width of one whose words may be cut.
const faceLeast float32 = 80

// faced is a widget with a face.
type faced interface {
	fyne.Widget
	face() face
}

// faceRenderer draws a face.
type faceRenderer struct {
	drawing
	of        faced
	box, veil *canvas.Rectangle
	icon, end *canvas.Image
	text      *canvas.Text
	endText   *canvas.Text
}

func newFaceRenderer(of faced) *faceRenderer {
	r := &faceRenderer{
		of: of, box: &canvas.Rectangle{}, veil: &canvas.Rectangle{}, icon: iconImage(), end: iconImage(),
		text: canvas.NewText("", nil), endText: canvas.NewText("", nil),
	}
	r.objects = []fyne.CanvasObject{r.box, r.veil, r.icon, r.text, r.end, r.endText}
	r.Refresh()
	return r
}

const (
	caretSize   float32 = 14
	crossSide   float32 = 12
	focusStroke float32 = 2
)

// before and behind are the widths on both sides of the words.
func (f face) before() float32 {
	if f.icon == "" {
		return 0
	}
	return f.iconSide + f.iconGap
}

func (f face) behind() float32 {
	switch {
	case f.end != "":
		return theme.Gap4 + caretSize
	case f.endText != "":
		return theme.Gap4 + crossSide
	}
	return 0
}

func (f face) measure(of fyne.CanvasObject, words string) fyne.Size {
	return textSize(words, SizeOf(of, f.size), f.bold)
}

func (r *faceRenderer) MinSize() fyne.Size {
	f := r.of.face()
	words := fyne.NewSize(-f.iconGap, 0)
	if f.text != "" {
		words = f.measure(r.of, f.text)
	}
	height := f.height
	height = cmp.Or(height, words.Height+2*f.rise)
	width := words.Width + 2*f.side + f.before() + f.behind()
	if f.shrinks {
		width = min(width, faceLeast)
	}
	return fyne.NewSize(width, height)
}

func (r *faceRenderer) Layout(size fyne.Size) {
	f := r.of.face()
	box := f.box
	box = cmp.Or(box, size.Height)
	Place(r.box, 0, (size.Height-box)/2, size.Width, box)
	Place(r.veil, 0, (size.Height-box)/2, size.Width, box)
	if f.text == "" {
		Place(r.icon, (size.Width-f.iconSide)/2, (size.Height-f.iconSide)/2, f.iconSide, f.iconSide)
		return
	}
	room := size.Width - 2*f.side - f.before() - f.behind()
	r.text.Text = ellipsis(f.text, room, func(s string) float32 { return f.measure(r.of, s).Width })
	words := f.measure(r.of, r.text.Text)
	x := (size.Width - words.Width - f.before() - f.behind()) / 2
	if f.shrinks {
		x = f.side
		width := min(size.Width, words.Width+2*f.side+f.before()+f.behind())
		Place(r.box, 0, (size.Height-box)/2, width, box)
		Place(r.veil, 0, (size.Height-box)/2, width, box)
	}
	Place(r.icon, x, (size.Height-f.iconSide)/2, f.iconSide, f.iconSide)
	x += f.before()
	Place(r.text, x, (size.Height-words.Height)/2, words.Width, words.Height)
	x += words.Width + theme.Gap4
	Place(r.end, x, (size.Height-caretSize)/2, caretSize, caretSize)
	Place(r.endText, x, (size.Height-words.Height)/2, crossSide, words.Height)
	r.text.Refresh()
}

func (r *faceRenderer) Refresh() {
	f := r.of.face()
	r.box.FillColor, r.box.StrokeColor, r.box.StrokeWidth = ColourOf(r.of, f.fill), ColourOf(r.of, f.stroke), f.width
	r.box.CornerRadius, r.veil.CornerRadius = f.radius, f.radius
	r.veil.FillColor, r.veil.Hidden = ColourOf(r.of, theme.Hover), !f.hovered
	ink, muted := ColourOf(r.of, f.ink), ColourOf(r.of, theme.Muted)
	r.text.Color, r.text.TextSize, r.text.TextStyle.Bold = ink, SizeOf(r.of, f.size), f.bold
	r.endText.Text, r.endText.Color, r.endText.TextSize = f.endText, muted, SizeOf(r.of, f.size)
	if r.icon.Hidden = f.icon == ""; f.icon != "" {
		setIcon(r.icon, f.icon, ink)
	}
	if r.end.Hidden = f.end == ""; f.end != "" {
		setIcon(r.end, f.end, muted)
	}
	r.Layout(r.of.Size())
	canvas.Refresh(r.of)
}

// drawing is the common part of renderers with fixed objects.
type drawing struct{ objects []fyne.CanvasObject }

// Objects implements fyne.WidgetRenderer.
func (d *drawing) Objects() []fyne.CanvasObject { return d.objects }

// Refresh implements fyne.WidgetRenderer.
func (d *drawing) Refresh() {
	for _, o := range d.objects {
		o.Refresh()
	}
}

// Destroy implements fyne.WidgetRenderer.
func (d *drawing) Destroy() {}
