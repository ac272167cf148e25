//go:build unix

package mover

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// life is a world in which batches, undos and deaths follow each other, while
// another program writes to it. It is the model of what must hold:
//
//	I1  nothing is lost but what the other program removed itself
//	I2  a file that is in no move, and that the other program did not touch,
//	    stays where it is, as it is
//	I3  after a recovery each move is whole or absent, and no temporary is left
//	I4  a batch and its undo leave no trace on what the other program did not
//	    touch
//	I5  the tree next to the root does not change
//	I6  a second recovery changes nothing
type life struct {
	*racer
	t      *rapid.T
	m      *Mover
	canary map[string]string
	read   map[string]readBatch
	// recovered are the batches that were cut short and recovered since.
	recovered map[string]bool
}

// TestPropertyAnySequenceOfChangesLosesNothing does up to 40 random things on any kind of
// disk, with deaths at any moment and a program that writes before any disk call.
func TestPropertyAnySequenceOfChangesLosesNothing(t *testing.T) {
	t.Parallel()
	base, runs := quickDir(t), 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		folder := filepath.Join(base, fmt.Sprint(runs))
		defer func() { _ = os.RemoveAll(folder) }()
		w := drawWorld(t, folder)
		must(t, os.MkdirAll(filepath.Join(w.bin, "files"), 0o700))
		disk := rapid.SampledFrom(slices.Sorted(maps.Keys(disks))).Draw(t, "disk")
		w.trap.Inner = &safefstest.Trap{Inner: w.trap.Inner, Before: disks[disk], NoSync: true}
		l := &life{racer: newRacer(t, w), t: t, canary: snapshot(t, w.canary), read: map[string]readBatch{}, recovered: map[string]bool{}}
		l.inPlace = disk == "a disk that can neither rename nor link"
		l.m = w.mover(t)
		defer func() { must(t, l.m.Close()) }()
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			l.step()
		}
	})
}

func (l *life) step() {
	what := rapid.SampledFrom([]string{"move", "move", "move", "round", "copy", "write", "trash", "restore", "undo", "undo", "finish", "edit", "die", "die"}).Draw(l.t, "what")
	switch what {
	case "edit":
		l.play(prank{what: "edit", which: rapid.IntRange(0, 30).Draw(l.t, "which")})
	case "round":
		l.round()
	case "die":
		l.dieIn(rapid.IntRange(0, 80).Draw(l.t, "calls"))
	default:
		l.race(what)
	}
	l.quiet(what)
}

// race does one thing while the racer acts.
func (l *life) race(what string) {
	before := l.files()
	l.reset()
	plan, err := l.plan(what)
	sources := l.sources(what, plan)
	l.arm(drawPranks(l.t))
	if err == nil {
		err = l.do(what, plan)
	}
	l.disarm()
	if err != nil && !l.mayFail(err) {
		l.t.Fatalf("%s: %v", what, err)
	}
	l.stayed(before, sources, what)
}

// mayFail reports whether an error is a refusal, or caused by what the racer did to a
// folder.
func (l *life) mayFail(err error) bool {
	return fault.Of(err, "").Class != chat.ErrExecution
}

// quiet recovers without the racer, and checks everything.
func (l *life) quiet(when string) {
	l.t.Helper()
	when = "after " + when
	if l.cutShort() || l.unfinished() != "" {
		must(l.t, l.m.Recover(context.Background(), l.scope()))
		recovered := snapshot(l.t, l.root)
		must(l.t, l.m.Recover(context.Background(), l.scope()))
		sameWorld(l.t, snapshot(l.t, l.root), recovered, when+" and a second recovery") // I6
		if left := l.unfinished(); left != "" {
			l.t.Fatalf("%s %s", when, left) // I3
		}
	}
	l.keptAll(when)            // I1
	noTemps(l.t, l.root, when) // I3
	noTemps(l.t, l.bin, when)
	sameWorld(l.t, snapshot(l.t, l.racer.canary), l.canary, when+" outside") // I5
	l.count()
}

// unfinished names a step that is neither complete nor not made.
func (l *life) unfinished() string {
	for _, b := range l.batches() {
		for n, s := range b.Steps {
			if s.Outcome == journal.Open {
				return fmt.Sprintf("step %d of %s is open: %+v", n, b.Batch, s)
			}
		}
	}
	return ""
}

// cutShort records that a batch was interrupted and not recovered yet; nothing closes it
// afterwards.
func (l *life) cutShort() (some bool) {
	for _, b := range l.batches() {
		some = some || !b.Closed && !l.recovered[b.Batch]
		l.recovered[b.Batch] = !b.Closed
	}
	return some
}

// batches returns the batches of all journals. A journal that did not grow is not read
// again.
func (l *life) batches() (all []*journal.Batch) {
	entries, err := os.ReadDir(l.journals)
	must(l.t, err)
	for _, e := range entries {
		id, is := strings.CutSuffix(e.Name(), ".journal")
		in, err := e.Info()
		must(l.t, err)
		if !is || in.Size() == 0 {
			continue
		}
		if known := l.read[id]; known.size != in.Size() {
			b, err := l.m.store.Read(id)
			if errors.Is(err, journal.ErrUnknown) {
				continue // it died before it recorded anything
			}
			must(l.t, err)
			l.read[id] = readBatch{in.Size(), b}
		}
		all = append(all, l.read[id].batch)
	}
	return all
}

// readBatch is the batch of a journal of a given size.
type readBatch struct {
	size  int64
	batch *journal.Batch
}

// file is a file in the root.
type file struct {
	inode uint64
	text  string
	what  string // contents, mode and time
}

// files returns the files in the root by path.
func (l *life) files() map[string]file {
	all := map[string]file{}
	for name, what := range snapshot(l.t, l.root) {
		in, err := os.Lstat(l.path(name))
		must(l.t, err)
		if in.Mode().IsRegular() {
			text, err := os.ReadFile(l.path(name))
			must(l.t, err)
			all[l.path(name)] = file{in.Sys().(*syscall.Stat_t).Ino, string(text), what}
		}
	}
	return all
}

// stayed fails if a file that neither the mover nor the racer touched has changed.
func (l *life) stayed(before map[string]file, sources map[uint64]bool, when string) {
	l.t.Helper()
	now := l.files()
	for path, f := range before {
		if !sources[f.inode] && !l.touched(path, f.text) && now[path] != f { // I2
			l.t.Fatalf("%s %s was in no move and is now %+v, not %+v", when, path, now[path], f)
		}
	}
}

// plan plans an action; an undo and a finish plan themselves.
func (l *life) plan(what string) (*Plan, error) {
	ctx := context.Background()
	switch what {
	case "move":
		return l.m.Plan(ctx, l.scope(), drawMoves(l.t, l.world), nil)
	case "copy":
		return l.m.PlanCopy(ctx, l.scope(), drawMoves(l.t, l.world))
	case "write":
		return l.m.PlanWrite(ctx, l.scope(), l.path(rapid.SampledFrom(oddNames).Draw(l.t, "name")), l.text())
	case "trash":
		return l.m.PlanTrash(ctx, l.scope(), []string{l.anyFile()})
	case "restore":
		if in, _ := l.m.Trash(ctx, l.scope()); len(in) > 0 {
			return l.m.PlanRestore(ctx, l.scope(), []string{in[0].Path})
		}
	}
	return nil, nil
}

func (l *life) do(what string, plan *Plan) error {
	ctx := context.Background()
	var err error
	switch {
	case plan != nil:
		for _, it := range plan.Items {
			l.targets = append(l.targets, it.To)
		}
		_, err = l.m.Do(ctx, plan, Order{})
	case what == "undo":
		_, err = l.m.Undo(ctx, l.scope(), "", "", nil)
	case what == "finish":
		if past, _ := l.m.History(ctx, roots.Scope{}, 1, ""); len(past) > 0 {
			_, err = l.m.Finish(ctx, l.scope(), past[0].ID, "", nil)
		}
	}
	l.targets = nil
	return err
}

// sources are the files that an action may move: by inode, since an undo finds them
// wherever they are.
func (l *life) sources(what string, plan *Plan) map[uint64]bool {
	ids := map[uint64]bool{}
	if plan != nil {
		for _, it := range plan.Items {
			if it.Moves() && !it.Kind.Makes() {
				ids[it.ID.Inode] = true
			}
		}
		return ids
	}
	for _, b := range l.batches() {
		for _, s := range b.Steps {
			ids[s.ID.Inode], ids[s.At.Inode] = true, true
		}
	}
	return ids
}

func (l *life) anyFile() string {
	files := l.entries(fs.FileMode.IsRegular)
	if len(files) == 0 {
		return l.path("none")
	}
	return rapid.SampledFrom(files).Draw(l.t, "file")
}

// round makes a batch and undoes it, with the racer active in both.
func (l *life) round() {
	ctx, before := context.Background(), l.files()
	l.reset()
	plan, err := l.plan("move")
	if err != nil {
		return
	}
	for _, it := range plan.Items {
		l.targets = append(l.targets, it.From, it.To)
	}
	l.arm(drawPranks(l.t))
	report, err := l.m.Do(ctx, plan, Order{})
	l.disarm()
	if err != nil {
		l.t.Fatalf("a batch: %v", err)
	}
	l.arm(drawPranks(l.t))
	undone, err := l.m.Undo(ctx, l.scope(), report.Batch, "", nil)
	l.disarm()
	if err == nil {
		_, err = l.m.Undo(ctx, l.scope(), report.Batch, "", nil) // what the racer kept from coming back
	}
	if err != nil && !errors.Is(err, ErrNothing) {
		l.t.Fatalf("its undo: %v", err)
	}
	l.targets = nil
	now := l.files()
	for path, f := range before {
		if l.touched(path, f.text) || now[path].what == f.what || l.blocked && adjacent(now, path, f) {
			continue
		}
		l.t.Fatalf("after a batch and its undo %s is %q, not %q; it said %+v", path, now[path].what, f.what, undone) // I4
	}
}

// adjacent reports whether a file is in its folder, under its name or next to a file that
// the racer kept there.
func adjacent(now map[string]file, path string, f file) bool {
	for other, there := range now {
		if filepath.Dir(other) == filepath.Dir(path) && there.what == f.what {
			return true
		}
	}
	return false
}

// dieIn dies before a call of a batch and starts again, while the racer continues.
func (l *life) dieIn(n int) {
	moves, before := drawMoves(l.t, l.world), l.files()
	l.reset()
	todo := slices.DeleteFunc(drawPranks(l.t), func(p prank) bool { return p.what == "displace" })
	var sources map[uint64]bool
	l.arm(todo)
	l.dying(n, func() {
		plan, err := l.m.Plan(context.Background(), l.scope(), moves, nil)
		if err != nil {
			return
		}
		sources = l.sources("move", plan)
		_, _ = l.m.Do(context.Background(), plan, Order{})
	})
	must(l.t, l.trap.Bury())
	l.m = l.mover(l.t)
	l.arm(todo)
	_ = l.m.Recover(context.Background(), l.scope()) // a folder may be a link just now
	l.disarm()
	l.stayed(before, sources, "a death")
}
