// Package claims finds what a text says was done with files: renamed, moved,
// deleted or tidied, in English and German. An offer, a plan, a question, a
// denial and what somebody else did are no claims.
//
// It goes by words and knows no grammar: what it finds is good for a mark next to
// an answer, and nothing may be done or left undone because of it.
//
// It imports nothing of this program. In is a pure function and safe for
// concurrent use.
package claims
