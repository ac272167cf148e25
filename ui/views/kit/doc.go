// Package kit is what the pages of the window share: the frame that each gets, the work
// off the UI goroutine, stages, the chooser, the undo of a batch, and words used by
// several pages.
//
// It may import app's plain values, the vocabulary of agentcore, Fyne, and the theme and
// widgets of ui; no page. All of it belongs to the UI goroutine. Blocking calls are
// started through Work, which owns the goroutine and passes the result to the UI
// goroutine.
package kit
