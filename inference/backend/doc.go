// Package backend says what a server of models has to do for the chain, and in
// which terms. A second kind of server is a package beside inference/ollama that
// does it, and a line in app/wire.go.
package backend
