// Package kit is what the pages of the window share: the frame that each is given,
// the work that runs off the UI goroutine, stages, the chooser, the undo of a
// batch, and words that more than one page says.
//
// It may import app's plain values, the vocabulary of agentcore, Fyne, and the
// theme and widgets of ui; no page. All of it belongs to the UI goroutine. What
// may block is started through Work, which owns the goroutine and hands the result
// back to the UI goroutine.
package kit
