package bench

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// What reading may hold in memory.
const (
	peakLimit = 700 // MB of all processes together over 200 files
	restLimit = 250 // MB a minute later
	flatLimit = 1.2 // times the peak over the first 100 files
)

var memoryFiles = flag.Int("memory.files", 200, "how many files are read to measure the memory")

// BenchmarkMemoryOfReading measures what the documents server and all its processes
// have in memory, each shared page counted once: at the peak while two files at a
// time are read, and a minute after that.
func BenchmarkMemoryOfReading(b *testing.B) {
	count := *memoryFiles
	if testing.Short() {
		count = 24
	}
	server := startDocuments(b)
	for b.Loop() {
		var peak atomic.Int64
		done := make(chan bool)
		var watching, reading sync.WaitGroup
		watching.Go(func() {
			for {
				peak.Store(max(peak.Load(), resident(b, server.pid)))
				select {
				case <-done:
					return
				case <-time.After(20 * time.Millisecond):
				}
			}
		})
		next := make(chan string)
		for range 2 {
			reading.Go(func() {
				for path := range next {
					server.read(b, path)
				}
			})
		}
		var first int64
		dir := b.TempDir()
		for i := range count {
			if i == min(100, count/2) {
				first = peak.Load()
			}
			path := filepath.Join(dir, fmt.Sprint(i))
			switch i % 4 {
			case 0:
				path += ".txt"
				must(b, os.WriteFile(path, []byte(strings.Join(sentences(uint64(i), 20), "\n")), 0o600))
			case 1:
				path += ".pdf"
				must(b, os.WriteFile(path, pdfOf(textPages(uint64(i), 3)), 0o600))
			case 2:
				path += ".jpg"
				must(b, os.WriteFile(path, jpegOf(b, sheet(b, uint64(i), 700, 1500, 15)), 0o600))
			default:
				path += ".pdf"
				must(b, os.WriteFile(path, pdfOf([]pdfPage{{picture: jpegOf(b, sheet(b, uint64(i), 2480, 3508, 60))}}), 0o600))
			}
			next <- path
		}
		close(next)
		reading.Wait()
		close(done)
		watching.Wait()
		most := peak.Load()
		b.ReportMetric(float64(most), "MB/peak")
		b.ReportMetric(float64(most)/float64(first), "×first")
		if testing.Short() {
			continue
		}
		<-time.After(time.Minute)
		rest := resident(b, server.pid)
		b.ReportMetric(float64(rest), "MB/rest")
		if most > peakLimit || rest > restLimit || float64(most) > flatLimit*float64(first) {
			b.Errorf("%d MB at the peak, %d over the first files, %d a minute later; the limits are %d, %.1f times the first and %d", most, first, rest, peakLimit, flatLimit, restLimit)
		}
	}
}

// resident returns what a process and all of its descendants have in memory, in MB.
func resident(tb testing.TB, pid int) int64 {
	tb.Helper()
	var kilobytes int64
	for _, id := range family(tb, pid) {
		data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", id)) // nothing, when it has just ended
		if _, rest, ok := bytes.Cut(data, []byte("\nPss:")); ok {
			n, err := strconv.ParseInt(strings.Fields(string(rest))[0], 10, 64)
			must(tb, err)
			kilobytes += n
		}
	}
	return kilobytes >> 10
}
