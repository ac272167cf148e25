// Package listing names the files in archives: ZIP, TAR, and TAR with gzip. It
// unpacks no more than the way to the next name takes.
//
// It may import its parent format, its neighbour archive, and the standard library.
package listing
