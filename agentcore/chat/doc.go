// Package chat is the shared vocabulary of all packages: messages, tool calls and their
// results, tool definitions, model requests and replies.
//
// It imports only the standard library, holds plain values and starts no goroutine. Every
// import path ends here.
package chat
