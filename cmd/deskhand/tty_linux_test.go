package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// tty is a real one with a program at it, and us in the place of the person.
type tty struct {
	t      *testing.T
	person *os.File // what is typed and seen
	line   *os.File // what the program has

	mu   sync.Mutex
	more *sync.Cond
	seen bytes.Buffer
	over bool
}

// ttyPatience bounds every wait at a terminal.
const ttyPatience = 60 * time.Second

func newTTY(t *testing.T) *tty {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	line, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	w := &tty{t: t, person: person, line: line}
	w.more = sync.NewCond(&w.mu)
	go w.watch()
	t.Cleanup(func() { _ = line.Close(); _ = person.Close() })
	return w
}

func (w *tty) watch() {
	part := make([]byte, 4096)
	for {
		n, err := w.person.Read(part)
		w.mu.Lock()
		w.seen.Write(part[:n])
		w.over = err != nil
		w.more.Broadcast()
		w.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// runs starts a program at the terminal.
func (w *tty) runs(c command) {
	w.t.Helper()
	c.Stdin, c.Stdout, c.Stderr = w.line, w.line, w.line
	if err := c.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
}

// sees waits until a text stands on the terminal.
func (w *tty) sees(text string) {
	w.t.Helper()
	late := time.AfterFunc(ttyPatience, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.over = true
		w.more.Broadcast()
	})
	defer late.Stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	for !strings.Contains(w.seen.String(), text) {
		if w.over {
			w.t.Fatalf("%q did not come; the terminal shows:\n%s", text, w.seen.String())
		}
		w.more.Wait()
	}
}

// shows is all that stands on it.
func (w *tty) shows() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.seen.String()
}

// types types a line.
func (w *tty) types(text string) {
	w.t.Helper()
	if _, err := w.person.WriteString(text + "\n"); err != nil {
		w.t.Fatal(err)
	}
}
