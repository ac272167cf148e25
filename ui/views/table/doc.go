// Package table is where what was read of documents stands in rows, with their sums:
// narrowed, put in order, corrected and saved for a spreadsheet.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne, and the
// theme and widgets of ui; no other page, and not the window. It belongs to the UI
// goroutine: tables are made on others, one at a time.
package table
