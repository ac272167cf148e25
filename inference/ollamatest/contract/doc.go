// Package contract is what the client relies on a server to do, as tests that a
// real Ollama server and the scripted one both pass. A backend brings the
// server and puts models on it that answer by script.
//
// It imports inference/ollama and agentcore/chat, and is imported by tests only.
package contract
