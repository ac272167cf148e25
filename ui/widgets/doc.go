// Package widgets holds the parts of the window: text, buttons, chips, cards, a page with
// marks. They know no business and report events by callbacks.
//
// It may import Fyne and ui/theme. Everything here belongs to the UI goroutine; no
// goroutine is started.
package widgets
