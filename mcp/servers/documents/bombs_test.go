package documents

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/documents/pdftest"
	"github.com/deskhand/deskhand/mcp/servers/documents/worker"
)

var wholeBombs = flag.Bool("bombs.whole", false, "bombs of full size, within the limits of the program")

// mostBytes is how much memory all processes except this one may have together.
const mostBytes = 1_100 << 20

// Files that would take a reader's time or memory forever are answered within their
// limits, and files next to them are read.
func TestBombsAreAnsweredAndFilesNextToThemAreRead(t *testing.T) {
	if raced {
		t.Skip("the limits of a worker's work are for a program without the race detector")
	}
	times, work := 1, 3*time.Second
	if *wholeBombs {
		times, work = 10, 20*time.Second
	}
	h := serve(t, Config{Roots: []string{os.TempDir(), "/proc"}, Files: worker.Config{Work: work}})
	h.read(t, file(t, "first.pdf", pdfOf(textPage("What compiles the reader of PDF once")))) // compiling is not the bombs' work
	picture := deepPNG(t)
	parts := map[string]string{"word/document.xml": "<d/>"}
	for i := range 1_000 {
		parts[fmt.Sprintf("word/header%d.xml", i)] = "<d>" + strings.Repeat(" ", 3<<20/10*times) + "</d>"
	}
	receipts := map[string][]byte{
		"receipt.jpg": jpegOf(t, drawText(t, receipt, 28)), "receipt.pdf": pdfOf(scanPage(t, receipt)),
	}
	bombs := map[string][]byte{
		"parts.docx":       zipOf(t, parts),
		"deep.xml":         []byte(`<?xml version="1.0"?>` + strings.Repeat("<a>", 2_000_000*times)),
		"attributes.xml":   []byte(`<?xml version="1.0"?><a` + strings.Repeat(" b=''", 1_200_000*times) + "/>"),
		"deep.html":        []byte("<!DOCTYPE html>" + strings.Repeat("<a>", 2_000_000*times)),
		"scans.jpg":        scansJPEG(8000, 800*times),
		"a hundred k.pdf":  manyPages(10_000 * times),
		"sixteen bits.png": picture, "sixteen bits 2.png": picture, "sixteen bits 3.png": picture, "sixteen bits 4.png": picture,
	}
	paths := map[string]string{}
	for name, data := range bombs {
		paths[name] = file(t, name, data)
		if !*wholeBombs || bytes.Equal(data, picture) && name != "sixteen bits.png" {
			continue
		}
		before := computed(t)
		result := h.read(t, paths[name])
		own := computed(t) - before
		t.Logf("%s by itself: %v of computing. %s", name, own, result.Note)
		if own > work {
			t.Errorf("%s by itself takes %v of computing, at most %v is its own", name, own, work)
		}
	}
	before := computed(t)
	stop, peak := make(chan bool), make(chan int)
	go watchMemory(stop, peak)
	var all sync.WaitGroup
	for name, path := range paths {
		all.Go(func() {
			result := h.read(t, path)
			t.Logf("%s: %d bytes of text. %s", name, len(result.Text), result.Note)
		})
	}
	for name, data := range receipts {
		path := file(t, name, data)
		all.Go(func() {
			if result := h.read(t, path); !strings.Contains(result.Text, "GREENFIELD MARKET") {
				t.Errorf("%s: %q. %s", name, result.Text, result.Note)
			}
		})
	}
	if runtime.GOOS == "linux" {
		h.failureOf(t, "read", map[string]any{"path": "/proc/kmsg"}, nil)
	}
	all.Wait()
	close(stop)
	spent := computed(t) - before
	t.Logf("%v of computing, %d MB at the peak", spent, <-peak>>20)
	if most := time.Duration(len(bombs)) * (work + 2*time.Second); spent > most {
		t.Errorf("they took %v of computing, at most %v is theirs", spent, most)
	}
	if most := <-peak; most > mostBytes {
		t.Errorf("all processes took %d MB", most>>20)
	}
}

// computed returns the CPU time of this process and of all that it started, which a
// busy machine does not change, unlike the time on the clock.
func computed(t *testing.T) time.Duration {
	t.Helper()
	var sum time.Duration
	eachChild(func(_ string, fields [][]byte) {
		user, _ := strconv.Atoi(string(fields[11]))
		system, _ := strconv.Atoi(string(fields[12]))
		sum += time.Duration(user+system) * 10 * time.Millisecond
	})
	return sum + ownTime(t)
}

// watchMemory sends the peak of the memory of this process's children, twice, once stop
// is closed.
func watchMemory(stop <-chan bool, peak chan<- int) {
	var most int
	own, _ := os.ReadFile("/proc/self/cmdline")
	for {
		var sum int
		eachChild(func(folder string, fields [][]byte) {
			// Between fork and exec a child still has this process's memory.
			if command, err := os.ReadFile(folder + "/cmdline"); err == nil && !bytes.Equal(command, own) {
				pages, _ := strconv.Atoi(string(fields[21]))
				sum += pages * os.Getpagesize()
			}
		})
		most = max(most, sum)
		select {
		case <-stop:
			peak <- most
			peak <- most
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// eachChild calls use for each child of this process, on systems with /proc: with its
// folder there and the fields of its stat after the name.
func eachChild(use func(folder string, fields [][]byte)) {
	paths, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range paths {
		data, _ := os.ReadFile(path)
		_, rest, _ := bytes.Cut(data, []byte(") "))
		if fields := bytes.Fields(rest); len(fields) > 21 && string(fields[1]) == strconv.Itoa(os.Getpid()) {
			use(filepath.Dir(path), fields)
		}
	}
}

// deepPNG is a picture of 100 megapixels with four colours of 16 bits.
func deepPNG(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	must(t, png.Encode(&b, deep{}))
	return b.Bytes()
}

type deep struct{}

func (deep) ColorModel() color.Model { return color.NRGBA64Model }
func (deep) Bounds() image.Rectangle { return image.Rect(0, 0, 10_000, 10_000) }
func (deep) At(int, int) color.Color { return color.NRGBA64{0, 0, 0, 0x8000} }

// scansJPEG is a progressive JPEG of one colour whose scans are empty: the decoder
// still goes through all blocks for each.
func scansJPEG(side, scans int) []byte {
	marker := func(kind byte, data ...byte) []byte {
		return append([]byte{0xff, kind, byte((len(data) + 2) >> 8), byte(len(data) + 2)}, data...)
	}
	var b bytes.Buffer
	b.Write([]byte{0xff, 0xd8})
	b.Write(marker(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...))
	b.Write(marker(0xc2, 8, byte(side>>8), byte(side), byte(side>>8), byte(side), 1, 1, 0x11, 0))
	// One code of one bit: that the next blocks have nothing, 14 bits say how many.
	b.Write(marker(0xc4, append(append([]byte{0x10, 1}, make([]byte, 15)...), 0xe0)...))
	var bits, count uint32
	var scan []byte
	put := func(value, n uint32) {
		for i := n; i > 0; i-- {
			bits, count = bits<<1|value>>(i-1)&1, count+1
			if count%8 == 0 {
				if scan = append(scan, byte(bits)); byte(bits) == 0xff {
					scan = append(scan, 0)
				}
			}
		}
	}
	const run = 1<<15 - 1 // a code of 0, and 14 bits of 1
	for range ((side+7)/8*((side+7)/8) + run - 1) / run {
		put(run>>1, 15)
	}
	for count%8 != 0 {
		put(1, 1)
	}
	for range scans {
		b.Write(marker(0xda, 1, 1, 0, 1, 63, 0))
		b.Write(scan)
	}
	b.Write([]byte{0xff, 0xd9})
	return b.Bytes()
}

// manyPages is a PDF of n pages, each an object of its own.
func manyPages(n int) []byte {
	var kids strings.Builder
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", ""}
	for i := range n {
		fmt.Fprintf(&kids, "%d 0 R ", i+3)
		objects = append(objects, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>")
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), n)
	return pdftest.File(append(objects, "<< >>"), n+3)
}
