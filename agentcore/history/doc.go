// Package history makes what a model sees of a conversation: a projection that fits its
// window, with every tool result fenced and labelled as data. The stored conversation is
// never changed.
//
// Fit does it in three steps, each only as far as needed: older results are shortened,
// the oldest turns and rounds are replaced by a running summary, and as a last resort the
// largest texts are cut, even the newest result. The state is a chat.Compaction, which
// the caller stores and passes back.
//
// It is pure: no I/O, no state, no goroutine. It may import budget and chat.
package history
