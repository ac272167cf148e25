package mover

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
)

// life is a world in which batches, undos, deaths and another program's writes
// follow each other.
type life struct {
	*world
	t      *rapid.T
	m      *Mover
	sums   []string // what must still be somewhere
	races  int
	fresh  int
	canary map[string]string
}

// TestPropertyAnySequenceOfChangesLosesNothing does up to 40 things of every
// kind, with another program that writes in between and deaths at any moment.
func TestPropertyAnySequenceOfChangesLosesNothing(t *testing.T) {
	base, runs := quickDir(t), 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		folder := filepath.Join(base, fmt.Sprint(runs))
		defer func() { _ = os.RemoveAll(folder) }()
		w := drawWorld(t, folder)
		must(t, os.MkdirAll(filepath.Join(w.bin, trashFiles), 0o700))
		l := &life{world: w, t: t, sums: w.kept(t), canary: snapshot(t, filepath.Join(folder, "canary"))}
		l.m = w.mover(t)
		defer func() { must(t, l.m.Close()) }()
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			l.step()
			keptAll(t, l.kept(t), l.sums, "in the middle")
		}
		sameWorld(t, snapshot(t, filepath.Join(folder, "canary")), l.canary, "outside")
		must(t, l.m.Recover(t.Context(), w.scope()))
		settled := snapshot(t, w.root)
		must(t, l.m.Recover(t.Context(), w.scope()))
		sameWorld(t, snapshot(t, w.root), settled, "after a second recovery")
		noTemps(t, w.root, "at the end")
		noTemps(t, w.bin, "at the end")
	})
}

func (l *life) step() {
	what := rapid.SampledFrom([]string{"move", "move", "move", "copy", "write", "trash", "restore", "undo", "undo", "finish", "edit", "race", "die"}).Draw(l.t, "what")
	switch what {
	case "edit":
		l.edit()
	case "race":
		l.races = rapid.IntRange(1, 3).Draw(l.t, "races")
	case "die":
		l.dieIn(rapid.IntRange(0, 80).Draw(l.t, "calls"))
	default:
		l.arm()
		l.change(what)
		l.trap.Before = func(safefstest.Call) error { return nil }
	}
}

// change does one thing. That it is refused is as good as that it is done.
func (l *life) change(what string) {
	ctx := context.Background()
	var plan *Plan
	var err error
	switch what {
	case "move":
		plan, err = l.m.Plan(ctx, l.scope(), drawMoves(l.t, l.world), nil)
	case "copy":
		plan, err = l.m.PlanCopy(ctx, l.scope(), drawMoves(l.t, l.world))
	case "write":
		l.fresh++
		plan, err = l.m.PlanWrite(ctx, l.scope(), l.path(rapid.SampledFrom(oddNames).Draw(l.t, "name")), fmt.Sprintf("written %d", l.fresh))
	case "trash":
		plan, err = l.m.PlanTrash(ctx, l.scope(), []string{l.anyFile()})
	case "restore":
		if in, _ := l.m.Trash(ctx, l.scope()); len(in) > 0 {
			plan, err = l.m.PlanRestore(ctx, l.scope(), []string{in[0].Path})
		}
	case "undo":
		_, err = l.m.Undo(ctx, l.scope(), "", "", nil)
	case "finish":
		if past, _ := l.m.History(ctx, 1, ""); len(past) > 0 {
			_, err = l.m.Finish(ctx, l.scope(), past[0].Batch, "", nil)
		}
	}
	if err == nil && plan != nil {
		_, err = l.m.Do(ctx, plan, Order{})
	}
	if err != nil && Explain(err, "").Kind == Execution {
		l.t.Fatalf("%s: %v", what, err)
	}
}

func (l *life) anyFile() string {
	var names []string
	for name := range snapshot(l.t, l.root) {
		names = append(names, name)
	}
	slices.Sort(names)
	if len(names) == 0 {
		return l.path("none")
	}
	return l.path(rapid.SampledFrom(names).Draw(l.t, "file"))
}

// edit writes to a file, as its owner may: what it held is the owner's to lose.
func (l *life) edit() {
	path := l.anyFile()
	if in, err := os.Lstat(path); err != nil || !in.Mode().IsRegular() || in.Mode().Perm()&0o200 == 0 {
		return
	}
	l.fresh++
	must(l.t, os.WriteFile(path, []byte(fmt.Sprintf("edit %d", l.fresh)), 0o644))
	l.sums = l.kept(l.t)
}

// arm lets another program create files in front of the next renames.
func (l *life) arm() {
	names := oddNames
	l.trap.Before = func(c safefstest.Call) error {
		if c.Op == "Rename" && l.races > 0 {
			l.races--
			path := l.path(names[(l.fresh*7+len(c.Name))%len(names)])
			f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
			if err != nil {
				return nil
			}
			l.fresh++
			_, err = fmt.Fprintf(f, "raced %d", l.fresh)
			must(l.t, errors.Join(err, f.Close()))
		}
		return nil
	}
}

// dieIn dies in front of a call of a batch and starts again.
func (l *life) dieIn(n int) {
	moves := drawMoves(l.t, l.world)
	l.dying(n, func() {
		if plan, err := l.m.Plan(context.Background(), l.scope(), moves, nil); err == nil {
			_, _ = l.m.Do(context.Background(), plan, Order{})
		}
	})
	must(l.t, l.trap.Bury())
	l.m = l.mover(l.t)
	must(l.t, l.m.Recover(context.Background(), l.scope()))
	noTemps(l.t, l.root, "after a death")
}
