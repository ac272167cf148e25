//go:build shots

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// screen is an X server of its own with one window of ours on it, looked at
// through its picture and driven by mouse and keyboard, as a person would.
type screen struct {
	t       *testing.T
	display string
	window  string
	shots   string
	dark    bool
}

const (
	screenWidth  = 1280
	screenHeight = 800
	// scale enlarges the picture before its words are read: they are small.
	scale = 3
	// patience bounds every wait; look is how often the screen is looked at.
	patience = 90 * time.Second
	look     = 400 * time.Millisecond
)

// newScreen starts an X server with software rendering on a free display; options
// are more of Xvfb's.
func newScreen(t *testing.T, width, height int, options ...string) *screen {
	t.Helper()
	needsWindow(t)
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command("Xvfb", append([]string{
		"-displayfd", "3", "-nolisten", "tcp",
		"-screen", "0", fmt.Sprintf("%dx%dx24", width, height),
	}, options...)...)
	server.ExtraFiles = []*os.File{write}
	if err := server.Start(); err != nil {
		t.Fatalf("start Xvfb (run make setup): %v", err)
	}
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	_ = write.Close()
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb gave no display: %v", err)
	}
	return &screen{t: t, display: ":" + strings.TrimSpace(number), shots: shotsDir(t)}
}

// shotsDir is where the pictures go.
func shotsDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../build/shots")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// open starts the program and waits for its window.
func (s *screen) open(env []string, args ...string) *exec.Cmd {
	s.t.Helper()
	p := exec.Command(builtProgram(s.t), args...)
	p.Env = append(os.Environ(), append(env, "DISPLAY="+s.display, "LIBGL_ALWAYS_SOFTWARE=1")...)
	var errs bytes.Buffer
	p.Stderr = &errs
	if err := p.Start(); err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	found, err := s.command(ctx, "xdotool", "search", "--sync", "--onlyvisible", "--name", "Deskhand").Output()
	if err != nil {
		s.t.Fatalf("no window came: %v\n%s", err, errs.String())
	}
	s.window = strings.Fields(string(found))[0]
	s.t.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

func (s *screen) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...)
	c.Env = append(os.Environ(), "DISPLAY="+s.display, "OMP_THREAD_LIMIT=1")
	return c
}

// do runs xdotool.
func (s *screen) do(args ...string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience) // a search waits forever
	defer cancel()
	if out, err := s.command(ctx, "xdotool", args...).CombinedOutput(); err != nil {
		s.t.Fatalf("xdotool %v: %v\n%s", args, err, out)
	}
}

// shot takes a picture of the screen.
func (s *screen) shot(name string) string {
	s.t.Helper()
	file := filepath.Join(s.shots, name+".png")
	if out, err := s.command(context.Background(), "import", "-window", "root", file).CombinedOutput(); err != nil {
		s.t.Fatalf("take a picture: %v\n%s", err, out)
	}
	return file
}

// word is a word on the screen with its place in pixels.
type word struct {
	text string
	box  image.Rectangle
}

// words reads what stands on the screen.
func (s *screen) words() []word {
	s.t.Helper()
	enlarge := []string{"-colorspace", "gray", "-resize", fmt.Sprintf("%d%%", 100*scale)}
	if s.dark { // tesseract reads dark on light best
		enlarge = append(enlarge, "-negate")
	}
	dir := s.t.TempDir()
	small, large := filepath.Join(dir, "s.png"), filepath.Join(dir, "l.png")
	for _, c := range [][]string{
		{"import", "-window", "root", small},
		append(append([]string{"convert", small}, enlarge...), large),
	} {
		if out, err := s.command(context.Background(), c[0], c[1:]...).CombinedOutput(); err != nil {
			s.t.Fatalf("%v: %v\n%s", c, err, out)
		}
	}
	table, err := s.command(context.Background(), "tesseract", large, "-", "--psm", "11", "tsv").Output()
	if err != nil {
		s.t.Fatalf("read the screen: %v", err)
	}
	return parseWords(string(table))
}

// parseWords reads tesseract's table.
func parseWords(table string) []word {
	var words []word
	for _, row := range strings.Split(table, "\n") {
		f := strings.Split(row, "\t")
		if len(f) < 12 || strings.TrimSpace(f[11]) == "" || f[0] != "5" {
			continue
		}
		var n [4]int
		for i := range n {
			n[i], _ = strconv.Atoi(f[6+i]) // a heading is no number and has level "level"
		}
		words = append(words, word{
			text: f[11],
			box:  image.Rect(n[0]/scale, n[1]/scale, (n[0]+n[2])/scale, (n[1]+n[3])/scale),
		})
	}
	return words
}

// find gives the place of a phrase. Words are on a line when they stand at one
// height, and where they are parted does not matter: tesseract sees gaps inside
// of words.
func find(words []word, phrase string) (image.Rectangle, bool) {
	want := strings.ReplaceAll(phrase, " ", "")
	for _, first := range words {
		said, box := "", image.Rectangle{}
		for _, w := range lineFrom(words, first) {
			said, box = said+w.text, box.Union(w.box)
			if strings.Contains(said, want) && !strings.Contains(said[len(first.text):], want) {
				return box, true
			}
			if len(said) >= len(want)+len(first.text) {
				break
			}
		}
	}
	return image.Rectangle{}, false
}

// lineFrom gives first and what stands to the right of it, from left to right.
func lineFrom(words []word, first word) []word {
	const slack = 5 // pixels that the middles of words of one line may differ by
	middle := func(w word) int { return (w.box.Min.Y + w.box.Max.Y) / 2 }
	var line []word
	for _, w := range words {
		if d := middle(w) - middle(first); -slack < d && d < slack && w.box.Min.X >= first.box.Min.X {
			line = append(line, w)
		}
	}
	slices.SortFunc(line, func(a, b word) int { return a.box.Min.X - b.box.Min.X })
	return line
}

// see waits until a phrase stands on the screen.
func (s *screen) see(phrase string) image.Rectangle {
	s.t.Helper()
	deadline := time.After(patience)
	for tick := time.NewTicker(look); ; {
		words := s.words()
		if box, ok := find(words, phrase); ok {
			tick.Stop()
			return box
		}
		select {
		case <-tick.C:
		case <-deadline:
			s.shot("missing")
			s.t.Fatalf("%q did not come; the screen says: %s", phrase, texts(words))
		}
	}
}

func texts(words []word) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w.text + " ")
	}
	return b.String()
}

// filled gives the place of the filled button at the bottom of the window: there
// is one at most, and its colour is on nothing else there.
func (s *screen) filled(accent color.RGBA) image.Rectangle {
	s.t.Helper()
	return s.filledIn(accent, image.Rect(screenWidth/2, screenHeight*7/8, screenWidth, screenHeight))
}

// filledIn gives the place of the filled button in a part of the window.
func (s *screen) filledIn(accent color.RGBA, part image.Rectangle) image.Rectangle {
	s.t.Helper()
	box := s.coloured(accent, part)
	if box.Dx() < 40 || box.Dy() < 20 {
		s.t.Fatalf("there is no filled button: %v", box)
	}
	return box
}

// coloured gives the place of a colour in a part of the window.
func (s *screen) coloured(accent color.RGBA, part image.Rectangle) image.Rectangle {
	s.t.Helper()
	raw, err := os.ReadFile(s.shot("button"))
	if err != nil {
		s.t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		s.t.Fatal(err)
	}
	var box image.Rectangle
	b := picture.Bounds().Intersect(part)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if color.RGBAModel.Convert(picture.At(x, y)) == accent {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// waitUntilStill waits until the screen stands still: two looks in a row show the same.
func (s *screen) waitUntilStill() {
	s.t.Helper()
	var last []byte
	s.eventually("the screen stands still", func() bool {
		now, err := os.ReadFile(s.shot("still"))
		if err != nil {
			s.t.Fatal(err)
		}
		same := bytes.Equal(now, last)
		last = now
		return same
	})
}

// click clicks on a phrase.
func (s *screen) click(phrase string) {
	s.t.Helper()
	s.clickAt(s.see(phrase))
}

func (s *screen) clickAt(box image.Rectangle) {
	s.t.Helper()
	s.do("mousemove", strconv.Itoa((box.Min.X+box.Max.X)/2), strconv.Itoa((box.Min.Y+box.Max.Y)/2), "click", "1")
}

// eventually waits for a condition of the disk.
func (s *screen) eventually(what string, holds func() bool) {
	s.t.Helper()
	deadline := time.After(patience)
	for tick := time.NewTicker(look); !holds(); {
		select {
		case <-tick.C:
		case <-deadline:
			s.shot("missing")
			s.t.Fatalf("never so: %s", what)
		}
	}
}
