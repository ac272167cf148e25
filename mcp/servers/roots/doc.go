// Package roots decides whether a path is inside the roots that a call may touch.
//
// It imports fault. It starts no goroutine; its values may be used from any.
package roots
