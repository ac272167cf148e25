// Package journal keeps what a batch of moves is about to do, does and has
// done, so that a crash at any point can be told from its traces and every
// batch can be taken back.
//
// A batch is one append-only file of framed records: what is intended is
// synced before anything is done. The file is locked while its batch is live;
// one that is open and not locked was cut short. Reading never changes a file,
// and never guesses: a torn end is the mark of a crash, anything else that does
// not fit makes the journal Damaged.
//
// It imports safefs, for the disk and for Identity, and starts no goroutine. A
// Log belongs to one goroutine at a time; a Store may be shared.
package journal
