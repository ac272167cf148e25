// Package bridge is the only place that uses the window's thread. Everything else gets a
// function to post work there, which tests replace.
//
// It imports only Fyne and starts no goroutine.
package bridge
