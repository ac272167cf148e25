// Package servers is the page of the servers that provide the assistant's tools: ours and
// the user's own.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne, and the
// theme and widgets of ui; no other page, and not the window. It belongs to the UI
// goroutine.
package servers
