// Package confine takes from a process what reading files does not need, for good:
// on Linux by seccomp and Landlock, on Windows by a job and a low integrity level,
// which leave reading open; elsewhere nothing.
//
// It imports the standard library, x/sys and go-landlock, and may be called by any
// goroutine; it is meant to be called once, before anything of others is read.
package confine
