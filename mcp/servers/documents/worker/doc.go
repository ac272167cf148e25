// Package worker has files read by processes that can be killed and can do
// nothing else: one file at a time, with a cap on memory and on the work that one
// step may cost; on Linux they open no file and no connection.
//
// A Pool is safe from any goroutine, a File belongs to one. A process that is
// over a cap is killed and replaced; what was in hand when one crashed is read
// once more. Main is what the process runs: `deskhand read-worker`. Package decode
// does the reading.
package worker
