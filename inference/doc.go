// Package inference holds the models: a chain of them, of which the first that
// is fit answers, with the built-in rule model as its last link.
//
// A link asks one model, and asks it again as long as that may help; the chain
// rests a model that failed. Going on to another model is the loop's business,
// because what fits depends on the model.
//
// It may import agentcore/chat, agentcore/event and the packages below it,
// never agentcore itself. Chain and links are safe for concurrent use and start
// no goroutine.
package inference
