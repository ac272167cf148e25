// Package views holds the pages of the window: the job from the drop to the
// receipt, chat, activity, models, servers and settings. A view decides
// words and places; what is true it is told by the Desk.
//
// It may import app's plain values, agentcore/{chat,event,plan}, Fyne, and the
// theme and widgets of ui. Views belong to the UI goroutine. What may block is
// started through Work, which owns the goroutine and hands the result back to
// the UI goroutine.
package views
