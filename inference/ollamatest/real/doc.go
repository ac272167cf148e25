// Package real runs a real Ollama server for tests, with models that write by
// script. `make test-ollama` builds the server and runs the tests here: the
// contract that the scripted server keeps as well, every refusal that the
// scripted server imitates, and Deskhand itself with such a server.
//
// The server is a process group of its own in temporary folders. It ends with
// the test, and with the process that tests, however that one ends: for Linux.
//
// It imports inference/ollamatest/{script,contract}, and is imported by tests
// only. Server is for one goroutine.
package real
