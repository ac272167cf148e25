// Package trash knows the trashes of this computer: where they are, which one a file goes
// to, how the files in them are labelled, and how to move files in and out such that a
// power cut leaves no label without a file.
//
// It imports safefs, folders, roots and fault. It starts no goroutine.
package trash
