// Package search is the page that finds documents by their text: the query, its filters,
// the results, and the page with the words.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne,
// and the theme and widgets of ui; no other page, and not the window. It belongs
// to the UI goroutine: it searches on others, one search at a time.
package search
