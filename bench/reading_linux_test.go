package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// What reading may cost, as a multiple of what other programs take for the same files:
// the CPU time of a page in one tesseract of one thread, or the time of a folder on the
// clock. With -short fewer files are read, and nothing fails.
const (
	letterLimit   = 1.05 // a letter of A4 at 300 dots an inch
	receiptLimit  = 1.0  // a receipt that is read surely
	scansLimit    = 1.1  // 12 scanned PDF, against pdftoppm and two tesseracts
	busyLimit     = 1.0 / 3
	secondLimit   = 3.0 // 200 files that were read before, against one text
	textPDFsLimit = 4.0 // against pdftotext -bbox-layout
)

// deskhand is the program, with deskhand-ocr next to it: both are built once.
func deskhand(tb testing.TB, home string, args ...string) *exec.Cmd {
	tb.Helper()
	if builtIn == "" {
		dir, err := os.MkdirTemp("", "bench-programs-")
		must(tb, err)
		builtIn = dir
		for name, tags := range map[string]string{"deskhand": "", "deskhand-ocr": "ocr"} {
			if output, err := exec.Command("go", "build", "-tags", tags, "-o", filepath.Join(dir, name), "../cmd/"+name).CombinedOutput(); err != nil {
				tb.Fatalf("build %s: %v\n%s", name, err, output)
			}
		}
	}
	cmd := exec.Command(filepath.Join(builtIn, "deskhand"), args...)
	cmd.Env = append(os.Environ(), "DESKHAND_HOME="+home)
	return cmd
}

// BenchmarkReading compares what reading costs with what the programs cost that do
// the same work, in turns.
func BenchmarkReading(b *testing.B) {
	for name, needed := range map[string]string{"tesseract": "tesseract-ocr", "pdftoppm": "poppler-utils", "pdftotext": "poppler-utils"} {
		if _, err := exec.LookPath(name); err != nil {
			b.Fatalf("Install %s.", needed)
		}
	}
	rounds, scans, known := 3, 12, 200
	if testing.Short() {
		rounds, scans, known = 1, 4, 40
	}
	b.Run("a letter of A4 at 300 dpi", func(b *testing.B) {
		perPage(b, letterLimit, rounds, func(seed uint64) []byte { return jpegOf(b, sheet(b, seed, 2480, 3508, 46)) })
	})
	b.Run("a receipt that is read surely", func(b *testing.B) {
		perPage(b, receiptLimit, 3*rounds, func(seed uint64) []byte { return jpegOf(b, sheet(b, seed, 900, 1900, 34)) })
	})
	b.Run("a PDF of text", func(b *testing.B) {
		server := startDocuments(b)
		dir := b.TempDir()
		compare(b, textPDFsLimit, "×pdftotext", rounds, func(i int) (ours, theirs time.Duration) {
			var batch []string
			for j := range 10 {
				path := filepath.Join(dir, fmt.Sprintf("text %d %d.pdf", i, j))
				must(b, os.WriteFile(path, pdfOf(textPages(uint64(100*i+j), 3)), 0o600))
				batch = append(batch, path)
			}
			for _, path := range batch {
				ours += server.read(b, path)
				theirs += computing(b, exec.Command("pdftotext", "-bbox-layout", path, "-"))
			}
			return ours, theirs
		})
	})
	b.Run(fmt.Sprint(scans, " scanned PDF"), func(b *testing.B) {
		home, first := b.TempDir(), b.TempDir() // PDFium is compiled once for all
		must(b, os.WriteFile(filepath.Join(first, "first.pdf"), pdfOf(textPages(1000, 1)), 0o600))
		proposed(b, home, first)
		compare(b, scansLimit, "×pdftoppm|tesseract", rounds, func(i int) (ours, theirs time.Duration) {
			folder := b.TempDir()
			for j := range scans {
				scan := pdfOf([]pdfPage{{picture: jpegOf(b, sheet(b, uint64(100*i+j), 1654, 2339, 31))}})
				must(b, os.WriteFile(filepath.Join(folder, fmt.Sprintf("scan%d.pdf", j)), scan, 0o600))
			}
			ours = proposed(b, home, folder)
			theirs = onTheClock(b, loop(b.TempDir(), "cd "+folder+` && ls *.pdf | OMP_THREAD_LIMIT=1 xargs -P2 -I{} sh -c 'pdftoppm -r 200 -gray {} "$TMPDIR"/{} && for p in "$TMPDIR"/{}*.pgm; do tesseract $p $p >/dev/null 2>&1; done'`))
			return ours, theirs
		})
	})
	b.Run("next to two busy processes", func(b *testing.B) {
		if testing.Short() {
			b.Skip("takes minutes")
		}
		for range 2 {
			other := exec.Command("sh", "-c", "while :; do :; done")
			must(b, other.Start())
			defer func() { _, _ = other.Process.Kill(), other.Wait() }()
		}
		compare(b, busyLimit, "×tesseract", 1, func(i int) (ours, theirs time.Duration) {
			folder := b.TempDir()
			for j := range 4 {
				must(b, os.WriteFile(filepath.Join(folder, fmt.Sprintf("scan%d.jpg", j)), jpegOf(b, sheet(b, uint64(100*i+j), 1240, 1754, 23)), 0o600))
			}
			return proposed(b, b.TempDir(), folder), onTheClock(b, loop(b.TempDir(), "cd "+folder+` && for f in *.jpg; do tesseract $f "$TMPDIR"/$f >/dev/null 2>&1; done`))
		})
	})
	again := func(b *testing.B, unit string, measured func(testing.TB, *exec.Cmd) time.Duration) {
		folder, one := b.TempDir(), b.TempDir()
		must(b, os.WriteFile(filepath.Join(one, "a.txt"), []byte("Some words of a text"), 0o600))
		for j := range known {
			path := filepath.Join(folder, fmt.Sprintf("file%d", j))
			switch {
			case j%2 == 0:
				must(b, os.WriteFile(path+".txt", []byte(strings.Join(sentences(uint64(j), 20), "\n")), 0o600))
			case j%4 == 1:
				must(b, os.WriteFile(path+".pdf", pdfOf(textPages(uint64(j), 1)), 0o600))
			default:
				must(b, os.WriteFile(path+".jpg", jpegOf(b, sheet(b, uint64(j), 500, 600, 26)), 0o600))
			}
		}
		home := b.TempDir()
		proposed(b, home, folder)
		compare(b, secondLimit, unit, 4*rounds, func(int) (ours, theirs time.Duration) {
			return measured(b, proposal(b, home, folder)), measured(b, proposal(b, home, one))
		})
	}
	b.Run(fmt.Sprint(known, " files for the second time"), func(b *testing.B) { again(b, "×text", onTheClock) })
	b.Run(fmt.Sprint("computing for ", known, " files for the second time"), func(b *testing.B) { again(b, "×text", computing) })
}

// compare takes turns and compares the medians.
func compare(b *testing.B, limit float64, unit string, turns int, turn func(i int) (ours, theirs time.Duration)) {
	b.Helper()
	var ours, theirs []time.Duration
	for b.Loop() {
		for i := range turns {
			mine, other := turn(i)
			ours, theirs = append(ours, mine), append(theirs, other)
		}
	}
	ratio := float64(median(ours)) / float64(median(theirs))
	b.ReportMetric(ratio, unit)
	b.ReportMetric(float64(median(ours).Milliseconds()), "ms/ours")
	b.ReportMetric(float64(median(theirs).Milliseconds()), "ms/theirs")
	if ratio > limit && !testing.Short() {
		b.Errorf("%.2f %s, the limit is %.2f", ratio, unit, limit)
	}
}

// perPage compares the computing for a picture with that of tesseract.
func perPage(b *testing.B, limit float64, turns int, draw func(seed uint64) []byte) {
	b.Helper()
	server := startDocuments(b)
	dir := b.TempDir()
	compare(b, limit, "×tesseract", turns, func(i int) (ours, theirs time.Duration) {
		path := filepath.Join(dir, fmt.Sprintf("%d.jpg", i))
		must(b, os.WriteFile(path, draw(uint64(i)), 0o600))
		cmd := exec.Command("tesseract", path, "stdout")
		cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
		return server.read(b, path), computing(b, cmd)
	})
}

// computing runs a program and returns its CPU time.
func computing(tb testing.TB, cmd *exec.Cmd) time.Duration {
	tb.Helper()
	must(tb, cmd.Run())
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// onTheClock runs a program and returns how long it took.
func onTheClock(tb testing.TB, cmd *exec.Cmd) time.Duration {
	tb.Helper()
	began := time.Now()
	if output, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("%v: %v\n%s", cmd.Args, err, output)
	}
	took := time.Since(began)
	tb.Logf("%s %s: %v on the clock, %v of computing", filepath.Base(cmd.Args[0]), cmd.Args[1], took.Round(time.Millisecond), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	return took
}

// proposed has a plan made for a folder and returns how long that took.
func proposed(tb testing.TB, home, folder string) time.Duration {
	tb.Helper()
	return onTheClock(tb, proposal(tb, home, folder))
}

// proposal has a plan made for a folder.
func proposal(tb testing.TB, home, folder string) *exec.Cmd {
	tb.Helper()
	return deskhand(tb, home, "triage", folder, "--model", "none", "--plan", filepath.Join(tb.TempDir(), "plan.json"))
}

// loop is a script that may write into a folder.
func loop(folder, script string) *exec.Cmd {
	cmd := exec.Command("sh", "-c", script)
	cmd.Env = append(os.Environ(), "TMPDIR="+folder)
	return cmd
}

// documents is a running documents server, as deskhand starts it.
type documents struct {
	*client.Client
	pid int
}

// startDocuments starts one that has compiled what it compiles once, and read a
// picture and a PDF.
func startDocuments(b *testing.B) documents {
	b.Helper()
	cmd := deskhand(b, b.TempDir(), "mcp", "documents", "--root", os.TempDir())
	in, err := cmd.StdinPipe()
	must(b, err)
	out, err := cmd.StdoutPipe()
	must(b, err)
	cmd.Stderr = io.Discard
	must(b, cmd.Start())
	d := documents{client.NewClient(transport.NewIO(out, in, nil), client.WithProtocolVersion("2025-11-25")), cmd.Process.Pid}
	b.Cleanup(func() { _, _, _ = d.Close(), cmd.Process.Kill(), cmd.Wait() })
	must(b, d.Start(context.Background()))
	_, err = d.Initialize(context.Background(), mcpgo.InitializeRequest{})
	must(b, err)
	for name, data := range map[string][]byte{"first.jpg": jpegOf(b, sheet(b, 1000, 600, 800, 30)), "first.pdf": pdfOf(textPages(1000, 1))} {
		path := filepath.Join(b.TempDir(), name)
		must(b, os.WriteFile(path, data, 0o600))
		d.read(b, path)
	}
	return d
}

// read has a file read and returns the CPU time of the server and its processes.
func (d documents) read(b *testing.B, path string) time.Duration {
	b.Helper()
	before := computed(b, d.pid)
	var request mcpgo.CallToolRequest
	request.Params.Name, request.Params.Arguments = "read", map[string]any{"path": path}
	result, err := d.CallTool(context.Background(), request)
	must(b, err)
	encoded, err := json.Marshal(result.StructuredContent)
	must(b, err)
	var reading struct {
		Text string
		Note string
	}
	must(b, json.Unmarshal(encoded, &reading))
	if len(strings.Fields(reading.Text)) < 10 || result.IsError {
		b.Fatalf("%s: %q. %s", path, reading.Text, reading.Note)
	}
	return computed(b, d.pid) - before
}

// computed returns the CPU time of a process and all of its descendants.
func computed(tb testing.TB, pid int) time.Duration {
	tb.Helper()
	var hundredths int
	for _, id := range family(tb, pid) {
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
		if err != nil {
			continue // it has just ended
		}
		_, rest, _ := bytes.Cut(data, []byte(") "))
		for _, field := range strings.Fields(string(rest))[11:15] { // of its own, and of children that ended
			n, err := strconv.Atoi(field)
			must(tb, err)
			hundredths += n
		}
	}
	return time.Duration(hundredths) * 10 * time.Millisecond
}

// family returns a process and all of its descendants.
func family(tb testing.TB, pid int) []int {
	tb.Helper()
	all := []int{pid}
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	must(tb, err)
	for _, list := range lists {
		data, _ := os.ReadFile(list)
		for _, field := range strings.Fields(string(data)) {
			child, err := strconv.Atoi(field)
			must(tb, err)
			all = append(all, family(tb, child)...)
		}
	}
	return all
}
