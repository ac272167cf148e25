package files_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/deskhand/deskhand/mcp/meta"
)

func TestAMoveIsPlannedApprovedMadeCountedAndUndone(t *testing.T) {
	d := newFixture(t, "a.pdf", "b.pdf", "c.pdf")
	before := tree(t, d.root)
	old := time.Date(2020, 1, 2, 3, 4, 5, 678_000_000, time.UTC)
	if err := os.Chtimes(d.path("a.pdf"), old, old); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(d.path("a.pdf"), 0o640); err != nil {
		t.Fatal(err)
	}
	args := object{"moves": d.moves("a.pdf", "2026/Acme.pdf", "b.pdf", "2026/Acme.pdf"), "stay": []string{d.path("c.pdf")}, "dry_run": true}
	preview := d.ok("move", args)
	if preview.Summary != "Move 2 files and make 1 folder" || len(preview.Effect) != 2 ||
		preview.Effect[0].To != d.path("2026/Acme.pdf") || preview.Effect[1].To != d.path("2026/Acme (2).pdf") {
		t.Fatalf("the dry run says %+v", preview)
	}
	d.holds(map[string]string{"a.pdf": before["a.pdf"], "b.pdf": before["b.pdf"], "c.pdf": before["c.pdf"]})

	args["dry_run"], args["plan_hash"], args["batch"] = false, preview.Hash, "first"
	done := d.ok("move", args)
	want := receipt{Batch: "first", FilesIn: 3, FilesOut: 3, Moved: 2, Skipped: 1, Undo: "deskhand undo first"}
	if done.Receipt == nil || *done.Receipt != want {
		t.Fatalf("the receipt is %+v, want %+v", done.Receipt, want)
	}
	d.holds(map[string]string{
		"2026/": "", "2026/Acme.pdf": before["a.pdf"], "2026/Acme (2).pdf": before["b.pdf"], "c.pdf": before["c.pdf"],
	})

	d.start() // another server, which has no roots of its own, for a host that sets no bound
	unbound := object{meta.RootsKey: nil}
	undone := d.callWith("undo", object{}, unbound)
	if undone.Batch != "first" || undone.Restored != 2 || len(undone.Kept) != 0 {
		t.Fatalf("the undo says %+v", undone)
	}
	d.holds(map[string]string{"a.pdf": before["a.pdf"], "b.pdf": before["b.pdf"], "c.pdf": before["c.pdf"]})
	fi, err := os.Stat(d.path("a.pdf"))
	if err != nil || !fi.ModTime().Equal(old) || fi.Mode().Perm() != 0o640 {
		t.Errorf("a.pdf came back as %v of %v (%v)", fi.Mode(), fi.ModTime(), err)
	}
	if again := d.callWith("undo", object{"batch": "first"}, unbound); !again.failed || again.Message != "There is nothing to undo." || again.ErrorType != "invalid_args" {
		t.Errorf("a second undo says %+v", again)
	}
	history := d.callWith("history", object{}, unbound).Batches
	if len(history) != 1 || history[0].State != "undone" || history[0].Done != 2 || history[0].Of != 2 || history[0].Folder != d.root {
		t.Errorf("the history says %+v", history)
	}
}

func TestARefusedPlanChangesNothing(t *testing.T) {
	d := newFixture(t, "a.pdf")
	args := object{"moves": d.moves("a.pdf", "b.pdf"), "dry_run": true}
	hash := d.ok("move", args).Hash
	d.write("b.pdf", "somebody else's")
	args["dry_run"], args["plan_hash"] = false, hash
	if r := d.call("move", args); !r.failed || r.ErrorType != "blocked" {
		t.Fatalf("a plan that does not hold any more is answered %+v", r)
	}
	d.holds(map[string]string{"a.pdf": "contents of a.pdf", "b.pdf": "somebody else's"})
	if h := d.ok("history", object{}); len(h.Batches) != 0 {
		t.Errorf("a refused plan is in the history: %+v", h.Batches)
	}
}

func TestSwapsRingsAndChangesOfCaseAreMade(t *testing.T) {
	d := newFixture(t, "a.txt", "b.txt", "c.txt", "Case.txt", "x.txt")
	d.ok("move", object{"moves": d.moves(
		"a.txt", "b.txt", "b.txt", "c.txt", "c.txt", "a.txt", "Case.txt", "case.txt", "x.txt", "x2.txt",
	)})
	d.holds(map[string]string{
		"b.txt": "contents of a.txt", "c.txt": "contents of b.txt", "a.txt": "contents of c.txt",
		"case.txt": "contents of Case.txt", "x2.txt": "contents of x.txt",
	})
	d.ok("undo", object{})
	d.holds(map[string]string{
		"a.txt": "contents of a.txt", "b.txt": "contents of b.txt", "c.txt": "contents of c.txt",
		"Case.txt": "contents of Case.txt", "x.txt": "contents of x.txt",
	})
}

func TestPagesOfOneBatchHaveOneReceiptAndOneUndo(t *testing.T) {
	var names []string
	for i := range 6 {
		names = append(names, fmt.Sprintf("scan%d.png", i))
	}
	d := newFixture(t, names...)
	for page := range 3 {
		a, b := names[2*page], names[2*page+1]
		r := d.ok("move", object{"moves": d.moves(a, "out/"+a, b, "out/"+b), "batch": "pages", "total": 6})
		if want := 2 * (page + 1); r.Receipt.Moved != want || r.Receipt.FilesIn != want {
			t.Fatalf("after page %d the receipt is %+v", page, r.Receipt)
		}
		wantState := map[bool]string{true: "done", false: "stopped"}[page == 2]
		h := d.ok("history", object{"batch": "pages"}).Batches[0]
		if h.State != wantState || h.Done != 2*(page+1) || h.Of != 6 {
			t.Fatalf("after page %d the history says %s, %d of %d", page, h.State, h.Done, h.Of)
		}
	}
	if r := d.ok("undo", object{}); r.Restored != 6 {
		t.Fatalf("the undo brought back %d of 6", r.Restored)
	}
	for _, name := range names {
		if _, err := os.Stat(d.path(name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(d.root, "out")); !os.IsNotExist(err) {
		t.Errorf("the folder that the batch made is still there: %v", err)
	}
}
