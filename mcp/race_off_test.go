//go:build !race

package mcp

// raced reports whether the race detector is on, which uses memory of its own.
const raced = false
