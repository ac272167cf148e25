package journal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

func newStore(t *testing.T) (*Store, string) {
	t.Helper()
	folder := t.TempDir()
	dir, err := safefs.Disk{}.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = dir.Close() })
	now := time.Now() // a list does not depend on the time it takes
	return NewStore(dir, func() time.Time { return now }), folder
}

// story returns a batch with one record of every kind.
func story() []Record {
	id := safefs.Identity{Dev: 1, Inode: 1<<63 + 7, Size: 3, MtimeNS: 1_700_000_000_123_456_789}
	return []Record{
		Page{Moves: 3, Total: 5, Roots: []string{"/more"}},
		Folder{Path: "/r/new", Temp: ".t"},
		Intent{From: "/r/a", To: "/r/new/a", ID: id, Temp: ".t0"},
		Intent{From: "/r/ü", To: "/r/b", ID: id, Temp: ".t1"},
		Intent{From: "/r/c", To: "/r/d", ID: id, Temp: ".t2"},
		Made{Path: "/r/new", ID: id},
		Parked{Step: 0},
		Retarget{Step: 0, To: "/r/new/a (2)"},
		Copied{Step: 0, ID: id, Hash: "00"},
		Done{Step: 0, ID: id, Hash: "00"},
		Done{Step: 1, ID: id},
		Failed{Step: 2, Why: "the disk is full"},
		Close{Receipt: files.Receipt{Batch: "b", FilesIn: 3, FilesOut: 3, Moved: 2, Failed: 1}},
		Intent{From: "/r/new/a (2)", To: "/r/a", ID: id, Temp: ".t3", Undoes: 1},
		Done{Step: 3, ID: id},
		Removed{Path: "/r/new"},
		Close{Receipt: files.Receipt{Batch: "b", Moved: 1}, Undo: true},
	}
}

func written(t *testing.T) (store *Store, path string, batch *Batch) {
	t.Helper()
	store, folder := newStore(t)
	log, err := store.Create(Begin{Batch: "b", When: time.Unix(1_700_000_000, 0).UTC(), Roots: []string{"/r"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range story() {
		if err := log.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(log.Sync(), log.Close()); err != nil {
		t.Fatal(err)
	}
	return store, filepath.Join(folder, "b.journal"), log.Batch
}

func TestWhatIsReadIsWhatWasWritten(t *testing.T) {
	store, _, want := written(t)
	got, err := store.Read("b")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read    %+v\nwritten %+v", got, want)
	}
	if s := got.Steps[0]; s.UndoneBy != 4 || s.To != "/r/new/a (2)" || s.Intent.To != "/r/new/a" {
		t.Errorf("the first step is %+v", s)
	}
	if done, of := got.Progress(); done != 2 || of != 5 {
		t.Errorf("it is %d of %d", done, of)
	}
	if !got.CanUndo() {
		t.Error("the second step stands, and cannot be undone")
	}
}

// TestAnyCutLeavesAPrefix cuts the file at every byte: the records before are read, and
// writing continues behind them.
func TestAnyCutLeavesAPrefix(t *testing.T) {
	store, path, whole := written(t)
	text := readFile(t, path)
	last := -1
	for n := range text {
		b, err := read(bytes.NewReader(text[:n]))
		if err != nil {
			t.Fatalf("cut at byte %d: %v", n, err)
		}
		if b.lines < last || b.lines > last+1 && last >= 0 {
			t.Fatalf("cut at byte %d, %d records are read after %d", n, b.lines, last)
		}
		last = b.lines
	}
	if last != whole.lines-1 {
		t.Fatalf("the longest cut has %d of %d records", last, whole.lines)
	}
	if err := os.WriteFile(path, text[:len(text)-3], 0o600); err != nil {
		t.Fatal(err)
	}
	log, err := store.Resume("b")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(log.Append(story()[len(story())-1]), log.Close()); err != nil {
		t.Fatal(err)
	}
	if again := readFile(t, path); !bytes.Equal(again, text) {
		t.Error("a record behind a cut one is not where that was")
	}
}

// TestAnyFlippedByteIsAPrefixOrDamage flips every byte: either a prefix of what was
// written is read, or the journal is damaged.
func TestAnyFlippedByteIsAPrefixOrDamage(t *testing.T) {
	_, path, whole := written(t)
	text := readFile(t, path)
	for n := range text {
		for _, flip := range []byte{0x01, 0x80, 0xff} {
			bad := bytes.Clone(text)
			bad[n] ^= flip
			b, err := read(bytes.NewReader(bad))
			if err == nil && b.lines == whole.lines {
				t.Fatalf("byte %d flipped by %x is not seen", n, flip)
			}
			if err != nil && !errors.Is(err, ErrDamaged) {
				t.Fatalf("byte %d flipped by %x: %v", n, flip, err)
			}
			checkPrefix(t, b, whole)
		}
	}
}

func checkPrefix(t *testing.T, b, whole *Batch) {
	t.Helper()
	for i, s := range b.Steps {
		if s.Intent != whole.Steps[i].Intent {
			t.Fatalf("step %d is %+v", i, s.Intent)
		}
	}
}

func TestADoubledRecordIsDamage(t *testing.T) {
	_, path, _ := written(t)
	text := readFile(t, path)
	frame := int(text[len(magic)]) + int(text[len(magic)+1])<<8 + lengthSize + sumSize
	doubled := append(bytes.Clone(text[:len(magic)+frame]), text[len(magic):]...)
	if _, err := read(bytes.NewReader(doubled)); !errors.Is(err, ErrDamaged) {
		t.Errorf("it is read with %v", err)
	}
}

func TestADamagedJournalIsShownAndNotWrittenTo(t *testing.T) {
	store, path, _ := written(t)
	text := readFile(t, path)
	text[len(text)/2] ^= 1
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	b, err := store.Read("b")
	if err != nil || !b.Damaged || b.State() != files.BatchDamaged || len(b.Steps) == 0 {
		t.Errorf("it is read as %+v (%v)", b, err)
	}
	if _, err := store.Resume("b"); !errors.Is(err, ErrDamaged) {
		t.Errorf("it is resumed with %v", err)
	}
	if !bytes.Equal(readFile(t, path), text) {
		t.Error("it was written to")
	}
}

func TestALiveBatchIsSeenAndKeptFromOthers(t *testing.T) {
	store, _ := newStore(t)
	log, err := store.Create(Begin{Batch: "live"})
	if err != nil {
		t.Fatal(err)
	}
	if b, err := store.Read("live"); err != nil || !b.Live || b.State() != files.BatchStopped {
		t.Errorf("it is read as %+v (%v)", b, err)
	}
	if _, err := store.Resume("live"); !errors.Is(err, ErrLive) {
		t.Errorf("it is resumed with %v", err)
	}
	if _, err := store.Create(Begin{Batch: "live"}); !errors.Is(err, os.ErrExist) {
		t.Errorf("it is created again with %v", err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if b, err := store.Read("live"); err != nil || b.Live || b.State() != files.BatchInterrupted {
		t.Errorf("left alone, it is read as %+v (%v)", b, err)
	}
}

func TestTheListIsNewestFirstAndLeavesOutWhatIsNoJournal(t *testing.T) {
	store, folder := newStore(t)
	for i, id := range []string{"middle", "oldest", "newest"} {
		when := time.Unix([]int64{200, 100, 300}[i], 0)
		log, err := store.Create(Begin{Batch: id, When: when})
		if err != nil {
			t.Fatal(err)
		}
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"cut.journal": magic[:5], "junk.journal": "hello", "notes.txt": "x", "bad id.journal": "x"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	heads, err := store.List()
	if err != nil || len(heads) != 3 || heads[0].Batch != "newest" || heads[1].Batch != "middle" || heads[2].Batch != "oldest" {
		t.Errorf("the list is %+v (%v)", heads, err)
	}
}

func TestABatchIDIsNoPath(t *testing.T) {
	store, _ := newStore(t)
	for _, id := range []string{"", "..", "a/b", "a.b", "ä", string(make([]byte, 65))} {
		if _, err := store.Create(Begin{Batch: id}); !errors.Is(err, ErrBadID) {
			t.Errorf("%q is taken: %v", id, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	whole, chain := []byte(magic), framing{}
	for i, r := range append([]Record{Begin{Version: 1, Batch: "b"}}, story()...) {
		payload, err := encode(i, r)
		if err != nil {
			f.Fatal(err)
		}
		whole = chain.append(whole, payload)
	}
	f.Add(whole)
	f.Add(whole[:len(whole)-5])
	f.Add([]byte(magic + "\xff\xff\xff\xff\x00\x00\x00\x00"))
	f.Add([]byte("not a journal"))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := read(bytes.NewReader(text))
		if err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatal(err)
		}
		if b.size > int64(len(text)) {
			t.Fatalf("%d bytes of %d are good", b.size, len(text))
		}
		b.State()
		b.Progress()
	})
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTheRestoreListHasALineForEachOperationBeforeItIsMade(t *testing.T) {
	store, path, _ := written(t)
	list := strings.TrimSuffix(path, ".journal") + ".tsv"
	got := string(readFile(t, list))
	when := got[len(listHead) : strings.IndexByte(got[len(listHead):], '\t')+len(listHead)]
	if _, err := time.Parse(time.RFC3339, when); err != nil {
		t.Error(err)
	}
	const file = "1:9223372036854775815:3:1700000000123456789:0"
	want := listHead + strings.NewReplacer("W", when, "F", file).Replace("W\t\t/r\troot\t\nW\t\t/more\troot\t\nW\t\t/r/new\tfolder\t\n"+
		"W\t/r/a\t/r/new/a\tmove\tF\nW\t/r/ü\t/r/b\tmove\tF\nW\t/r/c\t/r/d\tmove\tF\n"+
		"W\t/r/a\t/r/new/a (2)\tmove\tF\nW\t/r/new/a (2)\t/r/a\tundo\tF\nW\t\t\tend\t\n")
	if got != want {
		t.Errorf("the list is\n%swant\n%s", got, want)
	}
	if err := os.WriteFile(list, []byte(got[:len(got)-3]), 0o600); err != nil { // cut the last line
		t.Fatal(err)
	}
	log, err := store.Resume("b")
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(log.Append(Intent{From: "/r/tab\tline\nback\\slash", To: "/r/x", Kind: Copy}), log.Close())
	lines := strings.Split(string(readFile(t, list)), "\n")
	if last := lines[len(lines)-2]; err != nil || !strings.HasSuffix(last, "\t"+`/r/tab\tline\nback\\slash`+"\t/r/x\tcopy\t") || !strings.HasSuffix(lines[len(lines)-3], "\ten") {
		t.Errorf("the list ends with %q (%v)", lines, err)
	}
}
