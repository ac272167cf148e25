package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Choice is one line of a menu.
type Choice struct {
	Words string
	Pick  func()
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
