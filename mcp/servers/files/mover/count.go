package mover

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// count makes the receipt of a run by checking every file of it on the disk.
func (r *run) count(batch string) files.Receipt {
	receipt := files.Receipt{Batch: batch}
	for i, it := range r.plan.Items {
		r.tally(&receipt, it, r.step[i])
	}
	for _, it := range r.plan.Stay {
		r.tally(&receipt, it, -1)
	}
	return receipt
}

// tally counts one file: that it existed before, that it exists now, and whether its
// contents are the same.
func (r *run) tally(receipt *files.Receipt, it Item, n int) {
	path, id, hash := it.From, it.ID, ""
	switch {
	case n < 0:
		receipt.Skipped++
	case r.log.Batch.Steps[n].Outcome == journal.Finished:
		s := r.log.Batch.Steps[n]
		receipt.Moved++
		receipt.Undo = "deskhand undo " + receipt.Batch
		path, id, hash = s.To, s.At, s.Hash
	case r.log.Batch.Steps[n].Stopped:
		receipt.Skipped++
		receipt.Stopped = true
	default:
		receipt.Failed++
	}
	if it.Kind.Makes() {
		r.tallyMade(receipt, it, path, hash)
		return
	}
	if !it.Exists {
		return
	}
	receipt.FilesIn++
	in, err := r.tree.Lstat(path)
	if err != nil || !in.ID.SameFile(id) {
		return
	}
	receipt.FilesOut++
	if !r.unchanged(path, in.ID, it.ID, hash) {
		receipt.ContentsChanged++
	}
}

// tallyMade counts a step that creates a file: the original must be unchanged, and the
// new file must hold what was written.
func (r *run) tallyMade(receipt *files.Receipt, it Item, path, hash string) {
	if hash != "" && !r.unchanged(path, it.ID, it.ID, hash) {
		receipt.ContentsChanged++
	}
	if !it.Exists {
		return
	}
	receipt.FilesIn++
	in, err := r.tree.Lstat(it.From)
	if err != nil || !in.ID.SameFile(it.ID) {
		return
	}
	receipt.FilesOut++
	if !in.ID.SameContents(it.ID) {
		receipt.ContentsChanged++
	}
}

// unchanged reports whether a file is as it was. A copy is read again, since another disk
// may keep times less precisely.
func (r *run) unchanged(path string, now, before safefs.Identity, hash string) bool {
	if hash == "" {
		return now.SameContents(before)
	}
	p, err := r.tree.Place(path)
	if err != nil {
		return false
	}
	found, err := safefs.Hash(context.Background(), p)
	return err == nil && found == hash
}

// outcomes returns the outcome of each item.
func (r *run) outcomes() []files.Outcome {
	out := make([]files.Outcome, len(r.plan.Items))
	for i, it := range r.plan.Items {
		out[i] = files.Outcome{From: it.From, To: it.From, Status: files.Skipped, Code: it.Code, Note: it.Note}
		if r.step[i] < 0 {
			continue
		}
		s := r.log.Batch.Steps[r.step[i]]
		switch {
		case s.Outcome == journal.Finished:
			out[i].Status, out[i].To, out[i].Code = files.Moved, s.To, ""
			out[i].Identity, out[i].SHA256 = &s.At, s.Hash
			if s.To != it.To {
				out[i].Note = "the name was taken meanwhile"
			}
		case s.Stopped:
			out[i].Code, out[i].Note = chat.CodeStopped, s.Why
		case s.Outcome == journal.Open:
			why := r.leftOpen[r.step[i]]
			out[i].Status, out[i].Code = files.Failed, r.codeOf(r.step[i], why)
			out[i].Note = joinNotes(fault.Words(why), "it is not known how far it came; an undo will look again")
		default:
			out[i].Status, out[i].Code, out[i].Note = files.Failed, s.Code, s.Why
		}
	}
	return out
}
