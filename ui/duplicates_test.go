package ui_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/duplicates"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/widgets"
)

// fakeDuplicates is the part of a backend that finds duplicates: the given ones whose files
// exist.
type fakeDuplicates struct {
	doubles []duplicates.Group
	// readGateOfDoubles blocks before documents are read.
	doublesGate chan struct{}
	edited      string // a file changed since it was found
	spared      [][]duplicates.Spare
}

func (d *backend) FindDuplicates(ctx context.Context, req duplicates.Request, emit func(event.Event)) (duplicates.Found, error) {
	d.mu.Lock()
	gate, doubles := d.doublesGate, d.doubles
	d.mu.Unlock()
	found := duplicates.Found{Files: 9, Paths: req.Paths}
	for _, g := range doubles {
		g = slices.DeleteFunc(slices.Clone(g), func(f duplicates.Copy) bool {
			_, err := os.Lstat(f.Path)
			return err != nil
		})
		if len(g) > 1 {
			found.Groups = append(found.Groups, g)
		}
	}
	same := found
	same.Groups = slices.DeleteFunc(slices.Clone(found.Groups), func(g duplicates.Group) bool { return !g.Exact() })
	req.Same(same)
	event.NewStream("duplicates", emit).Emit(event.Progress{Progress: chat.Progress{Done: 40, Total: 120, What: "scan 12.png"}})
	if gate != nil {
		select {
		case <-gate:
		case <-ctx.Done():
			return found, ctx.Err()
		}
	}
	found.Texts = 7
	return found, ctx.Err()
}

// PutAside moves the files, as a batch.
func (d *backend) PutAside(ctx context.Context, spare []duplicates.Spare, _ string, paths []string, _ func(event.Event)) (duplicates.Aside, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.spared = append(d.spared, spare)
	aside := duplicates.Aside{}
	batch := app.Batch{ID: "aside", State: plan.BatchDone, When: d.now, Folder: paths[0]}
	for _, s := range spare {
		if s.File.Path == d.edited {
			aside.Changed = append(aside.Changed, s.File.Path)
			continue
		}
		to := filepath.Join(paths[0], duplicates.Folder, filepath.Base(s.File.Path))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return aside, err
		}
		if err := os.Rename(s.File.Path, to); err != nil {
			return aside, err
		}
		batch.Moves = append(batch.Moves, app.Move{From: s.File.Path, To: to})
	}
	batch.Done, batch.Of = len(batch.Moves), len(batch.Moves)
	d.batches = append([]app.Batch{batch}, d.batches...)
	aside.Receipt = plan.Receipt{Batch: "aside", Moved: batch.Done}
	return aside, ctx.Err()
}

// withDuplicates returns a backend whose folder has a copy of one file and a second scan of
// another.
func withDuplicates(t *testing.T) (d *backend, dir string) {
	t.Helper()
	d = busyPast()
	dir = folder(t, "Papers", "scan 12.png", "scan 12 (1).png", "contract_neu.pdf", "IMG_3310.jpg", "scan 14.png")
	d.known["scan 12 (1).png"] = d.known["scan 12.png"]
	d.known["IMG_3310.jpg"] = d.known["contract_neu.pdf"]
	of := func(name, contents string, kB int64, days int, only ...string) duplicates.Copy {
		at := d.now.AddDate(0, 0, -days)
		return duplicates.Copy{
			Path: filepath.Join(dir, name), Contents: contents, Only: only,
			Identity: plan.Identity{Inode: uint64(kB), Size: kB * 1000, MtimeNS: at.UnixNano()}, //nolint:gosec // small
		}
	}
	d.doubles = []duplicates.Group{
		{of("scan 12.png", "a", 1240, 40), of("scan 12 (1).png", "a", 1240, 3)},
		{of("contract_neu.pdf", "b", 88, 200), of("IMG_3310.jpg", "c", 2310, 12, "1,85O.00", "Mietvertraq", "Brandl", "Kaution", "gez.")},
	}
	return d, dir
}

// doubled opens the duplicates page by its key and searches a folder.
func doubled(t *testing.T, d *backend, dir string, v fyne.ThemeVariant) *fixture {
	t.Helper()
	t.Setenv("HOME", filepath.Dir(dir))
	h := open(t, d, v)
	h.untilSaid(locale.L("Reads {{.Languages}}", "Languages", "English"))
	h.shortcut(fyne.KeyD)
	h.untilSaid(locale.L("Find duplicate files"))
	h.press(locale.L("Choose a folder…"))
	h.untilSaid(locale.L("Which folder would you like to search for duplicates?"))
	h.entry(locale.L("A folder")).SetText(dir)
	h.entry(locale.L("A folder")).OnSubmitted(dir)
	h.untilSaid("contract_neu.pdf")
	h.press(locale.L("Read this folder"))
	return h
}

func TestAFolderDroppedOnDuplicatesIsSearched(t *testing.T) {
	d, dir := withDuplicates(t)
	h := light(t, d)
	h.shortcut(fyne.KeyD)
	h.untilSaid("Find duplicate files")
	h.window.Drop([]string{dir})
	h.untilSaid("In Papers")
	h.mustSay("Duplicates", "Same contents")
}

func TestACopyIsTickedAndAnotherScanIsNot(t *testing.T) {
	d, dir := withDuplicates(t)
	before := names(t, dir)
	h := doubled(t, d, dir, fynetheme.VariantLight)
	h.untilSaid("9 files compared · 7 documents read")
	h.mustSay("Same contents", "Same text, another scan", "1 file of 1 group · 1 MB", "Put aside 1 file")

	h.press("Put aside 1 file")
	h.untilSaid("1 file was moved into Duplicates.")
	if now := names(t, filepath.Join(dir, "Duplicates")); now != "scan 12 (1).png" {
		t.Errorf("%s were put aside", now)
	}
	h.mustNotSay("Same contents")
	if left := h.button("Put aside"); !left.Disabled() {
		t.Error("the button works without ticks")
	}
	h.press("Undo")
	h.untilSaid("1 file is back where it was.")
	h.untilSaid("Same contents")
	if err := os.Remove(filepath.Join(dir, "Duplicates")); err != nil {
		t.Fatal(err)
	}
	if now := names(t, dir); now != before {
		t.Errorf("after the undo there are %s", now)
	}
}

func TestTheKeptFileIsChosenByKeys(t *testing.T) {
	d, dir := withDuplicates(t)
	h := doubled(t, d, dir, fynetheme.VariantLight)
	h.untilSaid("7 documents read")
	h.key(fyne.Key2) // keeps the second one
	h.key(fyne.KeyDown)
	h.mustSay("Reads differently: 1,85O.00, Mietvertraq, Brandl and 2 more", "Compare the pages before you put one aside.")
	h.key(fyne.KeySpace)
	h.mustSay("Put aside 2 files")
	h.key(fyne.Key2)
	h.mustSay("Put aside 1 file") // the ticked one is kept now
	h.key(fyne.KeySpace)
	h.press("Put aside 2 files")
	h.untilSaid("2 files were moved into Duplicates.")
	if now := names(t, filepath.Join(dir, "Duplicates")); now != "contract_neu.pdf, scan 12.png" {
		t.Errorf("%s were put aside", now)
	}
	h.mustSay("No duplicates")
}

func TestAChangedFileIsNotMoved(t *testing.T) {
	d, dir := withDuplicates(t)
	d.edited = filepath.Join(dir, "scan 12 (1).png")
	h := doubled(t, d, dir, fynetheme.VariantLight)
	h.untilSaid("7 documents read")
	h.press("Put aside 1 file")
	h.untilSaid("1 file changed meanwhile and stayed where it is.")
	h.mustSay("Same contents")
}

// Identical files are shown before documents are read, and choices are kept.
func TestIdenticalFilesAreShownWhileDocumentsAreRead(t *testing.T) {
	d, dir := withDuplicates(t)
	d.doublesGate = make(chan struct{})
	h := doubled(t, d, dir, fynetheme.VariantLight)
	h.untilSaid("Same contents")
	h.untilSaid("Looking at scan 12.png: 40 of 120")
	h.window.Fyne().Canvas().Focus(find(h, "list", func(l *widgets.List) bool { return l.Visible() }))
	h.key(fyne.KeySpace)
	h.mustSay("Tick the files to put aside.")
	close(d.doublesGate)
	h.untilSaid("Same text, another scan")
	h.mustSay("Tick the files to put aside.")

	d.change(func(d *backend) { d.doublesGate = make(chan struct{}) })
	h.press("Another folder…")
	h.untilSaid("1 folder, 0 files here")
	h.press("Read this folder")
	h.untilSaid("Looking at scan 12.png: 40 of 120")
	h.press("Cancel")
	h.untilSaid("Stopped. Not all files were compared.")
}

func TestDuplicatesMatchTheirPictures(t *testing.T) {
	second := func(h *fixture) {
		h.window.Fyne().Canvas().Focus(find(h, "list", func(l *widgets.List) bool { return l.Visible() }))
		h.key(fyne.KeyDown)
	}
	for _, row := range []struct {
		name  string
		v     fyne.ThemeVariant
		size  fyne.Size
		speak string
		reach func(*fixture)
	}{
		{"duplicates-light", fynetheme.VariantLight, wide, "", second},
		{"duplicates-dark-narrow", fynetheme.VariantDark, narrow, "", func(*fixture) {}},
		{"duplicates-german", fynetheme.VariantLight, narrow, "de", second},
	} {
		t.Run(row.name, func(t *testing.T) {
			if row.speak != "" {
				t.Cleanup(locale.Load)
				t.Setenv(locale.Variable, row.speak)
				locale.Load()
			}
			d, dir := withDuplicates(t)
			h := doubled(t, d, dir, row.v)
			h.window.Fyne().Resize(row.size)
			h.untilSaid(locale.N("{{.N}} document read", "{{.N}} documents read", 7))
			row.reach(h)
			h.until("the pages", func() bool {
				return !h.says(locale.L("Opening the page…"))
			})
			h.drain()
			mustLookLike(t, row.name+".png", h.picture(row.size))
		})
	}
}

// Putting files aside while documents are read does not end the search.
func TestTheSearchContinuesAfterFilesWerePutAside(t *testing.T) {
	d, dir := withDuplicates(t)
	d.doublesGate = make(chan struct{})
	h := doubled(t, d, dir, fynetheme.VariantLight)
	h.untilSaid("Looking at scan 12.png: 40 of 120")
	h.press("Put aside 1 file")
	h.untilSaid("1 file was moved into Duplicates.")
	close(d.doublesGate)
	h.untilSaid("Same text, another scan")
	h.mustSay("1 file was moved into Duplicates.", "[Undo]")
}
