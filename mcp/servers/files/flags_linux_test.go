package files_test

import (
	"os"
	"slices"
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
	if r := d.ok("move", object{"moves": d.moves("scan.pdf", "x/scan.pdf")}); r.Receipt.Moved != 0 || r.Moved[0].Note == "" {
		t.Errorf("it was moved: %+v", r.Moved)
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
		if r := d.ok(tool, args); r.Receipt.Moved != 0 || !slices.Contains([]string{r.Moved[0].To}, d.path("cloud.mp4")) {
			t.Errorf("%s touched it: %+v", tool, r.Moved)
		}
	}
}
