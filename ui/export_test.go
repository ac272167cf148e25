package ui

import "fyne.io/fyne/v2"

// Fyne returns the window as Fyne has it.
func (w *Window) Fyne() fyne.Window { return w.win }
