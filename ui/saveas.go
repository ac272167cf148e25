package ui

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2/driver"

	"github.com/deskhand/deskhand/ui/portal"
)

// saveAs shows the desktop's own dialog for saving a file.
func (w *Window) saveAs(ctx context.Context, title, file string) (string, error) {
	parent := ""
	if native, ok := w.win.(driver.NativeWindow); ok {
		native.RunNative(func(of any) {
			if x, ok := of.(driver.X11WindowContext); ok {
				parent = fmt.Sprintf("x11:%x", x.WindowHandle)
			}
		})
	}
	return portal.Save(ctx, parent, title, file)
}
