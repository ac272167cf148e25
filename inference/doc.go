// Package inference holds the chain of models: the first available one answers, and the
// built-in rule model is the last.
//
// A Model retries while that may help; the chain lets one that failed cool down. The loop
// decides whether to go on to another model, because what fits depends on the model.
//
// It may import agentcore/chat, agentcore/event and the packages below it, never
// agentcore itself. Chain and models are safe for concurrent use and start no goroutine.
package inference
