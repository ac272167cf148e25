// Package prose shows text in several styles that wraps: what a model answers, or
// what the person asked.
//
// It may import Fyne, ui/locale, ui/theme and ui/widgets. Everything here belongs
// to the UI goroutine; no goroutine is started.
package prose
