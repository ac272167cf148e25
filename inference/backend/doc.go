// Package backend defines what a model server has to do for the chain. Another kind of
// server is a package next to inference/ollama that implements it, and a case in
// inference/backends.
package backend
