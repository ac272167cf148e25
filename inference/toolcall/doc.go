// Package toolcall reads tool calls that a model wrote as text, and mends
// arguments that are almost JSON. It fails closed: what is not clearly a call
// stays text, and what cannot be mended without guessing is not mended.
//
// It imports agentcore/chat, holds pure functions and a Filter, which belongs
// to one goroutine. Everything here is linear in its input.
package toolcall
