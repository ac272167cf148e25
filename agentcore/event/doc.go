// Package event is the sealed set of events, small values under a header with their
// stream (a conversation's turn or a batch) and position.
//
// It imports only chat and plan. A Stream may be used by several goroutines; everything
// else is plain values.
package event
