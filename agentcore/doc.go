// Package agentcore is the base: the loop that takes a request through rounds of model
// and tool calls to one final text, and the ports through which it reaches everything
// else.
//
// It does no I/O and has no clock or randomness of its own: models, tools, the
// transcript, the event sink, time and ids are injected. A turn runs on the caller's
// goroutine; it starts others only for concurrent read-only tool calls, and waits for
// them before it returns.
//
// It may import chat, claims, event, budget, history and suggest, nothing else of the
// project.
package agentcore
