package files_test

import (
	"strings"
	"testing"
)

func TestNamesThatAreNoTextAreEachToldAndLeftAlone(t *testing.T) {
	d := newFixture(t, "caf\xe9.pdf", "caf\xe8.pdf", "plain.pdf")
	want := []string{d.path(`caf\xe8.pdf`), d.path(`caf\xe9.pdf`), d.path("plain.pdf")}
	var after string
	for _, path := range want { // page by page
		r := d.ok("list", object{"path": d.root, "limit": 1, "after": after})
		if len(r.Entries) != 1 || r.Entries[0].Path != path || r.Files != 3 {
			t.Fatalf("behind %q: %+v, %d files", after, r.Entries, r.Files)
		}
		after = path
	}
	r := d.ok("list", object{"path": d.root})
	if e := r.Entries[0]; e.Note == "" || len(e.Flags) != 1 || e.Flags[0] != "unreadable_name" || !strings.Contains(r.text, `caf\xe8.pdf | file`) {
		t.Errorf("told is %+v in\n%s", e, r.text)
	}
	moved := d.ok("move", object{"moves": d.moves("plain.pdf", "other.pdf"), "stay": want[:2]})
	if moved.Receipt.FilesIn != 3 || moved.Receipt.FilesOut != 3 || moved.Receipt.Skipped != 2 {
		t.Errorf("the receipt is %+v", moved.Receipt)
	}
}

// A name with a line break in it, and what its second line says.
const broken, second = "a\nfake.pdf", "fake.pdf"

func TestALineBreakInANameDrawsNoSecondRow(t *testing.T) {
	d := newFixture(t, broken, "b.txt", "c.txt")
	d.write("same/"+broken, "contents of b.txt")
	gone := d.path("gone" + broken)
	to := d.path("moved " + broken)
	for _, call := range []struct {
		tool string
		args object
	}{
		{"list", object{"path": d.root}},
		{"find", object{"path": d.root, "name": "fake"}},
		{"info", object{"path": d.path(broken)}},
		{"info", object{"path": gone}},
		{"list", object{"path": gone}},
		{"move", object{"moves": d.moves(broken, "x.pdf"), "dry_run": true}},
		{"move", object{"moves": []object{{"from": gone, "to": "x.pdf"}}}},
		{"move", object{"moves": []object{{"from": d.path(broken), "to": to}}}},
		{"history", object{}},
		{"undo", object{"dry_run": true}},
		{"undo", object{}},
		{"copy", object{"copies": []object{{"from": d.path(broken), "to": d.path("copy of it.pdf")}}}},
		{"duplicates", object{"paths": []string{d.root}}},
		{"trash", object{"paths": []string{d.path(broken)}}},
		{"list_trash", object{}},
		{"restore", object{"entries": []string{gone}}},
		{"make_folder", object{"path": d.path("b.txt/" + broken)}},
	} {
		r := d.call(call.tool, call.args)
		for line := range strings.Lines(r.text) {
			if strings.HasPrefix(strings.TrimSpace(line), second) {
				t.Errorf("%s draws a row of its own:\n%s", call.tool, r.text)
			}
		}
	}
}
