// Package policy decides, without doing anything: whether a call may run, must
// be asked about or is refused, which grants cover it, and whether it could carry
// what was read here out of the computer.
//
// It imports chat and intent alone and is pure: no clock, no I/O, no state, safe from any
// goroutine.
package policy
