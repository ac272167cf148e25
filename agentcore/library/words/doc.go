// Package words makes of text what a search compares: words without case, accents
// and endings, so that Müller, Mueller and Muller, or invoice and invoices, are
// the same, and how many slips lie between two of them.
//
// It is pure and safe from any goroutine, but for a Keys, which one goroutine
// uses. It imports the standard library and golang.org/x/text alone.
package words
