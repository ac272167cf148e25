// Package settings is the page of the settings and of the places of files.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne, and the
// theme and widgets of ui; no other page, and not the window. It belongs to the UI
// goroutine.
package settings
