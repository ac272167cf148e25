package engine

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/deskhand/deskhand/mcp/servers/documents/engine/builtin"
	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
	"github.com/deskhand/deskhand/mcp/servers/documents/picture"
)

// The programs that the tests share: deskhand-ocr with and without tesseract.
var withTesseract, withoutTesseract string

// compiled is where the code of the engine that is built in is kept.
var compiled string

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == builtin.Verb {
		os.Exit(builtin.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(withPrograms(m))
}

func withPrograms(m *testing.M) int {
	dir, err := os.MkdirTemp("", "engine-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	compiled = filepath.Join(dir, "compiled")
	withTesseract, withoutTesseract = filepath.Join(dir, "with"), filepath.Join(dir, "without")
	for path, tags := range map[string]string{withTesseract: "ocr", withoutTesseract: ""} {
		build := exec.Command("go", "build", "-tags", tags, "-o", path, "github.com/deskhand/deskhand/cmd/deskhand-ocr")
		if output, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "build deskhand-ocr: %v\n%s\nInstall g++ libtesseract-dev libleptonica-dev.\n", err, output)
			return 1
		}
	}
	if _, err := exec.LookPath("tesseract"); err != nil {
		fmt.Fprintln(os.Stderr, "Install tesseract-ocr tesseract-ocr-eng tesseract-ocr-osd.")
		return 1
	}
	return m.Run()
}

// engines are the ways to read, which keep one contract. The one that is built in
// is there with the tag "builtinocr".
func engines() map[string]Config {
	all := map[string]Config{
		Library: {Library: withTesseract, Program: "/nowhere/tesseract"},
		Program: {Library: withoutTesseract},
	}
	if command := builtin.Command(); command != nil {
		all[BuiltIn] = Config{Library: withoutTesseract, Program: "/nowhere/tesseract", BuiltIn: command, Compiled: compiled}
	}
	return all
}

func newPool(t *testing.T, config Config) *Pool {
	t.Helper()
	pool := New(config)
	t.Cleanup(pool.Close)
	return pool
}

// page draws lines in black on white.
func page(t *testing.T, lines ...string) *image.Gray {
	t.Helper()
	return pageOf(t, 480, 40, lines...)
}

// pageOf draws lines on a page of that width, so far from each other; what follows a
// tab is at the right.
func pageOf(t *testing.T, width, leading int, lines ...string) *image.Gray {
	t.Helper()
	parsed, err := opentype.Parse(goregular.TTF)
	must(t, err)
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 24, DPI: 72})
	must(t, err)
	grey := image.NewGray(image.Rect(0, 0, width, 80+leading*len(lines)))
	draw.Draw(grey, grey.Rect, image.White, image.Point{}, draw.Src)
	pen := font.Drawer{Dst: grey, Src: image.Black, Face: face}
	for i, line := range lines {
		left, right, _ := strings.Cut(line, "\t")
		pen.Dot = fixed.P(40, 60+leading*i)
		pen.DrawString(left)
		pen.Dot.X = fixed.I(width-40) - font.MeasureString(face, right)
		pen.DrawString(right)
	}
	return grey
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// of is a source of a picture that is not kept.
func of(grey *image.Gray) Source {
	return Source{Picture: func(context.Context) (*image.Gray, int, error) { return grey, 0, nil }}
}

func text(p layout.Page) string {
	lines := make([]string, 0, 8)
	for _, line := range p.Lines() {
		lines = append(lines, line.Text)
	}
	return strings.Join(lines, "\n")
}

var letter = []string{
	"Riverside Dental Clinic", "Invoice number 20417", "Date 12 March 2024",
	"Check and cleaning 85.00", "Two fillings 140.00", "Amount due 225.00",
}

func TestEachEngineReadsAPageInEveryRotation(t *testing.T) {
	for name, config := range engines() {
		pool := newPool(t, config)
		if status := pool.Status(); status.Engine != name || !slices.Contains(status.Languages, "eng") || slices.Contains(status.Languages, "osd") || !status.Turned || status.Version == "" {
			t.Fatalf("status = %+v, want %s", status, name)
		} else if status.Confined != (runtime.GOOS == "linux" && name != Program) {
			t.Errorf("confined = %v", status.Confined)
		}
		for _, turn := range []int{0, 90, 180, 270} {
			t.Run(fmt.Sprintf("%s, turned by %d", name, turn), func(t *testing.T) {
				got, err := pool.Read(t.Context(), of(picture.Turn(page(t, letter...), turn)), nil)
				must(t, err)
				if text(got.Page) != strings.Join(letter, "\n") {
					t.Errorf("text = %q", text(got.Page))
				}
				if got.Turn != (360-turn)%360 || got.Width != 480 || got.Height != 80+40*len(letter) {
					t.Errorf("turn %d, page %d×%d", got.Turn, got.Width, got.Height)
				}
				if got.Confidence() < 0.8 || got.Confidence() > 1 {
					t.Errorf("confidence = %v", got.Confidence())
				}
				for i, line := range got.Lines() {
					want := image.Rect(38, 36+40*i, 480, 70+40*i)
					if !line.Box.In(want) {
						t.Errorf("line %q at %v, want it in %v", line.Text, line.Box, want)
					}
				}
			})
		}
	}
}

func TestEachEngineFindsNothingOnABlankPage(t *testing.T) {
	for name, config := range engines() {
		got, err := newPool(t, config).Read(t.Context(), of(page(t)), nil)
		if err != nil || len(got.Words) != 0 || got.Turn != 0 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestEachEngineReportsMissingLanguages(t *testing.T) {
	for name, config := range engines() {
		pool := newPool(t, config)
		for _, asked := range [][]string{{"tlh", "eng"}, {"tlh"}, {"tlh", "tlh", "--help"}} {
			got, err := pool.Read(t.Context(), of(page(t, letter...)), asked)
			if err != nil || !slices.Contains(got.Missing, "tlh") || slices.Contains(got.Missing, "eng") || len(got.Words) == 0 {
				t.Errorf("%s, %v: missing %v, %d words, %v", name, asked, got.Missing, len(got.Words), err)
			}
		}
	}
}

func TestAPageWithFewWordsIsTurnedToo(t *testing.T) {
	pool := newPool(t, Config{Library: withTesseract})
	got, err := pool.Read(t.Context(), of(picture.Turn(page(t, "Parking ticket", "Paid 4.50"), 90)), nil)
	if err != nil || got.Turn != 270 || text(got.Page) != "Parking ticket\nPaid 4.50" {
		t.Errorf("turn %d, text %q, %v", got.Turn, text(got.Page), err)
	}
}

// idleOf returns the only idle process.
func idleOf(t *testing.T, pool *Pool) *reader {
	t.Helper()
	first, ok := pool.idle.Take(func(runner) bool { return true })
	_, more := pool.idle.Take(func(runner) bool { return true })
	if !ok || more {
		t.Fatalf("one idle process: %v, more than one: %v", ok, more)
	}
	pool.idle.Give(first)
	return first.(*reader)
}

func TestAProcessThatWasKilledIsReplaced(t *testing.T) {
	pool := newPool(t, Config{Library: withTesseract, Workers: 1})
	_, err := pool.Read(t.Context(), of(page(t, letter...)), nil)
	must(t, err)
	first := idleOf(t, pool)
	must(t, first.OS().Kill())
	got, err := pool.Read(t.Context(), of(page(t, letter...)), nil)
	if err != nil || !strings.Contains(text(got.Page), "Dental Clinic") {
		t.Errorf("text %q, %v", text(got.Page), err)
	}
	if second := idleOf(t, pool); second.OS().Pid == first.OS().Pid {
		t.Error("the killed process is still in the pool")
	}
}

func TestAProcessIsKeptBetweenPages(t *testing.T) {
	pool := newPool(t, Config{Library: withTesseract, Workers: 2})
	pids := map[int]bool{}
	for range 3 {
		_, err := pool.Read(t.Context(), of(page(t, letter[:2]...)), nil)
		must(t, err)
		pids[idleOf(t, pool).OS().Pid] = true
	}
	if len(pids) != 1 {
		t.Errorf("%d processes for pages one after the other", len(pids))
	}
}

// script writes a program that answers --languages as the real one does and
// does body when it is to read.
func script(t *testing.T, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "deskhand-ocr")
	must(t, os.WriteFile(path, []byte("#!/bin/sh\n[ \"$1\" = --languages ] && exec "+withTesseract+" --languages\n"+body), 0o700))
	return path
}

func TestAProgramThatCrashesOnAPageFailsThatPageOnly(t *testing.T) {
	count := filepath.Join(t.TempDir(), "starts")
	pool := newPool(t, Config{Library: script(t, "echo x >> "+count+"; kill -SEGV $$\n")})
	_, err := pool.Read(t.Context(), of(page(t, letter...)), nil)
	if !errors.Is(err, ErrCrashed) {
		t.Errorf("err = %v", err)
	}
	if starts, _ := os.ReadFile(count); len(starts) != 4 {
		t.Errorf("started %d times, want 2", len(starts)/2)
	}
	if kept, ok := pool.idle.Take(func(runner) bool { return true }); len(pool.slots) != 0 || ok {
		t.Errorf("%d places taken, process %v kept", len(pool.slots), kept)
	}
}

func TestAProgramThatAnswersNonsenseFailsThePage(t *testing.T) {
	for _, body := range []string{"echo hello\n", "echo '{\"id\":99}'\n", "head -c 150000 > /dev/null; yes | tr -d '\\n' | head -c 40000000\n"} {
		pool := newPool(t, Config{Library: script(t, body)})
		if _, err := pool.Read(t.Context(), of(page(t, letter...)), nil); !errors.Is(err, ErrCrashed) {
			t.Errorf("%q: err = %v", body, err)
		}
	}
}

func TestAPageThatTakesTooLongIsGivenUp(t *testing.T) {
	pool := newPool(t, Config{Library: script(t, "exec sleep 1000\n"), PageTime: 100 * time.Millisecond})
	start := time.Now()
	_, err := pool.Read(t.Context(), of(page(t, letter...)), nil)
	if !errors.Is(err, ErrTimeout) || time.Since(start) > 5*time.Second {
		t.Errorf("err = %v after %v", err, time.Since(start))
	}
}

func TestAPageEndsInTimeEvenIfSomethingElseHoldsThePipes(t *testing.T) {
	pool := newPool(t, Config{Library: script(t, "sleep 5 & exec sleep 1000\n"), PageTime: 100 * time.Millisecond})
	start := time.Now()
	_, err := pool.Read(t.Context(), of(page(t, letter...)), nil)
	if !errors.Is(err, ErrTimeout) || time.Since(start) > 4*time.Second {
		t.Errorf("err = %v after %v", err, time.Since(start))
	}
}

func TestCloseEndsPagesInProgress(t *testing.T) {
	started := filepath.Join(t.TempDir(), "started")
	pool := New(Config{Library: script(t, "touch "+started+"; exec sleep 1000\n"), Workers: 1})
	errs := make(chan error, 2)
	for range 2 { // one is read, one waits
		go func() {
			_, err := pool.Read(context.Background(), of(page(t, letter...)), nil)
			errs <- err
		}()
	}
	for _, err := os.Stat(started); err != nil; _, err = os.Stat(started) {
		<-time.After(time.Millisecond)
	}
	pool.Close()
	pool.Close()
	for range 2 {
		if err := <-errs; !errors.Is(err, ErrClosed) {
			t.Errorf("err = %v", err)
		}
	}
	if _, err := pool.Read(t.Context(), of(page(t, letter...)), nil); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func TestAProcessGetsOneThreadAndNoSecrets(t *testing.T) {
	t.Setenv("DESKHAND_CANARY", "secret")
	dump := filepath.Join(t.TempDir(), "env")
	pool := newPool(t, Config{Library: script(t, "env > "+dump+"\n")})
	_, err := pool.Read(t.Context(), of(page(t, letter...)), nil)
	if !errors.Is(err, ErrCrashed) {
		t.Fatalf("err = %v", err)
	}
	env, err := os.ReadFile(dump)
	must(t, err)
	if !strings.Contains(string(env), "OMP_THREAD_LIMIT=1\n") || strings.Contains(string(env), "CANARY") {
		t.Errorf("environment = %s", env)
	}
}

func TestNoMorePagesAtATimeThanWorkers(t *testing.T) {
	dir := t.TempDir()
	// Each start leaves a mark while it runs, and counts the marks.
	body := "touch " + dir + "/$$; ls " + dir + " | grep -vc most >> " + dir + "/most; head -c 1000 > /dev/null; rm " + dir + "/$$\n"
	pool := newPool(t, Config{Library: script(t, body), Workers: 2})
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() { _, _ = pool.Read(context.Background(), of(page(t, "x")), nil) })
	}
	wait.Wait()
	most, err := os.ReadFile(dir + "/most")
	must(t, err)
	if strings.ContainsAny(string(most), "3456789") {
		t.Errorf("processes at a time: %s", most)
	}
}

func TestWithoutAnyEngineNothingIsDecoded(t *testing.T) {
	pool := newPool(t, Config{Library: withoutTesseract, Program: "/nowhere/tesseract"})
	if status := pool.Status(); status.Engine != None {
		t.Errorf("status = %+v", status)
	}
	_, err := pool.Read(t.Context(), Source{Picture: func(context.Context) (*image.Gray, int, error) {
		t.Error("the picture was decoded")
		return nil, 0, nil
	}}, nil)
	if !errors.Is(err, ErrNoEngine) {
		t.Errorf("err = %v", err)
	}
}
