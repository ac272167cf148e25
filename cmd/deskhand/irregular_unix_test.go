//go:build unix

package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// trouble is how long a verb may take to say that something is in its way.
const trouble = 5 * time.Second

// TestWhatIsNoFileWhereOneHasToBeIsSaidAtOnce puts something else in the place of
// each file that the program reads at its start.
func TestWhatIsNoFileWhereOneHasToBeIsSaidAtOnce(t *testing.T) {
	batch := "20260101-101010-abcd"
	for _, file := range []struct {
		path string
		verb []string
	}{
		{"config/config.toml", []string{"sessions"}},
		{"config/mcp.json", []string{"servers", "list"}},
		{"data/deskhand.db", []string{"sessions"}},
		{"data/journal/" + batch + ".journal", []string{"history"}},
		{"data/journal/" + batch + ".journal", []string{"undo"}},
		{"data/journal/" + batch + ".journal", []string{"undo", batch}},
	} {
		for kind, put := range irregular {
			t.Run(strings.Join(file.verb, " ")+" with "+kind+" as "+filepath.Base(file.path), func(t *testing.T) {
				p := &person{t: t, home: t.TempDir()}
				path := filepath.Join(p.home, file.path)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := put(path); err != nil {
					t.Fatal(err)
				}
				c := p.command(file.verb...)
				hung := time.AfterFunc(trouble, func() { _ = c.Process.Kill() })
				s := c.run(t)
				if !hung.Stop() {
					t.Fatal("it hung")
				}
				s.must(t, exitFailed)
				if !strings.Contains(s.err, filepath.Base(path)) || strings.Count(strings.TrimSpace(s.err), "\n") != 0 {
					t.Errorf("said %q", s.err)
				}
				if fi, err := os.Lstat(path); err != nil || fi.Mode().IsRegular() {
					t.Errorf("it is not left as it was: %v, %v", fi, err)
				}
			})
		}
	}
}

func TestACountLeavesOutWhatIsHiddenAndWhatIsNoFile(t *testing.T) {
	p := &person{t: t, home: t.TempDir(), dir: t.TempDir()}
	if _, err := writeFolder(p.dir, map[string]string{"a.txt": "one", "b.txt": "two", ".hidden.txt": "three", "._a.txt": "four", ".git/c.txt": "five", "Old/d.txt": "six"}); err != nil {
		t.Fatal(err)
	}
	for kind, put := range irregular {
		if err := put(filepath.Join(p.dir, kind+".txt")); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("a.txt", filepath.Join(p.dir, "link.txt")); err != nil {
		t.Fatal(err)
	}
	for request, want := range map[string]string{
		"how many files are there?":                      "2 files, 2 folders",
		"how many txt files are there?":                  "2 files:",
		"Wie viele Textdateien sind hier?":               "2 Dateien:",
		"how many files are there including subfolders?": "3 files:",
	} {
		c := p.command("ask", request, "--in", p.dir, "--model", "none")
		hung := time.AfterFunc(5*trouble, func() { _ = c.Process.Kill() })
		s := c.run(t)
		if !hung.Stop() || !strings.Contains(s.out, want) || strings.Contains(s.out, "idden.txt") || strings.Contains(s.out, "._a") {
			t.Errorf("%s: %s%s", request, s.out, s.err)
		}
	}
}

// irregular are ways to put something that is no file in its place.
var irregular = map[string]func(path string) error{
	"a pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
	"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
	"a device": func(path string) error { return os.Symlink("/dev/zero", path) },
	"a socket": func(path string) error {
		short, err := os.MkdirTemp("", "s") // a socket's path has to be short
		if err != nil {
			return err
		}
		l, err := net.Listen("unix", filepath.Join(short, "s"))
		if err != nil {
			return err
		}
		l.(*net.UnixListener).SetUnlinkOnClose(false)
		if err := os.Rename(filepath.Join(short, "s"), path); err != nil {
			return err
		}
		return l.Close()
	},
}
