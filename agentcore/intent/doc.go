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
// The way of a request:
//
//	tokens.go    cuts it into words, names and signs
//	match.go     finds the longest phrases that a lexicon knows, with their roles
//	read.go      Parse takes the lexicon that knows most, then two halves (two.go)
//	rephrase.go  brings what is said in a roundabout way into the order that scan reads
//	scan.go      takes each item from the first to the last: which files (which.go,
//	             range.go), where to (target.go, contrast.go) and how (change.go), and the
//	             person's own names and texts (spell.go)
//	change.go    action decides what the verb means with all that, and account tells what
//	             nothing took: Left. A change with anything left is not carried out
//	look.go      does so for a request that only looks: not every word has to be understood
//	pick.go      tells which files are meant, by what is known of them
//	correct.go   asks whether a word was a slip of a known one
//	readonly.go, prohibit.go, verbs.go, ability.go read two questions by themselves:
//	             whether a request only looks, and whether it asks what can be done
//
// It imports nothing of ours but agentcore/intent/span and agentcore/library/words. It is pure: no clock, no I/O, no
// state that changes, safe from any goroutine.
package intent
