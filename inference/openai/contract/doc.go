// Package contract is what every server that speaks the chat completions of OpenAI is
// held to: the scripted one of our tests, and the /v1 of a real Ollama.
package contract
