// Package engines keeps the servers of models that a person configured besides the
// Ollama server of this computer: it makes them of config.toml, and changes them
// there and at once.
//
// It may import the configuration and the servers of models. A Book is safe for
// concurrent use.
package engines
