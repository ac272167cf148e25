// Package habit is what a person corrected in plans, remembered for the sender of
// the documents: how the sender is spelt, what its documents are called, how their
// files are named and which folder they go to.
//
// A habit is for one sender and never for another one. Senders are told apart by
// their names without legal forms, and by the VAT id and the domain on a document
// where there is just one of them.
//
// The package imports agentcore/template and golang.org/x/text. It is pure: safe
// from any goroutine. Package habitfile keeps habits.
package habit
