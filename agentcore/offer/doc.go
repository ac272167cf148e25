// Package offer decides which tools a model is told of: all where they fit, else
// a share of each server, chosen by the request; and it finds tools by words.
//
// What a request and a tool share is counted over meanings, not letters: a lexicon
// has the words of several languages that stand for one thing, because a person
// asks in their own language and the servers of others describe themselves in
// English.
//
// It is pure: no I/O, no state but the lexicon, no goroutine. It may import chat.
package offer
