// Package home is where the job begins: the drop zone, how files are to be named,
// and what was done the last time.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne,
// and the theme and widgets of ui; no other page, and not the window. It belongs
// to the UI goroutine.
package home
