// Package roots answers whether a path is inside of what a call may touch.
//
// It imports fault. It starts no goroutine; its values are safe from any.
package roots
