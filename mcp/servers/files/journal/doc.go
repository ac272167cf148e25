// Package journal records what a batch of moves intends, does and has done, so that a
// crash at any point leaves a known state and every batch can be undone.
//
// A batch is one append-only file of framed records: intents are synced before anything
// is done. The file is locked while its batch is live; an open one that is not locked was
// interrupted. Reading never changes a file.
//
// Each record has a number and a running hash over all before it, and the head of a page
// says how many intents follow. So a record that was changed, lost, duplicated or moved
// counts as damage, and so does a page with missing intents. A file that ends between two
// records, or in one, may have been cut by a crash or later; the restore list shows
// whether its page was closed.
//
// Beside each BATCH.journal is its restore list BATCH.tsv, for use without this program
// or with a damaged journal: one line of text per operation, tab-separated, with when,
// from, to, what it was (move, copy, write, trash, restore, folder or undo) and which
// file (disk:inode:size:modification time:creation time, both in nanoseconds since 1970).
// Lines of "root" and "trash-folder" name the folders that the batch may touch; a line of
// "end" says that the journal holds the end of a page. A tab, line end or backslash in a
// path is written as \t, \n, \r or \\. A line is written before its file is touched, so
// the list may hold moves that were not made, and two lines for a file whose target was
// taken at the last moment; it never lacks one. To undo a batch by hand, go from the last
// line to the first: where "to" exists and "from" does not, move it back.
//
// A damaged journal is never written to. To undo its batch, a second one, BATCH.mended,
// is built from its readable part, the restore list and the disk, and replaces it from
// then on.
//
// It imports safefs, for the disk and for Identity, and starts no goroutine. A Log
// belongs to one goroutine at a time; a Store may be shared.
package journal
