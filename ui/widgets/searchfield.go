package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/deskhand/deskhand/ui/theme"
)

// SearchField looks like a search field, and leads to the real one.
type SearchField struct {
	pressable
	words, key *Text
	icon       *Icon
}

// NewSearchField returns one; key is its keyboard shortcut.
func NewSearchField(words, key string, pressed func()) *SearchField {
	s := &SearchField{words: Quiet(words).Shrink(), key: Small(key), icon: NewIcon(theme.IconSearch, theme.Muted, 16)}
	s.init(s, pressed)
	return s
}

// Text returns the words.
func (s *SearchField) Text() string { return s.words.String() }

// CreateRenderer implements fyne.Widget.
func (s *SearchField) CreateRenderer() fyne.WidgetRenderer {
	r := &searchFieldRenderer{
		s: s, box: &canvas.Rectangle{CornerRadius: theme.RadiusButton},
		row: RowGrow(theme.Gap8, s.words, s.icon, s.words, s.key),
	}
	r.objects = []fyne.CanvasObject{r.box, r.row}
	r.Refresh()
	return r
}

const searchFieldHeight, searchFieldSide float32 = 36, 12

type searchFieldRenderer struct {
	drawing
	s   *SearchField
	box *canvas.Rectangle
	row *fyne.Container
}

func (r *searchFieldRenderer) MinSize() fyne.Size {
	return fyne.NewSize(r.row.MinSize().Width+2*searchFieldSide, searchFieldHeight)
}

func (r *searchFieldRenderer) Layout(size fyne.Size) {
	Place(r.box, 0, 0, size.Width, size.Height)
	Place(r.row, searchFieldSide, 0, size.Width-2*searchFieldSide, size.Height)
}

func (r *searchFieldRenderer) Refresh() {
	r.s.frame(r.box, theme.Surface)
	if !r.s.focused {
		r.box.StrokeWidth, r.box.StrokeColor = 1, ColourOf(r.s, theme.Line)
	}
	r.row.Refresh()
	canvas.Refresh(r.s)
}
