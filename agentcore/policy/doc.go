// Package policy makes decisions without acting: whether a call may run, must be asked
// about or is refused, which grants cover it, and whether it could carry what was read
// here off the computer.
//
// It imports only chat and intent and is pure: no clock, no I/O, no state, safe from any
// goroutine.
package policy
