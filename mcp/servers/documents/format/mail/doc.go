// Package mail reads messages as they were sent: the header as facts, the text,
// and the names of what is attached.
//
// It imports packages format, page and plaintext, has no goroutine, and is safe
// from anywhere.
package mail
