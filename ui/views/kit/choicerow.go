package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// choiceRow is one folder or file in the chooser.
type choiceRow struct {
	widget.BaseWidget
	c     *Chooser
	entry found
	back  *widgets.Area
	icon  *widgets.Icon
	name  *widgets.Text
	tick  *widgets.Tick
}

func newChoiceRow(c *Chooser) *choiceRow {
	w := &choiceRow{
		c: c, back: widgets.NewArea(""),
		icon: widgets.NewIcon(theme.IconFile, theme.Muted, 18), name: widgets.Body("").Shrink(),
	}
	w.tick = widgets.NewTick(func() { c.press(w.entry) })
	w.ExtendBaseWidget(w)
	return w
}

func (w *choiceRow) show(e found) {
	w.entry = e
	w.name.Set(e.name)
	ticked := w.c.ticked[e.name]
	w.tick.Set(ticked, true)
	w.tick.Hidden = e.folder || !w.c.ticks()
	switch {
	case e.folder:
		w.icon.Set(theme.IconFolder, theme.Accent)
		w.name.Style(theme.Ink, false)
	case w.c.ticks():
		w.icon.Set(theme.IconFile, theme.Ink)
		w.name.Style(theme.Ink, ticked)
	default:
		w.icon.Set(theme.IconFile, theme.Muted)
		w.name.Style(theme.Muted, false)
	}
	fill := theme.Surface
	if ticked {
		fill = theme.Tint
	}
	w.back.Paint(fill)
	w.Refresh()
}

// Tapped opens the folder or ticks the file.
func (w *choiceRow) Tapped(*fyne.PointEvent) { w.c.press(w.entry) }

// CreateRenderer implements fyne.Widget.
func (w *choiceRow) CreateRenderer() fyne.WidgetRenderer {
	row := widgets.RowGrow(theme.Gap8, w.name, w.icon, w.name, w.tick)
	return widget.NewSimpleRenderer(container.NewStack(w.back,
		widgets.Fixed(0, 36, widgets.Inset(0, theme.Gap12, 0, theme.Gap16, row))))
}
