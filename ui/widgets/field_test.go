package widgets

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"github.com/deskhand/deskhand/ui/theme"
)

func TestALongValueEndsBeforeTheButtonOfItsChoices(t *testing.T) {
	f := NewField("From", "", "Choose")
	f.Set(strings.Repeat("Alder & Finch ", 20), "page 1", false, true)
	test.NewTempWindow(t, f).Resize(fyne.NewSize(480, 40))
	typed := test.WidgetRenderer(f.entry).Objects()
	at := slices.IndexFunc(typed, func(o fyne.CanvasObject) bool { _, ok := o.(*container.Scroll); return ok })
	if at < 0 {
		t.Fatal("the text is not clipped")
	}
	left := func(o fyne.CanvasObject) float32 {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).X
	}
	end := left(typed[at]) + typed[at].Size().Width
	if button := left(f.more); end > button+theme.Gap4 { // its icon has more padding than that
		t.Errorf("the text ends at %v, the button begins at %v", end, button)
	}
}
