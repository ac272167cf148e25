//go:build unix

package files_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestPipesAndHardLinksAreNoTrap(t *testing.T) {
	d := newFixture(t, "one.txt")
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

// special makes names that are no files: a pipe that nobody writes to, a socket's
// place, and, where the system lets us, a device that can be read for ever.
func special(t *testing.T, d *fixture) []string {
	t.Helper()
	names := []string{"pipe.pdf", "socket.pdf"}
	if err := errors.Join(unix.Mkfifo(d.path("pipe.pdf"), 0o600), unix.Mknod(d.path("socket.pdf"), unix.S_IFSOCK|0o600, 0)); err != nil {
		t.Fatal(err)
	}
	var zero unix.Stat_t
	if err := unix.Stat("/dev/zero", &zero); err != nil {
		t.Fatal(err)
	}
	err := unix.Mknod(d.path("zero.pdf"), unix.S_IFCHR|0o600, int(zero.Rdev))
	switch {
	case err == nil:
		names = append(names, "zero.pdf")
	case !errors.Is(err, unix.EPERM): // making devices takes a privilege
		t.Fatal(err)
	}
	return names
}

func TestPipesAndDevicesAreRefusedByEveryToolAndHangNone(t *testing.T) {
	d := newFixture(t, "one.pdf")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	names := special(t, d)
	before := tree(t, d.root)
	delete(before, "./")
	for _, name := range names {
		at := d.path(name)
		tests := []struct {
			tool string
			args object
		}{
			{"info", object{"path": at}},
			{"find", object{"path": d.root, "kind": "pdf"}},
			{"duplicates", object{"paths": []string{d.root}}},
			{"move", object{"moves": d.moves(name, "x/"+name)}},
			{"move", object{"moves": d.moves("one.pdf", name), "dry_run": true}},
			{"copy", object{"copies": d.moves(name, "copy.pdf")}},
			{"trash", object{"paths": []string{at}}},
			{"write_text", object{"path": at, "text": "x", "dry_run": true}},
		}
		for _, tt := range tests {
			r := call(ctx, t, d.client, tt.tool, tt.args, nil)
			if r.Receipt != nil && r.Receipt.Moved != 0 {
				t.Errorf("%s takes %s: %+v", tt.tool, name, r.Receipt)
			}
			if len(r.Entries) > 0 || len(r.Groups) > 0 || r.SHA256 != "" {
				t.Errorf("%s reads %s: %+v", tt.tool, name, r)
			}
		}
		if r := d.ok("info", object{"path": at}); r.Type != "other" {
			t.Errorf("%s is %+v", name, r)
		}
	}
	d.holds(before)
}

func TestASparseFileIsMovedWithoutReadingIt(t *testing.T) {
	d := newFixture(t, "huge.bin")
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
