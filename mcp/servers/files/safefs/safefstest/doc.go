// Package safefstest puts a trap in front of a file system, for tests: every
// call can fail, and the program can be made to "die" between any two of them.
//
// It imports safefs. A Trap may be used from one goroutine at a time, as the
// folders that it wraps.
package safefstest
