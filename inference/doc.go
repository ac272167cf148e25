// Package inference holds the models: a chain of them, of which the first that
// is fit answers, with the built-in rule model as its last.
//
// A Model is asked again as long as that may help; the chain leaves one that
// failed alone for a while. Going on to another model is the loop's business,
// because what fits depends on the model.
//
// It may import agentcore/chat, agentcore/event and the packages below it,
// never agentcore itself. Chain and models are safe for concurrent use and start
// no goroutine.
package inference
