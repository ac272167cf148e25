// Package history makes what a model gets to see of a conversation: a
// projection that fits its window, with every tool result fenced and labelled
// as data. The stored conversation is never changed by it.
//
// It is pure: no I/O, no state, no goroutine. It may import budget and chat.
package history
