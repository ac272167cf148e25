package triage

import (
	"context"
	"slices"
	"sync"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Gathered is a file that was read, and what was found in it.
type Gathered struct {
	Item    plan.Item
	Reading documents.Reading
}

// Keeper keeps what was read, for later. It is called from one goroutine at a time.
type Keeper interface {
	Keep(ctx context.Context, read []Gathered) error
}

// gatheredAtOnce is how many files are read before they are kept: what a run that
// is ended has to do again.
const gatheredAtOnce = 64

// Gather reads all files that paths name, those in folders inside too, and keeps
// what it finds in them. Those that has knows as they are now are left out: a run
// that was ended goes on where it was. It asks no model and changes no file.
func (t *Triage) Gather(ctx context.Context, paths, languages []string, has func(files.Entry) (bool, error), to Keeper, emit func(event.Body)) error {
	usual, err := t.ways(plan.Plan{Template: DefaultTemplate}, Request{})
	if err != nil {
		return err
	}
	j := job{triage: t, ctx: ctx, emit: emit, id: "library", roots: paths, languages: languages}
	work, err := j.workList(paths, true)
	if err != nil {
		return err
	}
	var missing []task
	for _, w := range work {
		known, err := has(w.Entry)
		if err != nil {
			return err
		}
		if !known && w.alone == nil {
			missing = append(missing, w)
		}
	}
	progress := j.countUp(len(missing))
	for some := range slices.Chunk(missing, gatheredAtOnce) {
		docs := j.readSome(some, progress)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := to.Keep(ctx, gathered(understandAll(some, docs, usual, t.Now()), docs)); err != nil {
			return err
		}
	}
	return nil
}

// readSome reads files, a bounded number side by side.
func (j *job) readSome(work []task, progress func(string)) []document {
	docs := make([]document, len(work))
	next := make(chan int)
	var readers sync.WaitGroup
	for range max(1, j.triage.Workers) {
		readers.Go(func() {
			for i := range next {
				docs[i] = j.read(work[i], documents.ReadRequest{})
				progress(work[i].Name)
			}
		})
	}
	j.handOut(len(work), next)
	readers.Wait()
	return docs
}

// gathered is what is kept of files: those whose contents were read.
func gathered(items []plan.Item, docs []document) []Gathered {
	var kept []Gathered
	for i, d := range docs {
		if d.unread == nil && d.SHA256 != "" {
			kept = append(kept, Gathered{items[i], d.Reading})
		}
	}
	return kept
}

// keep hands what was read to the keeper, if there is one. That it cannot be kept
// is no reason to propose nothing.
func (t *Triage) keep(ctx context.Context, items []plan.Item, docs []document) {
	if t.Keeper != nil {
		_ = t.Keeper.Keep(ctx, gathered(items, docs))
	}
}
