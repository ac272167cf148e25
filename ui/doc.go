// Package ui is the window. It decides words and places; what is true and what
// is done it asks of a Backend, which app's Controller is.
//
// It may import app, agentcore/{chat,event,plan}, Fyne and its own theme,
// widgets, views and bridge; never fyne's app package, so that it is tested with
// no display. Everything belongs to the UI goroutine but what views.Work starts
// and Window.Wait waits for.
package ui
