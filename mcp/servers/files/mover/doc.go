// Package mover plans batches of moves, makes them and takes them back.
//
// Planning writes nothing. A batch is journalled before it is made, each move
// checks its file once more, and the receipt is counted from the disk. All that
// an undo needs is in the journal, so another process can do it.
//
// It imports safefs, journal, recognise, agentcore/filename, and what stands
// next to it: names, trash, find, folders, roots and fault; none of them imports
// it. It starts no goroutine; a Mover may be called from several, and makes one
// batch at a time.
package mover
