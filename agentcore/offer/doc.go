// Package offer decides which tools a model is told of: all if they fit, else a share of
// each server, chosen by the request; and it finds tools by words.
//
// Requests and tools are compared by meanings, not letters: a lexicon groups words of
// several languages, because users write in their own language and most servers describe
// themselves in English.
//
// It is pure: no I/O, no state but the lexicon, no goroutine. It may import chat.
package offer
