// Package guard is the one decorator that stands round every Toolbox, those of
// orchestrations included: it decides, shows a preview of a change, asks the
// person, binds the yes to the preview and writes the audit. It fails closed:
// a question that nobody answers, a record that cannot be written and a preview
// that says nothing are all a no.
//
// It imports agentcore, policy, chat and event. A Guard is safe for concurrent
// use and starts no goroutine; everything happens on the goroutine of the call,
// which blocks while the person is asked.
package guard
