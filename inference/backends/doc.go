// Package backends makes the servers of models that a person configured: the
// Ollama server of this computer, and those whose models are called by a name with
// the server's before it. Who asks it knows package backend alone; a further kind
// of server is a package of its own and a case here.
package backends
