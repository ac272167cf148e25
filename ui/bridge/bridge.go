package bridge

import "fyne.io/fyne/v2"

// Post runs f on the UI goroutine, in the order of the calls, without waiting for it. Any
// goroutine may call it.
func Post(f func()) { fyne.Do(f) }
