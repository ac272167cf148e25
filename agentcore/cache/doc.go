// Package cache keeps results on disk under a key, within a size: what was
// read once need not be read again.
//
// It imports the standard library alone. A Store is safe from any goroutine,
// and several processes may share its folder: entries are written whole or not
// at all, and one that cannot be read is as good as missing. The entries hold
// the text of a person's documents, so only that person can read them.
package cache
