// Package contract tests what every server with OpenAI's chat completions API must do:
// our scripted one, and the /v1 of a real Ollama.
package contract
