package files_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// names are the paths of a result's entries, from the fixture's folder on.
func (d *fixture) names(r result) []string {
	d.t.Helper()
	var out []string
	for _, e := range r.Entries {
		rel, err := filepath.Rel(d.root, e.Path)
		if err != nil {
			d.t.Fatal(err)
		}
		out = append(out, filepath.ToSlash(rel))
	}
	return out
}

func TestEachChangeIsShownApprovedMadeAndUndone(t *testing.T) {
	start := map[string]string{"a.txt": "contents of a.txt", "b.txt": "contents of b.txt"}
	tests := []struct {
		name, tool string
		args       func(d *fixture) object
		summary    string
		after      map[string]string
	}{
		{
			"copies", "copy",
			func(d *fixture) object { return object{"copies": d.moves("a.txt", "c/a.txt", "a.txt", "b.txt")} },
			"Copy 2 files and make 1 folder",
			map[string]string{
				"a.txt": start["a.txt"], "b.txt": start["b.txt"], "b (2).txt": start["a.txt"], "c/": "", "c/a.txt": start["a.txt"],
			},
		},
		{
			"a text", "write_text",
			func(d *fixture) object { return object{"path": d.path("notes/a.md"), "text": "# Hello\n"} },
			"Write 1 file and make 1 folder",
			map[string]string{"a.txt": start["a.txt"], "b.txt": start["b.txt"], "notes/": "", "notes/a.md": "# Hello\n"},
		},
		{
			"the trash", "trash",
			func(d *fixture) object { return object{"paths": []string{d.path("a.txt")}} },
			"Put into the trash 1 file",
			map[string]string{"b.txt": start["b.txt"]},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newFixture(t, "a.txt", "b.txt")
			args := tt.args(d)
			args["dry_run"] = true
			shown := d.ok(tt.tool, args)
			if shown.Summary != tt.summary || shown.Hash == "" || len(shown.Effect) == 0 {
				t.Fatalf("the dry run is %+v", shown)
			}
			d.holds(start)
			args["dry_run"], args["plan_hash"] = false, "sha256:another"
			if r := d.call(tt.tool, args); r.ErrorType != "blocked" {
				t.Fatalf("another plan is answered %+v", r)
			}
			args["plan_hash"] = shown.Hash
			done := d.ok(tt.tool, args)
			if r := done.Receipt; r == nil || r.Moved != len(shown.Effect) || r.FilesIn != r.FilesOut || r.ContentsChanged+r.Failed != 0 {
				t.Fatalf("the receipt is %+v", r)
			}
			for i, o := range done.Moved {
				if o.To != shown.Effect[i].To || o.Status != "moved" {
					t.Errorf("shown was %+v, done %+v", shown.Effect[i], o)
				}
				if o.Identity == nil || o.Identity.Inode == 0 || (o.SHA256 == "") != (tt.tool == "trash") {
					t.Errorf("what was done comes without what it is now: %+v", o)
				}
			}
			d.holds(tt.after)
			d.ok("undo", object{})
			d.holds(start)
			if h := d.ok("history", object{}).Batches[0]; h.State != "undone" {
				t.Errorf("the history says %+v", h)
			}
		})
	}
}

func TestWhatIsInTheTrashIsListedAndRestored(t *testing.T) {
	d := newFixture(t, "a.txt", "sub/b.txt", "c.txt")
	d.ok("trash", object{"paths": []string{d.path("a.txt"), d.path("sub/b.txt")}})
	d.write("a.txt", "a new one")
	entries := d.ok("list_trash", object{}).Entries
	if len(entries) != 2 || entries[0].Was != d.path("a.txt") || entries[0].When == "" {
		t.Fatalf("the trash holds %+v", entries)
	}
	r := d.ok("restore", object{"entries": []string{d.path("a.txt"), entries[1].Path}})
	if r.Receipt.Moved != 2 || r.Moved[0].To != d.path("a (2).txt") {
		t.Fatalf("the restore is %+v", r)
	}
	d.holds(map[string]string{"a.txt": "a new one", "a (2).txt": "contents of a.txt", "sub/": "", "sub/b.txt": "contents of sub/b.txt", "c.txt": "contents of c.txt"})
	if left := d.ok("list_trash", object{}).Entries; len(left) != 0 {
		t.Errorf("the trash still holds %+v", left)
	}
	d.ok("undo", object{})
	if back := d.ok("list_trash", object{}).Entries; len(back) != 2 {
		t.Errorf("after the undo the trash holds %+v", back)
	}
	for _, wrong := range []object{{"entries": []string{}}, {"entries": []string{"/etc/passwd"}}} {
		if r := d.call("restore", wrong); r.ErrorType != "invalid_args" {
			t.Errorf("%v is answered %+v", wrong, r)
		}
	}
}

func TestAWrittenTextIsNeverAProgramAndNeverReplacesAnything(t *testing.T) {
	d := newFixture(t, "a.txt")
	for path, want := range map[string]string{
		"x.desktop": "x.desktop.txt", "run.sh": "run.sh.txt", "CON.md": "CON_.md", "a.txt": "a (2).txt", "list.CSV": "list.CSV", ".bashrc": "bashrc.txt",
	} {
		if r := d.ok("write_text", object{"path": d.path(path), "text": "x"}); filepath.Base(r.Moved[0].To) != want {
			t.Errorf("%s became %s, want %s", path, r.Moved[0].To, want)
		}
	}
	for name, text := range map[string]string{"too long": strings.Repeat("x", 1<<20+1), "no text": "a\x00b"} {
		if r := d.call("write_text", object{"path": d.path("b.txt"), "text": text}); r.ErrorType != "invalid_args" {
			t.Errorf("%s is answered %+v", name, r)
		}
	}
	if got, err := os.ReadFile(d.path("a.txt")); err != nil || string(got) != "contents of a.txt" {
		t.Errorf("a.txt is now %q (%v)", got, err)
	}
}

func TestFindGoesByNameSizeDateAndContents(t *testing.T) {
	d := newFixture(t, "Invoice 1.pdf", "sub/invoice 2.txt", "sub/deep/photo.jpg", ".invoice")
	d.write("sub/really.txt", "%PDF-1.4\n%…")
	d.write("big.bin", strings.Repeat("x", 5000))
	old := time.Date(2020, 5, 5, 12, 0, 0, 0, time.Local)
	if err := os.Chtimes(d.path("sub/invoice 2.txt"), old, old); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		args object
		want []string
	}{
		{"a part of the name", object{"name": "INVOICE"}, []string{"Invoice 1.pdf", "sub/invoice 2.txt"}},
		{"hidden files too", object{"name": "invoice", "hidden": true}, []string{".invoice", "Invoice 1.pdf", "sub/invoice 2.txt"}},
		{"a pattern", object{"name": "*.TXT"}, []string{"sub/invoice 2.txt", "sub/really.txt"}},
		{"one folder alone", object{"name": "invoice", "recursive": false}, []string{"Invoice 1.pdf"}},
		{"folders", object{"type": "folder"}, []string{"sub", "sub/deep"}},
		{"large files", object{"min_size": 4000}, []string{"big.bin"}},
		{"small files", object{"max_size": 15, "type": "file"}, []string{"sub/really.txt"}},
		{"old files", object{"before": "2020-05-06", "since": "2020-05-05"}, []string{"sub/invoice 2.txt"}},
		{"what is a PDF inside", object{"kind": "pdf"}, []string{"sub/really.txt"}},
		{"what is text inside", object{"kind": "text", "name": "invoice"}, []string{"Invoice 1.pdf", "sub/invoice 2.txt"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.args["path"] = d.root
			if got := d.names(d.ok("find", tt.args)); !slices.Equal(got, tt.want) {
				t.Errorf("found %q, want %q", got, tt.want)
			}
		})
	}
	for _, wrong := range []object{{"name": "[x"}, {"type": "door"}, {"since": "yesterday"}, {"limit": 0}} {
		wrong["path"] = d.root
		if r := d.call("find", wrong); r.ErrorType != "invalid_args" || r.Message == "" {
			t.Errorf("%v is answered %+v", wrong, r)
		}
	}
}

func TestDuplicatesAreEqualToTheLastByte(t *testing.T) {
	d := newFixture(t, "lonely.txt")
	long := strings.Repeat("0123456789abcdef", 10_000)
	middle := []byte(long)
	middle[len(middle)/2] = 'X' // the ends are the same
	for name, text := range map[string]string{
		"a.bin": long, "sub/b.bin": long, "c.bin": string(middle), "d.bin": long[1:] + "0", "s1": "small", "s2": "small", "empty1": "", "empty2": "",
		"program/.git/HEAD": "ref", "program/a copy.bin": long, // a project is left alone
	} {
		d.write(name, text)
	}
	if err := os.Link(d.path("c.bin"), d.path("a second name of c.bin")); err != nil {
		t.Fatal(err)
	}
	r := d.ok("duplicates", object{"paths": []string{d.root, d.path("a.bin")}})
	if len(r.Groups) != 2 || r.Files != 7 || r.Wasted != int64(len(long)+5) {
		t.Fatalf("it is %+v", r)
	}
	for i, want := range [][]string{{"a.bin", "sub/b.bin"}, {"s1", "s2"}} {
		if g := r.Groups[i]; len(g.Files) != 2 || g.Files[0].Path != d.path(want[0]) || g.Files[1].Path != d.path(want[1]) {
			t.Errorf("group %d is %+v", i, g)
		}
	}
	if r := d.call("duplicates", object{"paths": []string{"/etc"}}); r.ErrorType != "permission_denied" {
		t.Errorf("outside the roots it is answered %+v", r)
	}
}

// TestEveryToolSaysWhatItDoes holds what a host goes by.
func TestEveryToolSaysWhatItDoes(t *testing.T) {
	d := newFixture(t)
	tools := d.tools()
	reads := []string{"duplicates", "find", "history", "info", "list", "list_trash"}
	changes := []string{"copy", "finish", "make_folder", "move", "restore", "trash", "undo", "write_text"}
	if len(tools) != len(reads)+len(changes) {
		t.Errorf("there are %d tools", len(tools))
	}
	for name, tool := range tools {
		a := tool.Annotations
		if a.ReadOnlyHint == nil || *a.ReadOnlyHint != slices.Contains(reads, name) || *a.DestructiveHint || *a.OpenWorldHint || a.Title == "" {
			t.Errorf("%s is annotated %+v", name, a)
		}
		if tool.OutputSchema.Type != "object" || tool.Description == "" {
			t.Errorf("%s does not say what it answers", name)
		}
		_, dry := tool.InputSchema.Properties["dry_run"]
		_, hash := tool.InputSchema.Properties["plan_hash"]
		if change := slices.Contains(changes, name); dry != change || hash != change {
			t.Errorf("%s takes dry_run: %v, plan_hash: %v", name, dry, hash)
		}
	}
}
