// Package models is the page of the models: which are asked, in which order, which
// fits this computer, and how one does on the person's own files.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne,
// and the theme and widgets of ui; no other page, and not the window. It belongs
// to the UI goroutine.
package models
