// Package folders opens the folders of a scope by path, step by step and without
// following links, and caches their names between calls.
//
// It imports safefs, recognise, roots, fault, and agentcore's filename and suggest. An
// Opener may be used from several goroutines; a Tree belongs to one.
package folders
