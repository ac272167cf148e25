// Package turns tells what the calls of a turn came to, as far as the exit code of
// the verb goes. One goroutine uses a Calls.
package turns
