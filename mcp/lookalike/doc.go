// Package lookalike knows the names of Deskhand's own servers and tools, and
// reports which names of other people's would be taken for one of them: in other
// letters that look the same (a Cyrillic а), in full width, with blanks or signs
// of no width between, in another case.
//
// It imports the standard library and golang.org/x/text, keeps no state, and is
// safe from anywhere.
package lookalike
