package files_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// flags are the flags of a result's entries by name.
func (d *fixture) flags(r result) map[string]string {
	d.t.Helper()
	out := map[string]string{}
	for _, e := range r.Entries {
		if len(e.Flags) > 0 {
			out[e.Name] = strings.Join(e.Flags, " ")
		}
	}
	return out
}

func TestWhatNeedsCareIsFlaggedInAList(t *testing.T) {
	d := newFixture(t, "a.pdf", "film.mkv.part", ".Scan.pdf.icloud", "IMG_1.HEIC", "IMG_1.MOV", "Page.md", "Page.assets/1.png",
		"code/go.mod", "code/main.go", "Tool.app/Contents/x", "b.zip.001", "b.zip.002")
	list := d.flags(d.ok("list", object{"path": d.root, "recursive": true, "hidden": true}))
	want := map[string]string{
		"film.mkv.part": "being_written", ".Scan.pdf.icloud": "hidden online_only", "IMG_1.HEIC": "group:IMG_1", "IMG_1.MOV": "group:IMG_1",
		"Page.md": "group:Page", "Page.assets": "group:Page", "1.png": "group:Page", "code": "project", "go.mod": "project", "main.go": "project",
		"Tool.app": "package", "b.zip.001": "group:b", "b.zip.002": "group:b",
	}
	for name, flags := range want {
		if list[name] != flags {
			t.Errorf("%s has the flags %q, want %q", name, list[name], flags)
		}
	}
	if len(list) != len(want) {
		t.Errorf("the flags are %v", list)
	}
	if r := d.ok("info", object{"path": d.path("film.mkv.part")}); r.Note == "" || !slices.Contains(r.Flags, "being_written") {
		t.Errorf("info says %+v", r)
	}
}

func TestWhatIsNotWholeHereIsNotMoved(t *testing.T) {
	d := newFixture(t, "a.pdf", "film.mkv.part", "~$open.docx", "open.docx", ".Scan.pdf.icloud")
	before := tree(t, d.root)
	delete(before, "./")
	names := []string{"film.mkv.part", "open.docx", ".Scan.pdf.icloud"}
	var moves []object
	for _, name := range names {
		moves = append(moves, object{"from": d.path(name), "to": d.path("new/" + name)})
	}
	shown := d.ok("move", object{"moves": moves, "dry_run": true})
	for i, e := range shown.Effect {
		if e.From != e.To || e.Note == "" || len(e.Flags) == 0 {
			t.Errorf("%s would be moved: %+v", names[i], e)
		}
	}
	for _, r := range []result{
		d.call("move", object{"moves": moves}), d.call("trash", object{"paths": []string{d.path("film.mkv.part")}}),
	} {
		if !r.failed || r.ErrorType != "execution_error" || !strings.Contains(r.text, "film.mkv.part stays: it is still being written") {
			t.Errorf("it is answered %s", r.text)
		}
	}
	if r := d.ok("history", object{}); len(r.Batches) > 0 {
		t.Errorf("what did nothing is in the history: %+v", r.Batches)
	}
	d.holds(before)

	page := d.ok("move", object{"moves": moves, "batch": "page-1", "total": 3})
	if page.Receipt.Moved != 0 || page.Receipt.FilesOut != 3 {
		t.Errorf("the receipt of a page is %+v", page.Receipt)
	}
}

func TestAFileThatHasItsNameAlreadyIsNoFailure(t *testing.T) {
	d := newFixture(t, "a.pdf")
	if r := d.ok("move", object{"moves": d.moves("a.pdf", "a.pdf")}); r.Receipt.Moved != 0 || r.Receipt.FilesOut != 1 {
		t.Errorf("the receipt is %+v", r.Receipt)
	}
}

func TestWhatBelongsTogetherIsNotPartedSilently(t *testing.T) {
	d := newFixture(t, "IMG_1.HEIC", "IMG_1.MOV", "code/go.mod", "code/a.txt")
	alone := d.ok("move", object{"moves": d.moves("IMG_1.HEIC", "x/Beach.heic"), "dry_run": true}).Effect[0]
	if !strings.Contains(alone.Note, "IMG_1") || !slices.Contains(alone.Flags, "group:IMG_1") {
		t.Errorf("half a live photo is shown as %+v", alone)
	}
	both := d.ok("move", object{"moves": d.moves("IMG_1.HEIC", "x/Beach.heic", "IMG_1.MOV", "x/Beach.mov"), "dry_run": true}).Effect
	if both[0].Note != "" || both[1].Note != "" {
		t.Errorf("a whole live photo is shown as %+v", both)
	}
	code := d.ok("move", object{"moves": d.moves("code/a.txt", "b.txt"), "dry_run": true}).Effect[0]
	if code.From == code.To || !strings.Contains(code.Note, "project") {
		t.Errorf("a part of a project is shown as %+v", code)
	}
}

func TestASignedPDFIsPointedOut(t *testing.T) {
	d := newFixture(t)
	d.write("signed.pdf", "%PDF-1.7\n"+strings.Repeat("x", 300_000)+"<< /Type /Sig /ByteRange [0 1 2 3] >>\n%%EOF")
	d.write("plain.pdf", "%PDF-1.7\n%%EOF")
	for name, want := range map[string]bool{"signed.pdf": true, "plain.pdf": false} {
		info := d.ok("info", object{"path": d.path(name)})
		shown := d.ok("move", object{"moves": d.moves(name, "x/"+name), "dry_run": true})
		done := d.ok("move", object{"moves": d.moves(name, "x/"+name), "plan_hash": shown.Hash})
		if slices.Contains(info.Flags, "signed") != want || slices.Contains(shown.Effect[0].Flags, "signed") != want || done.Receipt.Moved != 1 {
			t.Errorf("%s: info says %v, the dry run %+v", name, info.Flags, shown.Effect[0])
		}
	}
}

func TestSystemFoldersAndTheHomeFolderItselfAreLeftAlone(t *testing.T) {
	d := newFixture(t, "a.txt", "Documents/b.txt")
	t.Setenv("HOME", d.root)
	t.Setenv("USERPROFILE", d.root)
	d.start("/")
	move := func(from, to string) object {
		return object{"moves": []object{{"from": from, "to": to}}, "dry_run": true}
	}
	for name, args := range map[string]object{
		"out of the system": move("/etc/hosts", d.path("Documents/hosts")), "into the system": move(d.path("Documents/b.txt"), "/etc/b.txt"),
		"into the root": move(d.path("Documents/b.txt"), "/b.txt"), "into the home folder": move(d.path("Documents/b.txt"), d.path("b.txt")),
		"out of the home folder": move(d.path("a.txt"), d.path("Documents/a.txt")),
	} {
		if r := d.call("move", args); r.ErrorType != "permission_denied" || r.Advice.Text == "" {
			t.Errorf("a move %s is answered %+v", name, r)
		}
	}
	for tool, args := range map[string]object{
		"trash": {"paths": []string{"/etc/hosts"}}, "write_text": {"path": "/usr/share/x.txt", "text": "x"}, "copy": {"copies": []object{{"from": "/etc/hosts", "to": "/etc/hosts2"}}},
		"make_folder": {"path": "/etc/new/folder"}, "move": {"moves": []object{{"from": d.path("Documents/b.txt"), "to": "/new/b.txt"}}},
	} {
		if r := d.call(tool, args); r.ErrorType != "permission_denied" {
			t.Errorf("%s is answered %+v", tool, r)
		}
	}
	d.ok("move", move(d.path("Documents/b.txt"), d.path("Documents/c.txt")))
	d.ok("move", move(d.path("Documents/b.txt"), d.path("Receipts/c.txt")))
	if err := os.Symlink("/etc", filepath.Join(d.root, "way in")); err != nil {
		t.Fatal(err)
	}
	d.start(d.path("way in"))
	if r := d.call("move", move(d.path("way in/hosts"), d.path("way in/hosts2"))); r.ErrorType != "permission_denied" {
		t.Errorf("through a link that is the root it is answered %+v", r)
	}
	d.start()
	single := object{"deskhand/roots": []string{d.path("a.txt")}}
	if r := d.callWith("move", move(d.path("a.txt"), "A letter.txt"), single); r.failed || r.Effect[0].To != d.path("A letter.txt") {
		t.Errorf("a file that was named itself is not renamed: %+v", r)
	}
}
