// Package bridge is the one place that reaches for the window's thread. All
// else is given a function that takes work there, which tests replace.
//
// It imports Fyne alone and starts no goroutine.
package bridge
