package prose

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// Bubble is a message of the user: on the right, as wide as needed and at most as wide as
// most.
func Bubble(words string, most float32) *fyne.Container {
	text := New(Plain(words)...)
	panel := widgets.NewPanel(widgets.Inset(theme.Gap8, theme.Gap16, theme.Gap8, theme.Gap16, text), theme.Tint, theme.Tint, theme.RadiusCard)
	return container.New(&bubbleLayout{words: words, text: text, most: most}, panel)
}

type bubbleLayout struct {
	words string
	text  *Prose
	most  float32
}

// bubbleShort is how many bytes may fit in one line.
const bubbleShort = 200

// width returns the width of the panel if there is room.
func (b *bubbleLayout) width(room float32) float32 {
	if len(b.words) > bubbleShort || strings.Contains(b.words, "\n") {
		return min(b.most, room)
	}
	natural := fyne.MeasureText(b.words, widgets.SizeOf(b.text, theme.SizeBody), fyne.TextStyle{}).Width
	return min(natural+2*theme.Gap16+1, b.most, room)
}

func (b *bubbleLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(proseLeast, objects[0].MinSize().Height)
}

func (b *bubbleLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width := b.width(size.Width)
	objects[0].Resize(fyne.NewSize(width, objects[0].MinSize().Height))
	widgets.Place(objects[0], size.Width-width, 0, width, objects[0].MinSize().Height)
}
