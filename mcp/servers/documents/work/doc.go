// Package work ends processes that compute for too long. What counts is the time
// that they computed, so that a busy machine changes nothing; on systems other than Linux
// and Windows, which do not say that, the time on the clock.
//
// It imports the standard library alone. A Limit is started by one goroutine and
// has one of its own until it is stopped.
package work
