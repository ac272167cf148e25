// Package tsv reads the table of words that tesseract writes.
//
// It imports its neighbour wire and the standard library, and trusts no row.
package tsv
