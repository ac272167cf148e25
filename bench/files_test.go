package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/files/mover"
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
func scans(tb testing.TB, n int) (folder string, moves []mover.Request) {
	tb.Helper()
	folder = tb.TempDir()
	old := time.Now().Add(-time.Hour)
	for i := range n {
		inside := filepath.Join(folder, fmt.Sprintf("%03d", i/perFolder))
		must(tb, os.MkdirAll(inside, 0o700))
		from := filepath.Join(inside, fmt.Sprintf("IMG_%06d.jpg", i))
		must(tb, os.WriteFile(from, []byte("x"), 0o600))
		must(tb, os.Chtimes(from, old, old))
		moves = append(moves, mover.Request{From: from, To: filepath.Join(inside, fmt.Sprintf("2026-01-01 Scan %06d.jpg", i))})
	}
	return folder, moves
}

func newMover(tb testing.TB) *mover.Mover {
	tb.Helper()
	m, err := mover.New(mover.Config{JournalDir: filepath.Join(tb.TempDir(), "journal"), TrashDir: filepath.Join(tb.TempDir(), "Trash")})
	must(tb, err)
	return m
}

func median(of []time.Duration) time.Duration {
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
			scope := mover.Scope{Outer: []mover.Root{{Path: folder}}}
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

// BenchmarkHundredThousandFiles lists, plans and moves 10,000 and 100,000 files
// in pages of one batch.
func BenchmarkHundredThousandFiles(b *testing.B) {
	var few, many []time.Duration
	var peak uint64
	for b.Loop() {
		for range 3 {
			for range 3 {
				took, _ := tidy(b, 10_000)
				few = append(few, took)
			}
			took, memory := tidy(b, 100_000)
			many, peak = append(many, took), max(peak, memory)
		}
	}
	ratio := float64(median(many)) / float64(median(few))
	b.ReportMetric(ratio, "×10k")
	b.ReportMetric(float64(peak)/(1<<20), "MB")
	b.ReportMetric(median(many).Seconds(), "s/100k")
	if ratio > growthLimit {
		b.Errorf("100,000 files take %.1f times as long as 10,000; the limit is %d", ratio, growthLimit)
	}
	if peak > memoryLimit {
		b.Errorf("100,000 files take %d MB; the limit is %d", peak>>20, memoryLimit>>20)
	}
}

// tidy gives how long n files take, and the most memory that the process has
// held.
func tidy(b *testing.B, n int) (took time.Duration, peak uint64) {
	b.Helper()
	const page = 10_000
	folder, moves := scans(b, n)
	m := newMover(b)
	scope := mover.Scope{Outer: []mover.Root{{Path: folder}}}
	runtime.GC()
	syncPath(b, folder) // what was written to make the files is no part of it
	start := time.Now()
	l, err := m.List(context.Background(), scope, mover.ListQuery{Path: folder, Recursive: true, Limit: 2 * n})
	must(b, err)
	listed, done := l.Files, 0
	l = mover.Listing{}
	for first := 0; first < n; first += page {
		plan, err := m.Plan(context.Background(), scope, moves[first:min(n, first+page)], nil)
		must(b, err)
		report, err := m.Do(context.Background(), plan, mover.Order{Batch: "tidy", Total: n})
		must(b, err)
		done = report.Receipt.Moved
		peak = max(peak, held())
	}
	took = time.Since(start)
	must(b, m.Close())
	if listed != n || done != n {
		b.Fatalf("%d of %d files were listed, %d moved", listed, n, done)
	}
	must(b, os.RemoveAll(folder))
	return took, peak
}

// held is the memory that the process has from the system, in bytes.
func held() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys - m.HeapReleased
}

// BenchmarkFlatFolderInPages lists one folder of 10,000 and of 100,000 files in
// pages of two sizes.
func BenchmarkFlatFolderInPages(b *testing.B) {
	few, many := flat(b, 10_000), flat(b, 100_000)
	for _, page := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(page), func(b *testing.B) {
			var small, large []time.Duration
			for b.Loop() {
				for range 5 {
					for range 3 {
						small = append(small, listInPages(b, few, 10_000, page))
					}
					large = append(large, listInPages(b, many, 100_000, page))
				}
			}
			ratio := float64(median(large)) / float64(median(small))
			b.ReportMetric(ratio, "×10k")
			b.ReportMetric(median(large).Seconds(), "s/100k")
			b.ReportMetric(float64(held())/(1<<20), "MB")
			if ratio > growthLimit {
				b.Errorf("100,000 files take %.1f times as long as 10,000; the limit is %d", ratio, growthLimit)
			}
			if held() > memoryLimit {
				b.Errorf("100,000 files take %d MB; the limit is %d", held()>>20, memoryLimit>>20)
			}
		})
	}
}

// flat makes a folder of n files that have rested for an hour.
func flat(b *testing.B, n int) (folder string) {
	b.Helper()
	folder = b.TempDir()
	old := time.Now().Add(-time.Hour)
	for i := range n {
		path := filepath.Join(folder, fmt.Sprintf("IMG_%06d.jpg", i))
		must(b, os.WriteFile(path, []byte("x"), 0o600))
		must(b, os.Chtimes(path, old, old))
	}
	syncPath(b, folder)
	return folder
}

// listInPages gives how long the list of a folder of n files takes.
func listInPages(b *testing.B, folder string, n, page int) time.Duration {
	b.Helper()
	m := newMover(b)
	scope := mover.Scope{Outer: []mover.Root{{Path: folder}}}
	runtime.GC()
	start := time.Now()
	seen, after := 0, ""
	for more := true; more; {
		l, err := m.List(context.Background(), scope, mover.ListQuery{Path: folder, Limit: page, After: after})
		must(b, err)
		seen += len(l.Entries)
		more, after = l.Truncated, l.Entries[len(l.Entries)-1].Path
	}
	took := time.Since(start)
	must(b, m.Close())
	if seen != n {
		b.Fatalf("%d of %d files were listed", seen, n)
	}
	return took
}
