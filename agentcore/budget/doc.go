// Package budget does the arithmetic of a context window: how many tokens a
// text takes, and how many are left for the history once the system prompt, the
// tool definitions, the reserve for the answer and a margin are taken off.
//
// It is pure: no I/O, no state, no goroutine. It may import chat.
package budget
