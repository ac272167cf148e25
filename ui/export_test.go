package ui

import "fyne.io/fyne/v2"

// Fyne returns Fyne's window.
func (w *Window) Fyne() fyne.Window { return w.win }
