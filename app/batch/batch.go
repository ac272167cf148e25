package batch

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
)

// Runner runs batches.
type Runner struct {
	// Tools are those of our servers, behind the guard, which Mint gives a person's
	// approval of calls by the hashes of their effects.
	Tools agentcore.Toolbox
	Mint  func(ctx context.Context, hashes []string, roots ...string) (context.Context, func())
	// Up waits for our servers, and Open starts the stream of events of a batch.
	Up    func(context.Context) error
	Open  func(of, id string, emit func(event.Event)) (*event.Stream, func())
	NewID func() string
}

// A Kind is what is done with files.
type Kind string

// The kinds, by the names of their tools.
const (
	Copy Kind = "files_copy"
	Move Kind = "files_move"
)

func (k Kind) args(moves []files.Move, mode files.Mode) any {
	if k == Copy {
		return files.CopyRequest{Copies: moves, Mode: mode}
	}
	return files.MoveRequest{Moves: moves, Mode: mode}
}

// Batch is what was asked for, as its dry run said.
type Batch struct {
	ID string
	// Effect is what becomes of each file.
	Effect []files.Change
	kind   Kind
	roots  []string
	pages  []page
}

// page is what one call does, by the hash of its effect.
type page struct {
	moves []files.Move
	hash  string
}

// Size is how many files it is of.
func (b Batch) Size() (n int) {
	for _, p := range b.pages {
		n += len(p.moves)
	}
	return n
}

// pageSize is how many files one call is of.
const pageSize = 1000

// Preview says what copying or moving files will do. Those in the folders roots, and where
// each file is and goes to, may be touched.
func (r *Runner) Preview(ctx context.Context, id string, kind Kind, moves []files.Move, roots ...string) (Batch, error) {
	b := Batch{ID: id, kind: kind, roots: slices.Clone(roots)}
	for _, m := range moves {
		b.roots = append(b.roots, filepath.Dir(m.From), filepath.Dir(m.To))
	}
	slices.Sort(b.roots)
	b.roots = slices.Compact(b.roots)
	for part := range slices.Chunk(moves, pageSize) {
		var effect files.Preview
		if err := r.Call(ctx, string(kind), kind.args(part, files.Mode{DryRun: true, Batch: id}), b.roots, &effect); err != nil {
			return b, err
		}
		b.pages, b.Effect = append(b.pages, page{part, effect.Hash}), append(b.Effect, effect.Effect...)
	}
	return b, nil
}

// Run carries a batch out: this call is the person's approval of that and of nothing
// else.
func (r *Runner) Run(ctx context.Context, b Batch, emit func(event.Event)) (receipt plan.Receipt, err error) {
	stream, end := r.Open(b.ID, b.ID, emit)
	defer end()
	hashes := lists.Map(b.pages, func(p page) string { return p.hash })
	approved, expire := r.Mint(ctx, hashes, b.roots...)
	defer expire()
	var failures []plan.Failure
	done := 0
	for _, p := range b.pages {
		var out files.Changed
		args := b.kind.args(p.moves, files.Mode{PlanHash: p.hash, Batch: b.ID, Total: b.Size()})
		if err = r.Call(approved, string(b.kind), args, b.roots, &out); err != nil || out.Receipt == nil {
			receipt, err = r.stopped(context.WithoutCancel(ctx), b, err)
			break
		}
		receipt, done = *out.Receipt, done+len(p.moves)
		failures = append(failures, receipt.Failures...)
		receipt.Failures = failures
		stream.Emit(event.Progress{Progress: chat.Progress{Done: done, Total: b.Size(), What: filepath.Base(p.moves[len(p.moves)-1].To)}})
	}
	if receipt.Batch != "" {
		stream.Emit(event.Receipt{Receipt: receipt})
	}
	return receipt, err
}

// stopped asks the journal what a batch that did not run to its end has done.
func (r *Runner) stopped(ctx context.Context, b Batch, cause error) (plan.Receipt, error) {
	var history files.History
	if err := r.Call(ctx, "files_history", files.HistoryRequest{Batch: b.ID}, b.roots, &history); err != nil {
		return plan.Receipt{}, errors.Join(cause, err)
	}
	if len(history.Batches) == 0 || history.Batches[0].Receipt == nil {
		return plan.Receipt{}, cause
	}
	receipt := *history.Batches[0].Receipt
	receipt.Stopped = true
	return receipt, cause
}

// by says who asked.
const by = "person"

// Call runs a tool on behalf of the user. It fails like agentcore.CallTool.
func (r *Runner) Call(ctx context.Context, tool string, args any, roots []string, out any) error {
	_, err := agentcore.CallTool(ctx, r.Tools, chat.Invocation{Call: chat.ToolCall{ID: tool, Name: tool}, Roots: roots, By: by}, args, out)
	return err
}
