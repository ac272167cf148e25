// Package agentcore is the ground floor: the loop that takes a request through
// rounds of model call and tool calls to one final text, and the ports through
// which it reaches everything else.
//
// It does no I/O and has no clock and no randomness of its own: models, tools,
// the transcript, the sink of events, time and ids are handed to it. A turn
// runs on the caller's goroutine; it starts others only to run read-only tool
// calls side by side and waits for them before it returns.
//
// It may import chat, claims, event, budget, history and suggest, nothing else of the project.
package agentcore
