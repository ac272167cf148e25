// Package ollama is a client of Ollama: streaming chat, capabilities of models, lists of
// installed and loaded ones, download, load and unload.
//
// It uses the types of github.com/ollama/ollama/api and reads the streams itself, since
// the client there takes a cut connection for the end of an answer. Here an answer is
// complete, or it is an error.
//
// It may import agentcore/chat and inference/toolcall. A Client is safe for concurrent
// use and starts no goroutine; every method blocks, and returns at once when its context
// ends. Nothing is retried here, which package inference does, except a download, which
// continues where it was cut.
package ollama
