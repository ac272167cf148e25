// Package gguf writes models in the file format of llama.cpp, version 3, as far
// as the tiny models of our tests need it: metadata, and tensors of 32-bit
// floats.
//
// It imports nothing of the project, and is imported by tests and what serves
// them only.
package gguf
