// Package chat is the page where the assistant is asked: the conversations, the
// one that is open, and the questions of the guard.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne,
// and the theme and widgets of ui; no other page, and not the window. It belongs
// to the UI goroutine.
package chat
