// Package inference holds the models: a chain of them, of which the first that
// is fit answers, with the built-in rule model as its last link.
//
// It may import agentcore/chat and agentcore/event, never agentcore itself. A
// Chain is safe for concurrent use and starts no goroutine.
package inference
