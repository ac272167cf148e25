package files_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAnUndoFindsWhatWasRenamedSince(t *testing.T) {
	d := newFixture(t, "a.pdf", "b.pdf")
	d.ok("move", object{"moves": d.moves("a.pdf", "x/a.pdf", "b.pdf", "x/b.pdf")})
	if err := os.Rename(d.path("x/a.pdf"), d.path("x/my name.pdf")); err != nil {
		t.Fatal(err)
	}
	if r := d.ok("undo", object{}); r.Restored != 2 || len(r.Kept) != 0 {
		t.Fatalf("the undo is %+v", r)
	}
	d.holds(map[string]string{"a.pdf": "contents of a.pdf", "b.pdf": "contents of b.pdf"})
}

func TestAnUndoKeepsEdits(t *testing.T) {
	d := newFixture(t, "a.txt")
	d.ok("move", object{"moves": d.moves("a.txt", "b.txt")})
	f, err := os.OpenFile(d.path("b.txt"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(", edited"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	r := d.ok("undo", object{})
	if len(r.Noted) != 1 || r.Noted[0].Note != "edited since: keeps your edits" || r.Receipt.ContentsChanged != 0 {
		t.Errorf("the undo is %+v", r)
	}
	d.holds(map[string]string{"a.txt": "contents of a.txt, edited"})
}

func TestAnUndoRestoresNextToWhatTookThePlace(t *testing.T) {
	d := newFixture(t, "a.txt")
	d.ok("move", object{"moves": d.moves("a.txt", "b.txt")})
	d.write("a.txt", "somebody else's")
	r := d.ok("undo", object{})
	if r.Restored != 1 || len(r.Noted) != 1 || !strings.Contains(r.Noted[0].Note, `"a (2).txt"`) {
		t.Errorf("the undo is %+v", r)
	}
	d.holds(map[string]string{"a.txt": "somebody else's", "a (2).txt": "contents of a.txt"})
}

func TestOneFileOfABatchIsTakenBackAndTheOthersLater(t *testing.T) {
	d := newFixture(t, "a.txt", "b.txt", "c.txt")
	d.ok("move", object{"moves": d.moves("a.txt", "x/one.txt", "b.txt", "x/two.txt", "c.txt", "three.txt"), "batch": "three"})
	args := object{"batch": "three", "paths": []string{d.path("x/two.txt")}}
	shown := d.ok("undo", object{"batch": "three", "paths": []string{d.path("x/two.txt")}, "dry_run": true})
	if len(shown.Effect) != 1 || shown.Effect[0].To != d.path("b.txt") {
		t.Fatalf("the dry run shows %+v", shown.Effect)
	}
	args["plan_hash"] = shown.Hash
	if r := d.ok("undo", args); r.Restored != 1 || len(r.Kept) != 0 {
		t.Fatalf("the undo is %+v", r)
	}
	d.holds(map[string]string{"b.txt": "contents of b.txt", "x/": "", "x/one.txt": "contents of a.txt", "three.txt": "contents of c.txt"})
	past := d.ok("history", object{}).Batches[0]
	if past.State != "done" || past.Done != 3 || past.Undone != 1 || past.Moves[1].Code != "undone" || past.Moves[0].Code != "" {
		t.Errorf("the history is %+v", past)
	}

	d.start(d.root) // after a restart too
	for _, again := range []string{d.path("x/two.txt"), d.path("b.txt"), d.path("elsewhere.txt")} {
		if r := d.call("undo", object{"batch": "three", "paths": []string{d.path("x/one.txt"), again}}); r.ErrorType != "invalid_args" || r.Path != again {
			t.Errorf("%s: %s", again, r.text)
		}
	}
	if r := d.ok("undo", object{"batch": "three", "paths": []string{d.path("three.txt"), d.path("x/one.txt")}}); r.Restored != 2 {
		t.Errorf("the rest is %+v", r)
	}
	d.holds(map[string]string{"a.txt": "contents of a.txt", "b.txt": "contents of b.txt", "c.txt": "contents of c.txt"})
	if past := d.ok("history", object{}).Batches[0]; past.State != "undone" || past.Undone != 3 {
		t.Errorf("at the end the history is %+v", past)
	}
}

func TestAPartialUndoLeavesTheRestUndoable(t *testing.T) {
	d := newFixture(t, "a.txt", "b.txt")
	d.ok("move", object{"moves": d.moves("a.txt", "x/a.txt", "b.txt", "x/b.txt"), "batch": "two"})
	away := filepath.Join(t.TempDir(), "hidden away.txt")
	if err := os.Rename(d.path("x/b.txt"), away); err != nil {
		t.Fatal(err)
	}
	r := d.ok("undo", object{})
	if r.Restored != 1 || len(r.Kept) != 1 || r.Kept[0].From != d.path("x/b.txt") || r.Kept[0].To != d.path("b.txt") || r.Kept[0].Note == "" || r.Kept[0].Code != "vanished" {
		t.Fatalf("the undo is %+v", r)
	}
	if state := d.ok("history", object{"batch": "two"}).Batches[0].State; state != "done" {
		t.Errorf("half undone, the batch is %q", state)
	}
	if err := os.MkdirAll(d.path("x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(away, d.path("x/b.txt")); err != nil {
		t.Fatal(err)
	}
	if r := d.ok("undo", object{"batch": "two"}); r.Restored != 1 || len(r.Kept) != 0 {
		t.Fatalf("the second undo is %+v", r)
	}
	if state := d.ok("history", object{"batch": "two"}).Batches[0].State; state != "undone" {
		t.Errorf("undone, the batch is %q", state)
	}
}

func TestAnUndoTouchesNothingThatIsNotOurs(t *testing.T) {
	d := newFixture(t, "a.txt", "keep.txt")
	d.ok("move", object{"moves": d.moves("a.txt", "new/b.txt")})
	d.write("new/mine.txt", "mine")
	if err := os.Rename(d.path("keep.txt"), d.path("new/b.txt")); err != nil { // ours is gone, another has its name
		t.Fatal(err)
	}
	r := d.ok("undo", object{})
	if r.Restored != 0 || len(r.Kept) != 1 {
		t.Errorf("the undo is %+v", r)
	}
	d.holds(map[string]string{"new/": "", "new/mine.txt": "mine", "new/b.txt": "contents of keep.txt"})
}

func TestAnApprovedUndoHoldsOnlyForWhatWasShown(t *testing.T) {
	d := newFixture(t, "a.txt")
	d.ok("move", object{"moves": d.moves("a.txt", "b.txt")})
	shown := d.ok("undo", object{"dry_run": true})
	if len(shown.Effect) != 1 || shown.Effect[0].From != d.path("b.txt") || shown.Effect[0].To != d.path("a.txt") {
		t.Fatalf("the dry run is %+v", shown)
	}
	d.write("a.txt", "taken")
	if r := d.call("undo", object{"plan_hash": shown.Hash}); !r.failed || r.ErrorType != "blocked" {
		t.Fatalf("it is answered %+v", r)
	}
	if err := os.Remove(d.path("a.txt")); err != nil {
		t.Fatal(err)
	}
	if r := d.ok("undo", object{"plan_hash": shown.Hash}); r.Restored != 1 {
		t.Errorf("the undo is %+v", r)
	}
}

func TestAFolderIsMadeOnceAndItsUndoRemovesItIfEmpty(t *testing.T) {
	d := newFixture(t, "a.txt")
	if r := d.ok("make_folder", object{"path": d.path("x/CON"), "dry_run": true}); len(r.Effect) != 2 || r.Effect[1].To != d.path("x/CON_") {
		t.Fatalf("the dry run is %+v", r)
	}
	r := d.ok("make_folder", object{"path": d.path("x/y")})
	if len(r.Created) != 2 || r.Batch == "" {
		t.Fatalf("it is answered %+v", r)
	}
	if again := d.ok("make_folder", object{"path": d.path("X/Y")}); len(again.Created) != 0 {
		t.Errorf("its duplicate was made: %+v", again)
	}
	d.ok("undo", object{})
	d.holds(map[string]string{"a.txt": "contents of a.txt"})
}

func TestACutJournalIsSaidToBeDamagedAndUndoneAsFarAsCanBe(t *testing.T) {
	d := newFixture(t, "a.txt", "b.txt", "c.txt")
	d.ok("move", object{"moves": d.moves("a.txt", "x/a.txt", "b.txt", "x/b.txt", "c.txt", "x/c.txt"), "batch": "three"})
	path := filepath.Join(d.journals, "three.journal")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text[:len(text)*45/100], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(d.path("x/c.txt")); err != nil {
		t.Fatal(err)
	}
	d.start(d.root)
	past := d.ok("history", object{})
	if b := past.Batches[0]; b.State != "damaged" || b.Done != 3 || b.Of != 3 || !strings.Contains(past.text, "Its record is damaged") {
		t.Errorf("the history is %+v: %s", past.Batches[0], past.text)
	}
	r := d.ok("undo", object{})
	if r.Restored != 2 || r.Of != 3 || len(r.Kept) != 1 || r.Kept[0].From != d.path("x/c.txt") || !strings.Contains(r.text, "Restored 2 of 3 files") {
		t.Errorf("the undo is %+v: %s", r, r.text)
	}
	d.holds(map[string]string{"a.txt": "contents of a.txt", "b.txt": "contents of b.txt", "x/": ""})
	if b := d.ok("history", object{}).Batches[0]; b.State != "damaged" {
		t.Errorf("with one file missing it is %q", b.State)
	}
}
