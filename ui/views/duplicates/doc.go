// Package duplicates is where files with the same contents, or the same text, are seen side
// by side: one of each group stays, and the others are put aside.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne, and the
// theme and widgets of ui; no other page, and not the window. It belongs to the UI
// goroutine: files are looked at on others, one search at a time.
package duplicates
