// Package mover plans batches of moves, carries them out and undoes them.
//
// Planning writes nothing. A batch is journalled before it is carried out, each move
// checks its file once more, and the receipt is counted from the disk. The journal holds
// all that an undo needs, so that another process can do it.
//
// It imports safefs, journal, recognise, agentcore/filename, and its neighbours names,
// trash, find, folders, roots and fault; none of them imports it. It starts no goroutine;
// a Mover may be used from several, and carries out one batch at a time.
package mover
