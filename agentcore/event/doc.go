// Package event tells what happened: a sealed set of small values, each under
// a header that says in which stream (a conversation's turn or a batch) and at
// which place of it.
//
// It imports chat and plan alone. A Stream may be used by several goroutines;
// everything else is plain values.
package event
