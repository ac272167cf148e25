// Package journal keeps what a batch of moves is about to do, does and has
// done, so that a crash at any point can be seen from what it left and every
// batch can be taken back.
//
// A batch is one append-only file of framed records: what is intended is
// synced before anything is done. The file is locked while its batch is live;
// one that is open and not locked was cut short. Reading never changes a file.
//
// Each record has its number and a running sum over all before it, and the head
// of a page says how many intents follow. So a record that was changed, lost,
// doubled or moved is damage, and so is a page of which intents are missing. A
// file that ends between two records, or in one, may have ended so in a crash or
// been cut later: that its page was closed once, the restore list tells.
//
// Next to each journal BATCH.journal stands its restore list BATCH.tsv, for a day
// on which this program is not at hand, or the journal damaged: a line of text
// for each operation, with when, from, to, what it was (move, copy, write, trash,
// restore, folder or undo) and which file (disk:inode:size:time of change:time
// of birth, both in nanoseconds since 1970), parted by tabs. Lines of "root" and "trash-folder" name the
// folders that the batch may touch, and one of "end" says that the journal holds
// the end of a page. A tab, line end or backslash in a path is written as \t, \n,
// \r or \\. A line is written before its file is touched, so the list may hold
// lines of moves that did not come about, and two for a file whose target was
// taken in the last moment; it never lacks one. By hand, a batch is taken back
// from the last line to the first: where something is at "to" and nothing at
// "from", move it there.
//
// A damaged journal is never written to. To take its batch back, a second one,
// BATCH.mended, is made of what can be read of it and of what the restore list
// and the disk add; that one holds from then on.
//
// It imports safefs, for the disk and for Identity, and starts no goroutine. A
// Log belongs to one goroutine at a time; a Store may be shared.
package journal
