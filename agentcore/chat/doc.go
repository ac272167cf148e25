// Package chat is the vocabulary that every other room speaks: messages, tool
// calls and their results, tool definitions, the request that a model gets and
// the reply that it gives.
//
// It imports the standard library alone, holds plain values only and starts no
// goroutine. Every arrow between packages ends here.
package chat
