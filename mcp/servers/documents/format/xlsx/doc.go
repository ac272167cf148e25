// Package xlsx reads the sheets of Excel.
//
// It imports packages format and archive, has no goroutine, and is safe from
// anywhere.
package xlsx
