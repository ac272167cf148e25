// Package theme is how the window looks: its colours in light and dark, its
// sizes, its typeface and its icons.
//
// It imports Fyne and the embedded fonts. Its values never change, so any
// goroutine may read them.
package theme
