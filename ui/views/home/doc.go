// Package home is the page where the job begins: the drop zone, the pattern for names, and
// the last batch.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne,
// and the theme and widgets of ui; no other page, and not the window. It belongs
// to the UI goroutine.
package home
