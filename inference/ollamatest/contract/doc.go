// Package contract tests what the client relies on in a server; a real Ollama server and
// the scripted one both pass. A backend starts the server and installs models that answer
// by script.
//
// It imports inference/ollama and agentcore/chat, and is imported by tests only.
package contract
