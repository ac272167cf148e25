// Package habit holds what the user corrected in plans, by sender of the documents: the
// spelling of the sender, the kinds of its documents, the names of their files and the
// folder for them.
//
// A habit applies to one sender only. Senders are identified by their names without legal
// forms, and by the VAT id and the domain on a document if it has exactly one.
//
// The package imports agentcore/template and golang.org/x/text. It is pure: safe from any
// goroutine. Package habitfile stores habits.
package habit
