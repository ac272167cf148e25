// Package history makes what a model gets to see of a conversation: a
// projection that fits its window, with every tool result fenced and labelled
// as data. The stored conversation is never changed by it.
//
// Fit does it in three steps, each only as far as it is needed: older results
// are shortened, the oldest turns and rounds give way to a running summary, and
// in the last resort the largest texts are cut, the newest result among them.
// How far it went is a chat.Compaction, which the caller keeps and hands back.
//
// It is pure: no I/O, no state, no goroutine. It may import budget and chat.
package history
