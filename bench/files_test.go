package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/find"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// The limits that the files server is held to.
const (
	// renameLimit is how many times the bare renames a journalled batch may take.
	renameLimit = 3
	// growthLimit is how many times longer ten times the files may take.
	growthLimit = 12
	// memoryLimit is what a batch of 100,000 files may take from the system, in
	// bytes.
	memoryLimit = 300 << 20
)

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// perFolder is how many files lie in one folder.
const perFolder = 1000

// scans makes n files in folders of a new one, and asks for a new name for each.
func scans(tb testing.TB, n int) (folder string, moves []files.Move) {
	tb.Helper()
	return scansIn(tb, n, perFolder)
}

// scansIn is scans with so many files in a folder.
func scansIn(tb testing.TB, n, perFolder int) (folder string, moves []files.Move) {
	tb.Helper()
	folder = tb.TempDir()
	old := time.Now().Add(-time.Hour)
	for i := range n {
		inside := filepath.Join(folder, fmt.Sprintf("%03d", i/perFolder))
		must(tb, os.MkdirAll(inside, 0o700))
		from := filepath.Join(inside, fmt.Sprintf("IMG_%06d.jpg", i))
		must(tb, os.WriteFile(from, []byte("x"), 0o600))
		must(tb, os.Chtimes(from, old, old))
		moves = append(moves, files.Move{From: from, To: filepath.Join(inside, fmt.Sprintf("2026-01-01 Scan %06d.jpg", i))})
	}
	return folder, moves
}

func newMover(tb testing.TB) *mover.Mover {
	tb.Helper()
	m, err := mover.New(mover.Config{JournalDir: filepath.Join(tb.TempDir(), "journal"), TrashDir: filepath.Join(tb.TempDir(), "Trash")})
	must(tb, err)
	return m
}

func median[T cmp.Ordered](of []T) T {
	slices.Sort(of)
	return of[len(of)/2]
}

func syncPath(tb testing.TB, path string) {
	tb.Helper()
	f, err := os.Open(path)
	must(tb, err)
	must(tb, errors.Join(f.Sync(), f.Close()))
}

// BenchmarkBatchOf1000Moves compares a journalled batch with as many bare
// renames and four syncs, in turns.
func BenchmarkBatchOf1000Moves(b *testing.B) {
	var batches, planned, renames []time.Duration
	for b.Loop() {
		for range 11 {
			folder, moves := scans(b, 1000)
			m := newMover(b)
			scope := roots.Scope{Outer: []roots.Root{{Path: folder}}}
			syncPath(b, folder)
			start := time.Now()
			plan, err := m.Plan(context.Background(), scope, moves, nil)
			must(b, err)
			middle := time.Now()
			report, err := m.Do(context.Background(), plan, mover.Order{})
			batches = append(batches, time.Since(middle))
			planned = append(planned, time.Since(start))
			must(b, errors.Join(err, m.Close()))
			if report.Receipt.Moved != len(moves) {
				b.Fatalf("the receipt is %+v", report.Receipt)
			}
			renames = append(renames, bareRenames(b))
		}
	}
	ratio := float64(median(batches)) / float64(median(renames))
	b.ReportMetric(ratio, "×renames")
	b.ReportMetric(float64(median(planned))/float64(median(renames)), "×renames/planned")
	b.ReportMetric(float64(median(batches).Microseconds())/perFolder, "µs/move")
	if ratio > renameLimit {
		b.Errorf("a batch takes %.2f times its renames; the limit is %d", ratio, renameLimit)
	}
}

func bareRenames(b *testing.B) time.Duration {
	b.Helper()
	folder, moves := scans(b, 1000)
	syncPath(b, folder)
	start := time.Now()
	for _, m := range moves {
		must(b, os.Rename(m.From, m.To))
	}
	for range 2 {
		syncPath(b, moves[0].To)
		syncPath(b, folder)
	}
	return time.Since(start)
}

// The pages in which a client asks: triage's.
const (
	listPage = 4000
	movePage = 1000
)

// BenchmarkHundredThousandFiles lists, plans and moves 10,000 and 100,000 files
// in pages of one batch: files in folders of a thousand, and files in one folder.
// Half of ten small tidyings come before a large one and half after it, so that
// what else the machine does slows both.
func BenchmarkHundredThousandFiles(b *testing.B) {
	for name, perFolder := range map[string]int{"tree": perFolder, "flat": 1 << 30} {
		b.Run(name, func(b *testing.B) {
			var ratios [len(stepNames)][]float64
			var peak uint64
			var took []time.Duration
			for b.Loop() {
				for range 3 {
					var few tidied
					for range 5 {
						few.add(tidy(b, 10_000, perFolder))
					}
					many := tidy(b, 100_000, perFolder)
					for range 5 {
						few.add(tidy(b, 10_000, perFolder))
					}
					for step := range ratios {
						ratios[step] = append(ratios[step], 10*float64(many.took[step])/float64(few.took[step]))
					}
					took, peak = append(took, many.took[all]), max(peak, many.peak)
				}
			}
			for step, name := range stepNames {
				ratio := median(ratios[step])
				b.ReportMetric(ratio, "×10k/"+name)
				if ratio > growthLimit {
					b.Errorf("%s takes %.1f times as long for 100,000 files as for 10,000; the limit is %d", name, ratio, growthLimit)
				}
			}
			b.ReportMetric(float64(peak)/(1<<20), "MB")
			b.ReportMetric(median(took).Seconds(), "s/100k")
			if peak > memoryLimit {
				b.Errorf("100,000 files take %d MB; the limit is %d", peak>>20, memoryLimit>>20)
			}
		})
	}
}

// The steps of a tidying.
const (
	listing = iota
	planning
	moving
	all
)

var stepNames = [...]string{"list", "plan", "move", "all"}

// tidied is how long the steps of tidyings took, and the most memory that the
// process held.
type tidied struct {
	took [len(stepNames)]time.Duration
	peak uint64
}

func (t *tidied) add(o tidied) {
	for step := range t.took {
		t.took[step] += o.took[step]
	}
}

// tidy lists n files, plans new names for them, and moves them, in pages.
func tidy(b *testing.B, n, perFolder int) (t tidied) {
	b.Helper()
	folder, moves := scansIn(b, n, perFolder)
	m := newMover(b)
	scope := roots.Scope{Outer: []roots.Root{{Path: folder}}}
	runtime.GC()
	syncPath(b, folder) // what was written to make the files is no part of it
	begin := time.Now()
	start := begin
	lap := func(step int) {
		t.took[step], start = time.Since(start), time.Now()
		t.peak = max(t.peak, held())
	}
	if listed := listInPages(b, find.New(m.Folders()), folder, listPage); listed < n {
		b.Fatalf("%d of %d files were listed", listed, n)
	}
	lap(listing)
	for page := range slices.Chunk(moves, movePage) {
		_, err := m.Plan(context.Background(), scope, page, nil)
		must(b, err)
	}
	lap(planning)
	done := 0
	for page := range slices.Chunk(moves, movePage) {
		plan, err := m.Plan(context.Background(), scope, page, nil)
		must(b, err)
		report, err := m.Do(context.Background(), plan, mover.Order{Batch: "tidy", Total: n})
		must(b, err)
		done = report.Receipt.Moved
	}
	lap(moving)
	t.took[all] = time.Since(begin)
	must(b, m.Close())
	if done != n {
		b.Fatalf("%d of %d files were moved", done, n)
	}
	must(b, os.RemoveAll(folder))
	return t
}

// held is the memory that the process has from the system, in bytes.
func held() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys - m.HeapReleased
}

// listInPages lists all of a folder and counts the entries.
func listInPages(b *testing.B, f *find.Finder, folder string, page int) (entries int) {
	b.Helper()
	scope := roots.Scope{Outer: []roots.Root{{Path: folder}}}
	q := find.Query{Path: folder, Recursive: true, Limit: page}
	for more := true; more; {
		l, err := f.List(context.Background(), scope, q, nil)
		must(b, err)
		entries += len(l.Entries)
		more, q.After = l.Truncated, l.Entries[len(l.Entries)-1].Path
	}
	return entries
}
