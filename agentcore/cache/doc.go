// Package cache stores results on disk under a key, up to a total size.
//
// It imports only the standard library. A Store is safe for concurrent use, and several
// processes may share its folder: entries are written atomically, and one that cannot be
// read counts as missing. The entries hold text of the user's documents, so that only the
// user can read them.
package cache
