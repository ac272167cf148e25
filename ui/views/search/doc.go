// Package search is where documents are found by what they say: a field, the
// filters in what was typed, the documents, and the page that the words stand on.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne,
// and the theme and widgets of ui; no other page, and not the window. It belongs
// to the UI goroutine: it searches on others, one search at a time.
package search
