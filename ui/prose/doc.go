// Package prose shows wrapped text in several styles: a model's answer, or the user's
// message.
//
// It may import Fyne, ui/locale, ui/theme and ui/widgets. Everything here belongs
// to the UI goroutine; no goroutine is started.
package prose
