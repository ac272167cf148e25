package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// ShowFailure opens a small window that says why Deskhand can't start and what to do. It
// must be called on the UI goroutine before the app runs; closing the window ends the app.
func ShowFailure(app fyne.App, sentence string) fyne.Window {
	app.Settings().SetTheme(theme.New())
	win := app.NewWindow("Deskhand")
	end := widgets.NewButton(locale.L("Close"), widgets.Primary, win.Close)
	head := widgets.Heading(locale.L("Deskhand can't start"))
	column := widgets.Column(theme.Gap16,
		widgets.Row(theme.Gap12, widgets.NewIcon(theme.IconAlert, theme.Danger, 26), head),
		widgets.Body(sentence).Wrap(),
		widgets.Row(theme.Gap12, widgets.Quiet(locale.L("None of your files were touched.")), widgets.Spacer(), end))
	win.SetPadded(false)
	win.SetContent(container.NewStack(widgets.NewArea(fynetheme.ColorNameBackground),
		widgets.Inset(theme.Gap24, theme.Gap24, theme.Gap24, theme.Gap24, column)))
	win.Resize(fyne.NewSize(560, 190))
	win.SetMaster()
	win.Canvas().SetOnTypedKey(func(key *fyne.KeyEvent) {
		if key.Name == fyne.KeyEscape || key.Name == fyne.KeyReturn || key.Name == fyne.KeyEnter {
			win.Close()
		}
	})
	win.Show()
	return win
}
