// Package activity is the page of the batches, each with its undo, and of all tool calls.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne,
// and the theme and widgets of ui; no other page, and not the window. It belongs
// to the UI goroutine.
package activity
