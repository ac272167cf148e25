package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/deskhand/deskhand/ui/theme"
)

// Line is one pressable line of a short list: an icon, words, and a small remark at the
// end.
type Line struct {
	pressable
	icon   *Icon
	words  *Text
	remark *Text
}

// NewLine returns a line.
func NewLine(icon theme.IconName, words, remark string, pressed func()) *Line {
	l := &Line{icon: NewIcon(icon, theme.Ink, 16), words: Body(words).Shrink(), remark: Small(remark)}
	l.init(l, pressed)
	return l
}

// Text returns the words.
func (l *Line) Text() string { return l.words.String() }

// CreateRenderer implements fyne.Widget.
func (l *Line) CreateRenderer() fyne.WidgetRenderer {
	r := &lineRenderer{
		l: l, box: &canvas.Rectangle{CornerRadius: theme.RadiusChip},
		row: RowGrow(theme.Gap8, l.words, l.icon, l.words, l.remark),
	}
	r.objects = []fyne.CanvasObject{r.box, r.row}
	r.Refresh()
	return r
}

// lineHeight is the height of a line, lineSide how far its box extends.
const lineHeight, lineSide float32 = 28, 6

type lineRenderer struct {
	drawing
	l   *Line
	box *canvas.Rectangle
	row *fyne.Container
}

func (r *lineRenderer) MinSize() fyne.Size {
	return fyne.NewSize(r.row.MinSize().Width, lineHeight)
}

func (r *lineRenderer) Layout(size fyne.Size) {
	Place(r.box, -lineSide, 0, size.Width+2*lineSide, size.Height)
	Place(r.row, 0, 0, size.Width, size.Height)
}

func (r *lineRenderer) Refresh() {
	r.l.frame(r.box, "")
	r.row.Refresh()
	canvas.Refresh(r.l)
}
