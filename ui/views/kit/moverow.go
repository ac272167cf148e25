package kit

import (
	"path/filepath"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// MoveRow is one operation, and what can be done about it.
func MoveRow(m app.Move, ways ...fyne.CanvasObject) fyne.CanvasObject {
	to := filepath.Base(m.To)
	if filepath.Dir(m.To) != filepath.Dir(m.From) {
		to = filepath.Join(filepath.Base(filepath.Dir(m.To)), to)
	}
	after := widgets.Body(to).Shrink()
	right := widgets.RowGrow(theme.Gap8, after, widgets.NewIcon(theme.IconArrow, theme.Muted, 14), after)
	if m.Note != "" {
		right.Add(widgets.NewChip(Short(m.Note, 40), widgets.Plain, nil))
	}
	for _, way := range ways {
		right.Add(way)
	}
	return widgets.Split(theme.Gap12, 0.26, widgets.Quiet(filepath.Base(m.From)).Shrink(), right)
}
