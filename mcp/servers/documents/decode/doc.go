// Package decode turns the bytes of a file into text and pixels. It runs in a
// process that can be killed and can do nothing else: see package worker.
//
// It may import the formats, pdf, picture and layout. It has no goroutine; a
// Decoder and its File belong to one of their caller's.
package decode
