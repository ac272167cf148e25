// Package gguf writes models in the file format of llama.cpp, version 3, as far as our
// tiny test models need it: metadata, and tensors of 32-bit floats.
//
// It imports nothing of the project, and is imported only by tests and their tools.
package gguf
