// Package models is the page of the models: which are used, in which order, which one
// fits this computer, and how one does on the user's own files.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne, and the
// theme and widgets of ui; no other page, and not the window. It belongs to the UI
// goroutine.
package models
