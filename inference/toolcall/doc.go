// Package toolcall reads tool calls that a model wrote as text, and repairs arguments
// that are almost JSON. It fails closed: what is not clearly a call stays text, and what
// cannot be repaired without guessing is left alone.
//
// It imports agentcore/chat and holds pure functions and a Filter, which belongs to one
// goroutine. Everything runs in linear time.
package toolcall
