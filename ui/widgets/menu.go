package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Choice is one line of a menu.
type Choice struct {
	Words string
	Pick  func()
}

// OpenCalendar lets a day be picked under o, from the month of at.
func OpenCalendar(o fyne.CanvasObject, at time.Time, picked func(time.Time)) {
	driver := fyne.CurrentApp().Driver()
	c := driver.CanvasForObject(o)
	if c == nil {
		return
	}
	var open *widget.PopUp
	open = widget.NewPopUp(widget.NewCalendar(at, func(day time.Time) {
		open.Hide()
		picked(day)
	}), c)
	size := open.MinSize()
	under := driver.AbsolutePositionForObject(o).AddXY(o.Size().Width-size.Width, o.Size().Height+4)
	under.Y = min(under.Y, c.Size().Height-size.Height)
	open.ShowAtPosition(fyne.NewPos(max(0, under.X), max(0, under.Y)))
}

// OpenMenu opens a menu under o.
func OpenMenu(o fyne.CanvasObject, choices []Choice) {
	items := make([]*fyne.MenuItem, len(choices))
	for i, c := range choices {
		items[i] = fyne.NewMenuItem(c.Words, c.Pick)
	}
	driver := fyne.CurrentApp().Driver()
	c := driver.CanvasForObject(o)
	if c == nil {
		return
	}
	under := driver.AbsolutePositionForObject(o).AddXY(0, o.Size().Height+4)
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), c, under)
}
