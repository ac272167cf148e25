// Package ollama asks models of an Ollama server: chat as a stream, what a
// model can do, what is installed and loaded, download, load and unload.
//
// It uses the types of github.com/ollama/ollama/api and reads the streams
// itself: the client there takes a cut connection for the end of an answer.
// Here an answer is whole, or it is an error.
//
// It may import agentcore/chat and inference/toolcall. A Client is safe for
// concurrent use and starts no goroutine of its own; every method blocks and
// ends at once with its context. Nothing is retried here: that is the business
// of package inference, a download apart, which goes on where it was cut.
package ollama
