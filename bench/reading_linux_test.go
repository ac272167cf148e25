package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/deskhand/deskhand/mcp/servers/documents/pdftest"
)

// What reading may cost, as so many times what other programs take for the same
// files: the computing of a page by one tesseract of one thread, or the time of a
// folder on the clock. With -short fewer files are read, and nothing fails.
const (
	letterLimit   = 1.05 // a letter of A4 at 300 dots an inch
	receiptLimit  = 1.0  // a receipt that is read surely
	scansLimit    = 1.1  // 12 scanned PDF, against pdftoppm and two tesseracts
	busyLimit     = 1.0 / 3
	secondLimit   = 3.0 // 200 files that were read before, against one text
	textPDFsLimit = 4.0 // against pdftotext -bbox-layout

	peakLimit = 700 // MB of all processes together over 200 files
	restLimit = 250 // MB a minute later
	flatLimit = 1.2 // times the peak of the first half, that of the whole
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

// BenchmarkMemoryOfReading measures what the documents server and all its processes
// have in memory, each shared page counted once: at the peak while two files at a
// time are read, and a minute after that.
func BenchmarkMemoryOfReading(b *testing.B) {
	count := 200
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
		var half int64
		dir := b.TempDir()
		for i := range count {
			if i == count/2 {
				half = peak.Load()
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
		b.ReportMetric(float64(most)/float64(half), "×half")
		if testing.Short() {
			continue
		}
		<-time.After(time.Minute)
		rest := resident(b, server.pid)
		b.ReportMetric(float64(rest), "MB/rest")
		if most > peakLimit || rest > restLimit || float64(most) > flatLimit*float64(half) {
			b.Errorf("%d MB at the peak, %d over the first half, %d a minute later; the limits are %d, %.1f times the half and %d", most, half, rest, peakLimit, flatLimit, restLimit)
		}
	}
}

// resident is what a process and all that came from it have in memory, in MB.
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

// computing runs a program and tells how long it computed.
func computing(tb testing.TB, cmd *exec.Cmd) time.Duration {
	tb.Helper()
	must(tb, cmd.Run())
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// onTheClock runs a program and tells how long it took.
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

// proposed has a plan made for a folder and tells how long that took.
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

// read has a file read, and tells how long the server and its processes computed.
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

// computed is how long a process and all that came from it have computed.
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

// family is a process and all that came from it.
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

// sentences are lines of words that no other seed has.
func sentences(seed uint64, n int) []string {
	words := strings.Fields("account amount bread bill change client copper delivery engine figure garden harbour invoice journal kitchen letter market number office paper quarter receipt station total unit value window yesterday payment order")
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // for a test
	lines := make([]string, n)
	for i := range lines {
		for range 5 + random.IntN(4) {
			lines[i] += words[random.IntN(len(words))] + " "
		}
		lines[i] += fmt.Sprintf("%d.%02d", random.IntN(900), random.IntN(100))
	}
	return lines
}

// sheet is a scan of a page: print on paper that is not quite white, with noise.
func sheet(tb testing.TB, seed uint64, width, height int, size float64) *image.Gray {
	tb.Helper()
	parsed, err := opentype.Parse(goregular.TTF)
	must(tb, err)
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
	must(tb, err)
	page := image.NewGray(image.Rect(0, 0, width, height))
	draw.Draw(page, page.Rect, image.NewUniform(color.Gray{Y: 240}), image.Point{}, draw.Src)
	pen := font.Drawer{Dst: page, Src: image.NewUniform(color.Gray{Y: 30}), Face: face}
	margin, leading := int(2.5*size), int(1.7*size)
	lines := sentences(seed, max(1, (height-2*margin)/leading))
	for i, line := range lines {
		for font.MeasureString(face, line).Ceil() > width-2*margin {
			line = line[:strings.LastIndexByte(line, ' ')]
		}
		pen.Dot = fixed.P(margin, margin+(i+1)*leading)
		pen.DrawString(line)
	}
	random := rand.New(rand.NewPCG(seed, 2)) //nolint:gosec // for a test
	for i := range page.Pix {
		page.Pix[i] = uint8(max(0, min(255, int(page.Pix[i])+random.IntN(17)-8))) //nolint:gosec // a byte
	}
	return page
}

func jpegOf(tb testing.TB, page image.Image) []byte {
	tb.Helper()
	var b bytes.Buffer
	must(tb, jpeg.Encode(&b, page, &jpeg.Options{Quality: 85}))
	return b.Bytes()
}

// pdfPage is a page of text, or one that is a picture.
type pdfPage struct {
	lines   []string
	picture []byte // JPEG in grey
}

func textPages(seed uint64, n int) []pdfPage {
	var pages []pdfPage
	for i := range n {
		pages = append(pages, pdfPage{lines: sentences(seed*10+uint64(i), 45)})
	}
	return pages
}

func pdfOf(pages []pdfPage) []byte {
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"}
	var kids strings.Builder
	stream := func(head, body string) {
		objects = append(objects, fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", head, len(body), body))
	}
	for _, page := range pages {
		content, resources := "BT /F1 10 Tf 60 790 Td 16 TL\n", "/Font << /F1 3 0 R >>"
		for _, line := range page.lines {
			content += "(" + line + ") Tj T*\n"
		}
		content += "ET"
		if page.picture != nil {
			config, _ := jpeg.DecodeConfig(bytes.NewReader(page.picture))
			stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode",
				config.Width, config.Height), string(page.picture))
			content, resources = "q 595 0 0 842 0 0 cm /Im1 Do Q", fmt.Sprintf("/XObject << /Im1 %d 0 R >>", len(objects))
		}
		stream("", content)
		objects = append(objects, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << %s >> /Contents %d 0 R >>", resources, len(objects)))
		fmt.Fprintf(&kids, "%d 0 R ", len(objects))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), len(pages))
	return pdftest.File(objects, 0)
}
