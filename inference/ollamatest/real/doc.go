// Package real runs a real Ollama server for tests, with models that answer by script.
// `make test-ollama` builds the server and runs the tests here: the contract shared with
// the scripted server, every refusal that the scripted server imitates, and Deskhand
// itself with such a server.
//
// The server is a process group of its own in temporary folders. It ends with the test,
// and with the test process, however that ends. Linux only.
//
// It imports inference/ollamatest/{script,contract}, and is imported by tests only. A
// Server is for one goroutine.
package real
