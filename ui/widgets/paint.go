package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/ui/theme"
)

// ColourOf returns the colour called name of o's present theme.
func ColourOf(o fyne.CanvasObject, name fyne.ThemeColorName) color.Color {
	if name == "" {
		return color.Transparent
	}
	variant := fyne.CurrentApp().Settings().ThemeVariant()
	return fynetheme.CurrentForWidget(o).Color(name, variant)
}

func SizeOf(o fyne.CanvasObject, name fyne.ThemeSizeName) float32 {
	return fynetheme.CurrentForWidget(o).Size(name)
}

// iconImage returns an image to be filled by setIcon.
func iconImage() *canvas.Image {
	img := &canvas.Image{FillMode: canvas.ImageFillContain}
	return img
}

func setIcon(img *canvas.Image, name theme.IconName, c color.Color) {
	img.Resource = theme.Icon(name, c)
	img.Refresh()
}

// textSize measures one line.
func textSize(s string, size float32, bold bool) fyne.Size {
	return fyne.MeasureText(s, size, fyne.TextStyle{Bold: bold})
}

// Place sets the position and size of o.
func Place(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(w, h))
}

// PassOn passes a key that a widget does not use to the window.
func PassOn(o fyne.CanvasObject, key *fyne.KeyEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return
	}
	if typed := c.OnTypedKey(); typed != nil {
		typed(key)
	}
}

// PassShortcut passes a shortcut that a widget does not use to the window.
func PassShortcut(o fyne.CanvasObject, s fyne.Shortcut) {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if window, ok := c.(fyne.Shortcutable); ok {
		window.TypedShortcut(s)
	}
}
