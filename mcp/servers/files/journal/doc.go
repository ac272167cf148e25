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
// Beside each journal BATCH.journal stands its restore list BATCH.tsv, for a day
// on which this program is not at hand: a line of text for each operation, with
// when, from, to and what it was (move, copy, write, trash, restore, folder or
// undo), parted by tabs. A tab, line end or backslash in a path is written as
// \t, \n, \r or \\. A line is written before its file is touched, so the list
// may hold lines of moves that did not come about, and two for a file whose
// target was taken in the last moment; it never lacks one. By hand, a batch is
// taken back from the last line to the first: where something is at "to" and
// nothing at "from", move it there.
//
// It imports safefs, for the disk and for Identity, and starts no goroutine. A
// Log belongs to one goroutine at a time; a Store may be shared.
package journal
