// Package serverform puts what a server asks for to a person at a terminal: line by
// line, with what the server says made harmless by whoever calls.
package serverform
