// Package chat is the page of the assistant: the conversations, the open one, and the
// guard's questions.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne, and the
// theme and widgets of ui; no other page, and not the window. It belongs to the UI
// goroutine.
package chat
