package files_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestAFileThatSomebodyWritesToIsNotMoved(t *testing.T) {
	d := newDesk(t, "scan.pdf")
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

func TestAFileWithoutBlocksIsNotHere(t *testing.T) {
	d := newDesk(t)
	d.write("cloud.mp4", "")
	if err := os.Truncate(d.path("cloud.mp4"), 50<<30); err != nil {
		t.Fatal(err)
	}
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
