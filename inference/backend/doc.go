// Package backend says what a server of models has to do for the chain, and in
// which terms. A second kind of server is a package next to inference/ollama that
// does it, and a case in inference/backends.
package backend
