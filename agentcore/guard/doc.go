// Package guard is the one decorator around every Toolbox, including those of
// orchestrations: it decides, shows a preview of a change, asks the user, binds the
// approval to the preview and writes the audit. It fails closed: an unanswered question,
// a record that cannot be written and an empty preview all mean no.
//
// It imports agentcore, policy, chat and event. A Guard is safe for concurrent use and
// starts no goroutine; everything happens on the goroutine of the call, which blocks
// while the user is asked.
package guard
