// Package folders opens the folders of a scope by their paths, step by step and
// through no link, and remembers between calls which names are in them.
//
// It imports safefs, recognise, roots, fault, and agentcore's filename and
// suggest. An Opener may be called from several goroutines; a Tree belongs to one.
package folders
