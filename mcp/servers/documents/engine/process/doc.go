// Package process is what an OCR process does, with any engine: it reads
// pictures from stdin and answers the words that are in them on stdout, framed as
// package wire says.
//
// It imports its neighbour wire and the standard library. A process reads one
// picture at a time and keeps its engine loaded between them.
package process
