// Package duplicates finds files with the same contents or the same text, and puts those
// aside that a person chose: into a folder, on record, so that one undo brings them back.
//
// A Duplicates is safe for concurrent use.
package duplicates
