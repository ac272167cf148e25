package ui_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/widgets"
)

// inGerman switches the window to German for a test.
func inGerman(t *testing.T) {
	t.Helper()
	t.Cleanup(locale.Load) // after the environment is restored
	t.Setenv(locale.Variable, "de")
	locale.Load()
}

func TestRailAndFooterFitGermanInANarrowWindow(t *testing.T) {
	inGerman(t)
	h := light(t, receipts())
	h.window.Fyne().Resize(fyne.NewSize(900, 600))
	h.untilSaid("Nichts verlässt diesen Computer")
	driver := fyne.CurrentApp().Driver()
	for _, o := range h.all() {
		if item, ok := o.(*widgets.RailItem); ok {
			for _, part := range seen(item) {
				if words, ok := part.(*canvas.Text); ok && words.MinSize().Width > item.Size().Width {
					t.Errorf("%q is %v wide in %v", words.Text, words.MinSize().Width, item.Size().Width)
				}
			}
		}
		if words, ok := o.(*canvas.Text); ok && driver.AbsolutePositionForObject(o).Y > 560 && strings.HasSuffix(words.Text, "…") {
			t.Errorf("the footer says %q", words.Text)
		}
	}
}
