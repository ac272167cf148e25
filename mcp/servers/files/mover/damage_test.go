package mover

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// cutStep cuts the journal every so many bytes; 1 cuts at every byte. The short version
// cuts between records and once inside each.
var cutStep = flag.Int("cut.step", 0, "cut the journal at every so many bytes, not once or twice a record")

// made is a completed batch of twenty files, with all that a test needs to restore that
// state.
type made struct {
	*world
	journal, list []byte
	// at are the files by their original names: where the batch moved them.
	at map[string]string
}

// twenty makes a batch of twenty files in the given number of pages: a cycle, a change of
// case, a collision found while running, new folders.
func twenty(t *testing.T, base string, pages int) *made {
	t.Helper()
	var names, pairs []string
	for i := range 20 {
		name := fmt.Sprintf("scan %02d.pdf", i)
		names = append(names, name)
		switch i {
		case 0, 1, 2:
			pairs = append(pairs, name, fmt.Sprintf("scan %02d.pdf", (i+1)%3))
		case 3:
			pairs = append(pairs, name, "Scan 03.pdf")
		case 4, 5, 6:
			pairs = append(pairs, name, "new/deep/invoice.pdf")
		case 7:
			pairs = append(pairs, name, "taken meanwhile.pdf")
		default:
			pairs = append(pairs, name, fmt.Sprintf("sub/2026 %02d.pdf", i))
		}
	}
	w := newWorld(t, base, names...)
	before := w.trap.Before
	w.trap.Before = func(c safefstest.Call) error {
		if c.Op == "Rename" && c.Name == "scan 07.pdf" {
			w.write(t, w.path("taken meanwhile.pdf"), "somebody else's")
		}
		return nil
	}
	m := w.mover(t)
	d := &made{world: w, at: map[string]string{}}
	for page := range slices.Chunk(w.requests(pairs...), 20/pages) {
		plan, err := m.Plan(t.Context(), w.scope(), page, nil)
		must(t, err)
		report, err := m.Do(t.Context(), plan, Order{Batch: "twenty", Total: 20})
		must(t, err)
		for _, o := range report.Outcomes {
			d.at[filepath.Base(o.From)] = o.To
		}
	}
	must(t, m.Close())
	w.trap.Before = before
	var err error
	d.journal, err = os.ReadFile(d.file(".journal"))
	must(t, err)
	d.list, err = os.ReadFile(d.file(".tsv"))
	must(t, err)
	return d
}

func (d *made) file(suffix string) string { return filepath.Join(d.journals, "twenty"+suffix) }

// again restores the state after the batch, with a given journal and restore list.
func (d *made) again(t *testing.T, text, list []byte) {
	t.Helper()
	for name, to := range d.at {
		must(t, os.MkdirAll(filepath.Dir(to), 0o755))
		if _, err := os.Lstat(d.aside(name)); err == nil {
			must(t, os.Rename(d.aside(name), to))
		}
	}
	must(t, os.RemoveAll(d.journals))
	must(t, os.MkdirAll(d.journals, 0o700))
	must(t, os.WriteFile(d.file(".journal"), text, 0o600))
	if list != nil {
		must(t, os.WriteFile(d.file(".tsv"), list, 0o600))
	}
}

func (d *made) aside(name string) string { return filepath.Join(d.root, "aside-"+name) }

// back counts the files that have their original names again, and sets all aside for the
// next round. A file of the batch that is nowhere is lost.
func (d *made) back(t *testing.T, when string) (home, away int, left []string) {
	t.Helper()
	for name := range d.at {
		text, err := os.ReadFile(d.path(name))
		if err == nil && string(text) == "contents of "+name {
			home++
			must(t, os.Rename(d.path(name), d.aside(name)))
		}
	}
	for name, to := range d.at {
		if _, err := os.Lstat(d.aside(name)); err == nil {
			continue
		}
		text, err := os.ReadFile(to)
		if err != nil || string(text) != "contents of "+name {
			t.Fatalf("%s %s is at neither of its places: %q (%v)", when, name, text, err)
		}
		away++
		left = append(left, to)
	}
	for _, to := range left {
		for name, at := range d.at {
			if at == to {
				must(t, os.Rename(to, d.aside(name)))
			}
		}
	}
	return home, away, left
}

// undoDamaged undoes the batch with a changed journal. It must never claim more than it
// did, nor omit a file that it left.
func (d *made) undoDamaged(t *testing.T, when string, text, list []byte) (restored int) {
	t.Helper()
	d.again(t, text, list)
	m := d.mover(t)
	defer func() { must(t, m.Close()) }()
	must(t, m.Recover(t.Context(), d.scope()))
	past, err := m.History(t.Context(), roots.Scope{}, 10, "")
	must(t, err)
	report, err := m.Undo(t.Context(), d.scope(), "", "", nil)
	if err != nil && !errors.Is(err, ErrNothing) {
		t.Fatalf("%s the undo fails: %v", when, err)
	}
	noTemps(t, d.root, when)
	home, away, left := d.back(t, when)
	if report.Restored != home || report.Of < report.Restored {
		t.Fatalf("%s the undo says %d of %d, and %d are back", when, report.Restored, report.Of, home)
	}
	told := map[string]bool{}
	for _, k := range report.Kept {
		told[k.From] = true
	}
	for _, path := range left {
		if !told[path] {
			t.Fatalf("%s %s is left behind and not told of: %+v", when, path, report.Kept)
		}
	}
	if len(past) != 1 || past[0].Done > 20 || away == 0 && past[0].Done < home && past[0].State == files.BatchDone {
		t.Fatalf("%s the history says %+v, and %d were away", when, past, home)
	}
	if after, err := m.History(t.Context(), roots.Scope{}, 10, "twenty"); err != nil || away == 0 && after[0].State != files.BatchUndone {
		t.Fatalf("%s all are back, and the history says %+v (%v)", when, after, err)
	}
	return home
}

// frames returns the offsets between the records of a journal.
func frames(t *testing.T, text []byte) []int {
	t.Helper()
	const magic, header = 19, 20
	ends := []int{0, magic}
	for at := magic; at < len(text); ends = append(ends, at) {
		at += header + int(binary.LittleEndian.Uint32(text[at:]))
	}
	return ends
}

// TestAJournalThatIsCutAnywhereIsUndoneAsAWhole cuts the journal of twenty files.
func TestAJournalThatIsCutAnywhereIsUndoneAsAWhole(t *testing.T) {
	for _, pages := range []int{1, 4} {
		t.Run(fmt.Sprintf("of %d pages", pages), func(t *testing.T) { cutAnywhere(t, twenty(t, quickDir(t), pages)) })
	}
}

func cutAnywhere(t *testing.T, d *made) {
	var cuts []int
	ends := frames(t, d.journal)
	for i, end := range ends {
		cuts = append(cuts, end)
		if i+1 < len(ends) {
			cuts = append(cuts, end+1, (end+ends[i+1])/2, ends[i+1]-1)
		}
	}
	if *cutStep > 0 {
		cuts = nil
		for n := 0; n <= len(d.journal); n += *cutStep {
			cuts = append(cuts, n)
		}
	}
	for _, n := range cuts {
		when := fmt.Sprintf("cut at byte %d of %d,", n, len(d.journal))
		if back := d.undoDamaged(t, when, d.journal[:n], d.list); back != 20 {
			t.Fatalf("%s %d of 20 are back", when, back)
		}
	}
	t.Logf("%d cuts of %d bytes: each undo brought 20 of 20 back and said so", len(cuts), len(d.journal))
}

// TestAJournalThatWasChangedAnywhereIsUndoneAsAWhole flips bytes of a journal, and drops
// and duplicates its records.
func TestAJournalThatWasChangedAnywhereIsUndoneAsAWhole(t *testing.T) {
	d := twenty(t, quickDir(t), 1)
	bad := map[string][]byte{}
	for n := 0; n < len(d.journal); n += 89 {
		text := bytes.Clone(d.journal)
		text[n] ^= 0x40
		bad[fmt.Sprintf("with byte %d flipped,", n)] = text
	}
	ends := frames(t, d.journal)
	for i := 1; i+1 < len(ends); i++ {
		record := d.journal[ends[i]:ends[i+1]]
		bad[fmt.Sprintf("without record %d,", i-1)] = slices.Concat(d.journal[:ends[i]], d.journal[ends[i+1]:])
		bad[fmt.Sprintf("with record %d twice,", i-1)] = slices.Concat(d.journal[:ends[i+1]], record, d.journal[ends[i+1]:])
	}
	for when, text := range bad {
		if back := d.undoDamaged(t, when, text, d.list); back != 20 {
			t.Errorf("%s %d of 20 are back", when, back)
		}
	}
}

// TestAChangedJournalIsSaidToBeDamaged checks the state in the history before and after
// the undo, and that the damaged journal is kept as it is.
func TestAChangedJournalIsSaidToBeDamaged(t *testing.T) {
	d := twenty(t, quickDir(t), 1)
	for share, state := range map[int]files.BatchState{
		30: files.BatchDamaged, 45: files.BatchDamaged, 60: files.BatchDamaged, 100: files.BatchDone,
	} {
		text := d.journal[:len(d.journal)*share/100]
		d.again(t, text, d.list)
		m := d.mover(t)
		must(t, m.Recover(t.Context(), d.scope()))
		past, err := m.History(t.Context(), roots.Scope{}, 10, "")
		must(t, err)
		if past[0].State != state || past[0].Done != 20 || past[0].Of != 20 || len(past[0].Moves) != 20 {
			t.Errorf("cut at %d %% it is %s, %d of %d", share, past[0].State, past[0].Done, past[0].Of)
		}
		if _, err := m.PlanFinish(t.Context(), d.scope(), "twenty"); err == nil {
			t.Errorf("cut at %d %% it can be finished", share)
		}
		shown, err := m.PlanUndo(t.Context(), d.scope(), "twenty")
		must(t, err)
		report, err := m.Undo(t.Context(), d.scope(), "twenty", shown.Hash, nil)
		if err != nil || report.Restored != 20 || report.Of != 20 || shown.Count() != 20 {
			t.Errorf("cut at %d %% the undo of %d is %+v (%v)", share, shown.Count(), report, err)
		}
		past, err = m.History(t.Context(), roots.Scope{}, 10, "")
		must(t, errors.Join(err, m.Close()))
		if past[0].State != files.BatchUndone {
			t.Errorf("cut at %d %% and undone it is %s", share, past[0].State)
		}
		if left, err := os.ReadFile(d.file(".journal")); err != nil || state == files.BatchDamaged && !bytes.Equal(left, text) {
			t.Errorf("cut at %d %% it was written to (%v)", share, err)
		}
		d.back(t, "at the end")
	}
}

// TestWhatADamagedJournalDoesNotKnowIsToldOfAndStays removes the restore list too, and
// its identities, which lists of an older format lack.
func TestWhatADamagedJournalDoesNotKnowIsToldOfAndStays(t *testing.T) {
	d := twenty(t, quickDir(t), 1)
	half := d.journal[:len(d.journal)*30/100]
	var old strings.Builder
	for line := range strings.Lines(string(d.list)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if fields[3] != "root" && fields[3] != "end" {
			old.WriteString(strings.Join(fields[:4], "\t") + "\n")
		}
	}
	back := d.undoDamaged(t, "with a list of the older form,", half, []byte(old.String()))
	if back == 0 || back == 20 {
		t.Errorf("%d files are back", back)
	}
	d.again(t, half, nil)
	m := d.mover(t)
	past, err := m.History(t.Context(), roots.Scope{}, 10, "")
	must(t, err)
	if past[0].State != files.BatchDamaged || past[0].Done == past[0].Of || past[0].Of < 20 {
		t.Errorf("without a list it is %s, %d of %d", past[0].State, past[0].Done, past[0].Of)
	}
	report, err := m.Undo(t.Context(), d.scope(), "", "", nil)
	must(t, err)
	home, away, _ := d.back(t, "without a list")
	if report.Restored != home || report.Unknown < away || report.Of < 20 || home == 0 {
		t.Errorf("without a list %d are back and %d are not: the undo says %+v", home, away, report)
	}
	past, err = m.History(t.Context(), roots.Scope{}, 10, "")
	must(t, errors.Join(err, m.Close()))
	if past[0].State != files.BatchDamaged {
		t.Errorf("undone without a list it is %s", past[0].State)
	}
}

// TestAJournalOfTheOlderFormIsReadUndoneAndContinued takes a journal from before records
// had a running checksum, and gives it the paths and files of this test.
func TestAJournalOfTheOlderFormIsReadUndoneAndContinued(t *testing.T) {
	w := newWorld(t, t.TempDir())
	m := w.mover(t)
	for name, text := range map[string]string{"b.pdf": "a", "a.pdf": "b", "new/d.pdf": "c"} {
		w.write(t, w.path(name), text)
	}
	tr := m.folders.Tree(w.scope())
	defer tr.Close()
	replace := []string{"/home/ada/Documents", w.root}
	for was, path := range map[string]string{"10019105": "b.pdf", "10019121": "a.pdf", "10019137": "new/d.pdf", "10018993": "new"} {
		in, err := tr.Lstat(w.path(path))
		must(t, err)
		replace = append(replace, `"dev":65024,"inode":`+was, fmt.Sprintf(`"dev":%d,"inode":%d`, in.ID.Dev, in.ID.Inode))
		must(t, os.Chtimes(w.path(path), time.Unix(1_700_000_000, 123_456_789), time.Unix(1_700_000_000, 123_456_789)))
	}
	whole, err := os.ReadFile("testdata/v1/old.journal")
	must(t, err)
	list, err := os.ReadFile("testdata/v1/old.tsv")
	must(t, err)
	const magic, header = 19, 8
	text := bytes.Clone(whole[:magic])
	for at := magic; at < len(whole); {
		size := int(binary.LittleEndian.Uint32(whole[at:]))
		payload := []byte(strings.NewReplacer(replace...).Replace(string(whole[at+header : at+header+size])))
		at += header + size
		text = binary.LittleEndian.AppendUint32(text, uint32(len(payload)))
		text = binary.LittleEndian.AppendUint32(text, crc32.Checksum(payload, crc32.MakeTable(crc32.Castagnoli)))
		text = append(text, payload...)
	}
	w.write(t, filepath.Join(w.journals, "old.journal"), string(text))
	w.write(t, filepath.Join(w.journals, "old.tsv"), strings.ReplaceAll(string(list), "/home/ada/Documents", w.root))

	past, err := m.History(t.Context(), roots.Scope{}, 10, "")
	if err != nil || len(past) != 1 || past[0].State != files.BatchDone || past[0].Done != 3 {
		t.Fatalf("the history is %+v (%v)", past, err)
	}
	report, err := m.Undo(t.Context(), w.scope(), "", "", nil)
	if err != nil || report.Restored != 3 {
		t.Fatalf("the undo is %+v (%v)", report, err)
	}
	past, err = m.History(t.Context(), roots.Scope{}, 10, "old")
	if err != nil || past[0].State != files.BatchUndone {
		t.Errorf("undone it is %+v (%v)", past, err)
	}
	must(t, m.Close())
	if got := contents(t, w.root); len(got) != 3 {
		t.Errorf("there are %d files", len(got))
	}
	for name, want := range map[string]string{"a.pdf": "a", "b.pdf": "b", "c.pdf": "c"} {
		if text, err := os.ReadFile(w.path(name)); err != nil || string(text) != want {
			t.Errorf("%s holds %q (%v)", name, text, err)
		}
	}
}
