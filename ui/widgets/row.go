package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// TwoLines is a row of a list: words over small print. Rows are reused as the list
// scrolls.
type TwoLines struct {
	widget.BaseWidget
	back   *Area
	words  *Text
	remark *Text
}

// NewTwoLines returns an empty row.
func NewTwoLines() *TwoLines {
	r := &TwoLines{back: NewArea(""), words: Body("").Shrink(), remark: Small("").Shrink()}
	r.ExtendBaseWidget(r)
	return r
}

// Set changes the words, the small print and its colour, and whether the row is chosen.
func (r *TwoLines) Set(words, remark string, colour fyne.ThemeColorName, chosen bool) {
	r.words.Set(words)
	r.remark.Set(remark)
	r.remark.Style(colour, false)
	fill := theme.Surface
	if chosen {
		fill = theme.Tint
	}
	r.back.Paint(fill)
	r.words.Style(theme.Ink, chosen)
	r.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (r *TwoLines) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(r.back,
		Inset(6, theme.Gap12, 6, theme.Gap16, Column(0, r.words, r.remark))))
}
