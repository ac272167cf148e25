//go:build unix

package files_test

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

func TestPipesAndHardLinksAreNoTrap(t *testing.T) {
	d := newDesk(t, "one.txt")
	if err := unix.Mkfifo(d.path("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(d.path("one.txt"), d.path("two.txt")); err != nil {
		t.Fatal(err)
	}
	if r := d.ok("info", object{"path": d.path("pipe")}); r.Type != "other" {
		t.Errorf("a pipe is %+v", r)
	}
	r := d.ok("move", object{"moves": d.moves("pipe", "p", "one.txt", "x/same.txt", "two.txt", "x/same.txt")})
	if r.Moved[0].Status != "skipped" || r.Receipt.Moved != 2 {
		t.Fatalf("the moves are %+v", r.Moved)
	}
	d.holds(map[string]string{"pipe": "p---------", "x/": "", "x/same.txt": "contents of one.txt", "x/same (2).txt": "contents of one.txt"})
	if r := d.ok("undo", object{}); r.Restored != 2 {
		t.Fatalf("the undo is %+v", r)
	}
	d.holds(map[string]string{"pipe": "p---------", "one.txt": "contents of one.txt", "two.txt": "contents of one.txt"})
}

func TestASparseFileIsMovedWithoutReadingIt(t *testing.T) {
	d := newDesk(t, "huge.bin")
	if err := os.Truncate(d.path("huge.bin"), 50<<30); err != nil {
		t.Fatal(err)
	}
	if r := d.ok("info", object{"path": d.path("huge.bin")}); r.SHA256 != "" {
		t.Error("50 GB were hashed")
	}
	if r := d.ok("move", object{"moves": d.moves("huge.bin", "x/huge.bin")}); r.Receipt.Moved != 1 || r.Receipt.ContentsChanged != 0 {
		t.Errorf("the receipt is %+v", r.Receipt)
	}
}
