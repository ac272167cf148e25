// Package widgets holds the parts that the window is made of: text, buttons,
// chips, cards, a page with marks on it. They know no business: what happens
// is told by callbacks.
//
// It may import Fyne and ui/theme. Everything here belongs to the UI
// goroutine; no goroutine is started.
package widgets
