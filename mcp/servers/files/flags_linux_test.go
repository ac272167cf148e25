package files_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func TestAFileThatSomebodyWritesToIsNotMoved(t *testing.T) {
	d := newFixture(t, "scan.pdf")
	f, err := os.OpenFile(d.path("scan.pdf"), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]result{
		"info": d.ok("info", object{"path": d.path("scan.pdf")}), "list": d.ok("list", object{"path": d.root}),
	} {
		flags := r.Flags
		if name == "list" {
			flags = r.Entries[0].Flags
		}
		if !slices.Contains(flags, "being_written") {
			t.Errorf("%s says %v", name, flags)
		}
	}
	if r := d.call("move", object{"moves": d.moves("scan.pdf", "x/scan.pdf")}); !r.failed || !strings.Contains(r.text, "still being written") {
		t.Errorf("it is answered %s", r.text)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if r := d.ok("move", object{"moves": d.moves("scan.pdf", "x/scan.pdf")}); r.Receipt.Moved != 1 {
		t.Errorf("closed, it is not moved: %+v", r.Moved)
	}
}

// placeholder makes what a sync client leaves of a file whose contents are not
// here.
func (d *fixture) placeholder(name, mark string) {
	d.t.Helper()
	d.write(name, " ")
	if err := unix.Setxattr(d.path(name), mark, []byte("nextcloud"), 0); err != nil {
		d.t.Fatalf("this test needs a folder for temporary files that keeps extended attributes: %v", err)
	}
}

func TestAFileThatASyncClientMarksIsNotHere(t *testing.T) {
	for _, mark := range []string{"user.nextcloud.hydrate_exec", "user.openvfs.hydrate_exec"} {
		d := newFixture(t)
		d.placeholder("cloud.mp4", mark)
		r := d.ok("info", object{"path": d.path("cloud.mp4")})
		if !slices.Contains(r.Flags, "online_only") || r.SHA256 != "" || r.MIME != "" {
			t.Errorf("info says %+v", r)
		}
		for tool, args := range map[string]object{
			"move": {"moves": d.moves("cloud.mp4", "b.mp4")}, "copy": {"copies": d.moves("cloud.mp4", "b.mp4")}, "trash": {"paths": []string{d.path("cloud.mp4")}},
		} {
			if r := d.call(tool, args); !r.failed || r.Path != d.path("cloud.mp4") || !strings.Contains(r.text, "online only") {
				t.Errorf("%s is answered %s", tool, r.text)
			}
		}
	}
}

// TestASparseFileIsHereAndIsNotCopied moves a file that is all holes, and asks
// for a copy, which would be fifty gigabytes of zeros.
func TestASparseFileIsHereAndIsNotCopied(t *testing.T) {
	d := newFixture(t)
	d.write("disk.img", "")
	if err := os.Truncate(d.path("disk.img"), 50<<30); err != nil {
		t.Fatal(err)
	}
	if r := d.ok("info", object{"path": d.path("disk.img")}); len(r.Flags) != 0 || r.Note != "" {
		t.Errorf("info says %+v", r)
	}
	if r := d.ok("copy", object{"copies": d.moves("disk.img", "b.img")}); r.Receipt.Failed != 1 || !strings.Contains(r.text, "sparse") {
		t.Errorf("the copy is answered %s", r.text)
	}
	if r := d.ok("move", object{"moves": d.moves("disk.img", "c.img")}); r.Receipt.Moved != 1 {
		t.Errorf("the move is answered %s", r.text)
	}
	if r := d.ok("trash", object{"paths": []string{d.path("c.img")}}); r.Receipt.Moved != 1 {
		t.Errorf("the trash is answered %s", r.text)
	}
	d.ok("undo", object{})
	if in, err := os.Stat(d.path("c.img")); err != nil || in.Size() != 50<<30 {
		t.Errorf("after the undo: %v", err)
	}
}
