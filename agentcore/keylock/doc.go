// Package keylock has mutexes by a key, such as one for each conversation, which a
// caller stops waiting for when its context ends. It imports the standard library alone
// and starts no goroutine.
package keylock
