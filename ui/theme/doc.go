// Package theme is the look of the window: colours in light and dark, sizes, typeface and
// icons.
//
// It imports Fyne and the embedded fonts. Its values never change, so any
// goroutine may read them.
package theme
