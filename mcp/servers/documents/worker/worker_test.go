package worker

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/pdftest"
)

// others are the processes that the test binary can be on some systems only.
var others = map[string]func(args []string) int{}

// TestMain makes the test binary the process that is started; some crash or
// never end.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case Verb:
			os.Exit(Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
		case "lonely":
			os.Exit(lonely(os.Args[3]))
		case "crashing", "spinning":
			_ = writeFrame(os.Stdout, answer{Ready: &Ready{}}, nil)
			_, _ = readFrame(os.Stdin, &request{})
			for os.Args[1] == "spinning" {
				runtime.Gosched()
			}
			os.Exit(3)
		}
		if run := others[os.Args[1]]; run != nil {
			os.Exit(run(os.Args[2:]))
		}
	}
	os.Exit(m.Run())
}

// pool has processes of this test.
func pool(t *testing.T, config Config) *Pool {
	t.Helper()
	p := New(config)
	t.Cleanup(p.Close)
	return p
}

// lonely is a process that fails when another one starts at the same time.
func lonely(folder string) int {
	lock, err := os.OpenFile(filepath.Join(folder, "starting"), os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 4
	}
	_ = lock.Close()
	for range 1000 {
		sha256.Sum256(make([]byte, 1<<16))
	}
	_ = os.Remove(lock.Name())
	_ = writeFrame(os.Stdout, answer{Ready: &Ready{}}, nil)
	_, _ = readFrame(os.Stdin, &request{})
	_ = writeFrame(os.Stdout, answer{}, nil)
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0
}

// Compiling the reader of PDF takes seconds and 260 MB.
func TestTheReaderOfPDFIsNotCompiledTwiceAtATime(t *testing.T) {
	p := pool(t, Config{Command: []string{os.Args[0], "lonely"}, Compiled: t.TempDir(), Workers: 3})
	files := make([]*File, cap(p.slots))
	var all sync.WaitGroup
	for i := range files {
		all.Go(func() {
			var err error
			if files[i], err = p.Open(t.Context(), "a.pdf", []byte("%PDF")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, f := range files {
		f.Close()
	}
}

func TestAFileIsReadInAnotherProcess(t *testing.T) {
	p := pool(t, Config{Compiled: pdftest.Compiled()})
	f, err := p.Open(t.Context(), "a.txt", []byte("some words"))
	if err != nil || f.Kind != wire.KindText || f.Content == nil || f.Content.Lines[0].Text != "some words" {
		t.Errorf("%+v, %v", f.About, err)
	}
	f.Close()
	f.Close()
	if confined, err := p.Confined(t.Context()); err != nil || confined != (runtime.GOOS == "linux") {
		t.Errorf("confined %v, %v", confined, err)
	}
	if f, err = p.Open(t.Context(), "a.pdf", pdftest.Page("BT /F1 20 Tf 40 300 Td (Hello world) Tj ET")); err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if layer, err := f.Layer(t.Context(), 1); err != nil || len(layer.Words) != 2 || layer.Words[1].Text != "world" {
		t.Errorf("%+v, %v", layer, err)
	}
	if grey, dpi, err := f.Grey(t.Context(), 1); err != nil || dpi != 200 || grey.Rect.Dx() < 500 {
		t.Errorf("%d dots an inch, %v", dpi, err)
	}
	if shown, err := f.Show(t.Context(), 1, 0, [4]float64{0, 0, 1, 1}, 100); err != nil || max(shown.Rect.Dx(), shown.Rect.Dy()) != 100 {
		t.Errorf("%v", err)
	}
}

func TestAFileThatTakesTooMuchIsStoppedAndOthersGoOn(t *testing.T) {
	spinning := pool(t, Config{Command: []string{os.Args[0], "spinning"}, Work: 200 * time.Millisecond})
	if _, err := spinning.Open(t.Context(), "a.txt", []byte("x")); !errors.Is(err, ErrTooMuchWork) {
		t.Errorf("what never ends: %v", err)
	}
	p := pool(t, Config{Compiled: pdftest.Compiled(), Work: 2 * time.Second})
	f, err := p.Open(t.Context(), "bomb.pdf", bomb())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, _, err := f.Grey(t.Context(), 1); !errors.Is(err, ErrTooMuchWork) && !errors.Is(err, ErrTooMuchMemory) {
		t.Errorf("a page that draws for ever: %v", err)
	}
	other, err := p.Open(t.Context(), "a.txt", []byte("words"))
	if err != nil || other.Content == nil {
		t.Errorf("next to it: %v", err)
	}
	other.Close()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, _, err := f.Grey(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// What takes more memory than a process has at first is tried with all of it, alone.
func TestAPictureThatTakesTooMuchMemoryIsStopped(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system has no such means for us")
	}
	var data bytes.Buffer
	if err := png.Encode(&data, image.NewNRGBA(image.Rect(0, 0, 7000, 7000))); err != nil {
		t.Fatal(err)
	}
	for memory, want := range map[uint64]error{overhead * 100 << 20: ErrTooMuchMemory, overhead * 480 << 20: nil} {
		p := pool(t, Config{Work: time.Minute, Workers: 3})
		p.memory = memory // a third of 480 MB is too little, all of it is enough
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				f, err := p.Open(t.Context(), "a.png", data.Bytes())
				if err != nil {
					t.Error(err)
					return
				}
				if _, _, err := f.Grey(t.Context(), 1); !errors.Is(err, want) {
					t.Errorf("with %d MB: %v", memory>>20, err)
				}
				f.Close()
				if other, err := p.Open(t.Context(), "b.txt", []byte("words")); err != nil {
					t.Errorf("next to it: %v", err)
				} else {
					other.Close()
				}
			})
		}
		all.Wait()
	}
}

func TestAFileThatCrashesItsReaderIsReadOnceMore(t *testing.T) {
	p := pool(t, Config{Command: []string{os.Args[0], "crashing"}})
	if _, err := p.Open(t.Context(), "a.txt", []byte("x")); !errors.Is(err, ErrCrashed) {
		t.Errorf("%v", err)
	}
	p = pool(t, Config{Command: []string{"/nowhere"}})
	if _, err := p.Open(t.Context(), "a.txt", []byte("x")); !errors.Is(err, ErrUnavailable) {
		t.Errorf("%v", err)
	}
	p.Close()
	if _, err := p.Open(t.Context(), "a.txt", []byte("x")); !errors.Is(err, ErrClosed) {
		t.Errorf("%v", err)
	}
}
