// Package table is the page that lists the fields of documents in rows, with sums. Rows can
// be filtered, sorted, corrected and exported to a spreadsheet.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne, and the
// theme and widgets of ui; no other page, and not the window. It belongs to the UI
// goroutine; tables are computed on others, one at a time.
package table
