// Package duplicates is the page that compares files with the same contents or the same
// text: one of each group is kept, and the others can be put aside.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne, and the
// theme and widgets of ui; no other page, and not the window. It belongs to the UI
// goroutine; files are compared on others, one search at a time.
package duplicates
