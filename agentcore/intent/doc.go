// Package intent reads what a person asks for: what to do, to which files, how,
// and what of the request is left over; whether it only wants to look; and whether
// it asks what the assistant can do.
//
// The words are in a file a language, lexicon/*.txt: sections in brackets, each a
// role that words and phrases have for the reader. A word may have several. Add
// words there; a new language is a new file and its name in lexicons. A request is
// read with the lexicon that knows most of it; what is forbidden or left out is
// looked for in all of them.
//
// A word that is missing costs an answer that says so. One too many may cost a
// change that nobody asked for: what picks files or leaves them out belongs into a
// section of its own, never among the words that mean nothing.
//
// The package imports the standard library and golang.org/x/text alone. It is
// pure: no clock, no I/O, no state that changes, safe from any goroutine.
package intent
