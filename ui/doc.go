// Package ui is the window. It decides words and layout; facts and actions come from a
// Backend, which is app's Controller.
//
// It may import app, agentcore/{chat,event,plan}, Fyne and its own theme, widgets, views
// and bridge; never fyne's app package, so that it can be tested without a display.
// Everything belongs to the UI goroutine except what views.Work starts and Window.Wait
// waits for.
package ui
