// Package backends creates the configured model servers: the Ollama server, and those
// whose models have the server's name as a prefix. Its callers know only package backend;
// another kind of server is a package of its own and a case here.
package backends
