// Package peers lets the files of one batch correct how each other's issuer is
// spelled. A shop has the same name on all of its receipts, and what OCR misreads on
// one it reads well on the next.
//
// Two spellings are of one name when their words differ in a letter or so, none in a
// digit, and the files have a number of a firm in common, such as that of its phone or
// its tax: Müller and Möller may be two. The spelling that most files have stands for
// all; where none has more than another, each is in doubt. The order of the files does
// not matter, and each file is held against a bounded number of others.
//
// It imports agentcore/plan, lex and the standard library, and holds no state.
package peers
