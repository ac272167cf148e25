// Package intent reads what a person asks for: what to do, to which files, how,
// and what of the request is left over; and whether it only wants to look.
//
// It imports the standard library and golang.org/x/text alone. It is pure: no
// clock, no I/O, no state that changes, safe from any goroutine.
package intent
