package ui_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/widgets"
)

const before = "DSC_1187.jpg, IMG_3310.jpg, IMG_3312.jpg, blank.png, contract_neu.pdf, document(7).pdf, scan 12.png, scan 14.png"

// reviewing returns a window with the plan of the eight receipts.
func reviewing(t *testing.T) (h *fixture, dir string) {
	t.Helper()
	dir = receiptsFolder(t)
	h = light(t, receipts())
	h.window.Drop([]string{dir})
	h.untilSaid("8 files read")
	h.until("the pages", h.drawn)
	return h, dir
}

func TestFilesAreCountedBeforeTheFirstIsRead(t *testing.T) {
	d := receipts()
	d.looking = make(chan struct{})
	h := light(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("Looking for files: 12,000 so far")
	h.mustSay("[Cancel]")
	close(d.looking)
	h.untilSaid("8 files read")
}

func TestADropIsReadReviewedRenamedAndUndone(t *testing.T) {
	h, dir := reviewing(t)
	h.mustSay("Receipts 2026", "6 ready", "1 to check", "1 staying as is",
		"6 files get new names in this folder. Nothing is deleted or overwritten.",
		"<Nothing in it can be read.>", "no change")
	if names(t, dir) != before {
		t.Fatalf("a review changed the folder: %s", names(t, dir))
	}

	h.press("Rename 6 files")
	h.untilSaid("6 files renamed")
	h.mustSay("8 files before, 8 after, no contents changed", "2 files kept their names.")
	if got := names(t, dir); !strings.Contains(got, "2026-05-12 Alder & Finch Invoice AF-7731.png") || strings.Contains(got, "scan 12.png") {
		t.Fatalf("the folder after it: %s", got)
	}
	h.press("Show files")
	if len(h.opened) != 1 || h.opened[0] != dir {
		t.Errorf("Show files opened %q, want %s", h.opened, dir)
	}

	h.press("Undo")
	h.mustSay("Undo 6 renames? Any edits you've made inside the files are kept.")
	if names(t, dir) == before {
		t.Fatal("undone before it was approved")
	}
	h.press("Undo 6 files")
	h.untilSaid("6 files have their old names back.")
	if names(t, dir) != before {
		t.Errorf("after the undo: %s", names(t, dir))
	}
	if !h.button("Undo").Disabled() {
		t.Error("an undone batch can be undone again")
	}
}

func TestOneDropMayHoldFilesAndFolders(t *testing.T) {
	h := light(t, receipts())
	h.window.Drop([]string{
		filepath.Join(folder(t, "A", "scan 12.png"), "scan 12.png"),
		folder(t, "B", "scan 14.png", "blank.png"),
	})
	h.untilSaid("3 files read")
	h.mustSay("scan 12.png and 1 more", "1 file gets a new name in this folder.", "[Rename 1 file]")
}

func TestPathsOfTheCommandLineAreDroppedOnTheWindow(t *testing.T) {
	h := light(t, receipts(), receiptsFolder(t))
	h.untilSaid("8 files read")
}

func TestReadingShowsProgressAndCanBeCancelled(t *testing.T) {
	d := receipts()
	d.gate = make(chan struct{}, 3)
	for range 3 {
		d.gate <- struct{}{}
	}
	h := light(t, d)
	dir := receiptsFolder(t)
	h.window.Drop([]string{dir})
	h.mustSay("Reading Receipts 2026", "Nothing changes yet. You'll review every name first.")
	h.untilSaid("3 of 8")
	h.mustSay("blank.png")
	h.press("Cancel")
	h.untilSaid("What would you like to tidy?")
	h.mustNotSay("Couldn't read")
}

func TestResultsAppearWhileReadingAndReadingCanBePaused(t *testing.T) {
	d := receipts()
	d.gate = make(chan struct{}, 16)
	for range 4 {
		d.gate <- struct{}{}
	}
	h := light(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("4 of 8")
	h.until("the results", func() bool { return h.says("contract_neu.pdf") && h.says("<Staying as is>") })
	h.mustSay("Results so far", "2025-10-18 Kaufhalle Süd Receipt 12.60.jpg", "<Staying as is>", "<Ready>")
	h.mustNotSay("Try on 10 first")
	h.press("Pause")
	h.untilSaid("[Resume]")
	h.mustSay("Paused: Receipts 2026", "4 of 8", "2025-10-18 Kaufhalle Süd Receipt 12.60.jpg",
		"What has been read is kept, even if you close Deskhand. Resume whenever you like.")
	h.window.Drop([]string{folder(t, "Other", "scan 12.png")})
	h.mustSay("Other will be read next and added to this plan.")
	for range 9 {
		d.gate <- struct{}{}
	}
	h.key(fyne.KeyReturn)
	h.untilSaid("9 files read")
	h.mustSay("Receipts 2026 and 1 more")
}

func TestAFewFilesCanBeTriedFirst(t *testing.T) {
	d := receipts()
	d.gate = make(chan struct{}, 64)
	var files []string
	for i := range 24 {
		files = append(files, fmt.Sprintf("scan %02d.png", i))
	}
	h := light(t, d)
	h.window.Drop([]string{folder(t, "Many", files...)})
	h.untilSaid("0 of 24")
	h.press("Try on 10 first")
	for range 24 {
		d.gate <- struct{}{}
	}
	h.untilSaid("10 files read")
	h.press("Read the other 14 files")
	h.untilSaid("24 files read")
	h.mustNotSay("Read the other")
}

func TestAFinishedReadingIsMarkedOnTheRail(t *testing.T) {
	d := receipts()
	d.gate = make(chan struct{}, 8)
	h := light(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.rail("Activity")
	home := find(h, "Home on the rail", func(i *widgets.RailItem) bool { return i.Label() == "Home" })
	for range 8 {
		d.gate <- struct{}{}
	}
	h.until("the mark", home.Marked)
	h.rail("Home")
	h.mustSay("8 files read")
	if home.Marked() {
		t.Error("the mark stays after the visit")
	}
}

func TestADropWhileReadingIsReadNextAndJoins(t *testing.T) {
	d := receipts()
	d.gate = make(chan struct{}, 16)
	h := light(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("0 of 8")
	h.window.Drop([]string{folder(t, "Other", "scan 12.png")})
	h.window.Drop([]string{folder(t, "Third", "scan 14.png")})
	h.mustSay("Other and 1 more will be read next and added to this plan.")
	for range 10 {
		d.gate <- struct{}{}
	}
	h.untilSaid("10 files read")
	h.mustSay("Receipts 2026 and 2 more")
}

func TestRenamingCanBeCancelledBetweenTwoFiles(t *testing.T) {
	h, dir := reviewing(t)
	gate := make(chan struct{}, 2)
	gate <- struct{}{}
	gate <- struct{}{}
	h.backend.change(func(d *backend) { d.gate = gate })
	h.press("Rename 6 files")
	h.untilSaid("2 of 6")
	h.window.Drop([]string{folder(t, "Other", "scan 14.png")})
	h.mustSay("Renaming 6 files", "Files are being renamed. Other can be read when that's done.")
	h.press("Cancel")
	h.untilSaid("Stopped after 2 of 6 files")
	h.mustSay("Every file is there: 2 have a new name, 4 have the old one.", "Other was dropped while files were being renamed.", "[Read it now]")
	h.press("Undo")
	h.press("Undo 2 files")
	h.untilSaid("2 files have their old names back.")
	if names(t, dir) != before {
		t.Errorf("after it: %s", names(t, dir))
	}
}

func TestAFileThatCouldNotBeRenamedIsListedWithItsReason(t *testing.T) {
	h, dir := reviewing(t)
	if err := os.Remove(filepath.Join(dir, "scan 12.png")); err != nil {
		t.Fatal(err)
	}
	h.backend.change(func(d *backend) {
		d.refuses = map[string]chat.Code{"IMG_3312.jpg": chat.CodeDiskFull, "IMG_3310.jpg": "something new"}
	})
	h.press("Rename 6 files")
	h.untilSaid("3 files renamed")
	h.mustSay("3 files couldn't be renamed.", "5 files not done",
		"scan 12.png", "It's no longer there. Check where it was moved.",
		"IMG_3312.jpg", "The disk is full. Free some space, then try again.",
		"IMG_3310.jpg", "The odd disk said no.")
	if h.button("Undo").Disabled() {
		t.Error("the renames cannot be undone")
	}
	h.press("Open folder") // that no longer exists
	h.until("the folder", func() bool { return slices.Contains(h.opened, dir) })
	h.press("Review…")
	h.untilSaid("1 file read")
	h.mustSay("scan 14.png", "Is this 5 December 2026 or 12 May 2026?")
}

func TestNoUndoIsOfferedIfNothingWasRenamed(t *testing.T) {
	h, _ := reviewing(t)
	h.backend.change(func(d *backend) {
		d.refuses = map[string]chat.Code{}
		for _, name := range strings.Split(before, ", ") {
			d.refuses[name] = chat.CodeReadOnly
		}
	})
	h.press("Rename 6 files")
	h.untilSaid("Nothing was renamed")
	h.mustSay("8 files not done", "Its folder or disk is read-only. Allow changes there, or choose another folder.")
	h.mustNotSay("Undo brings the old names back")
	h.press("Retry all 6")
	h.untilSaid("6 files read")
	h.press("Rename 6 files")
	h.untilSaid("Nothing was renamed")
	if !h.button("Undo").Disabled() {
		t.Error("an undo is offered for nothing")
	}
}

func TestErrorsAreShownWhereTheyMatter(t *testing.T) {
	for _, row := range []struct {
		name, call string
		err        error
		do         func(h *fixture)
		want       string
	}{
		{
			"reading, by its cause", "Propose", failed(chat.ErrPermissionDenied, chat.CodePermission, "/x/Taxes"),
			func(*fixture) {}, "Taxes: You don't have permission.",
		},
		{
			"reading, in ours", "Propose", errors.New("rpc: code = 7"),
			func(*fixture) {}, "Couldn't read the files. Nothing was changed; try again, or with fewer files.",
		},
		{
			"renaming", "Apply", errors.New("lstat /x: EIO"),
			func(h *fixture) { h.press("Rename 6 files") }, "Couldn't rename the files. They all kept their names; read them again and retry.",
		},
		{
			"undoing", "Undo", errors.New("EIO"),
			func(h *fixture) {
				h.press("Rename 6 files")
				h.untilSaid("6 files renamed")
				h.press("Undo")
				h.press("Undo 6 files")
			}, "Couldn't restore the old names. Every file is still there; see Activity.",
		},
		{
			"showing what was done", "History", errors.New("EIO"),
			func(h *fixture) { h.rail("Activity") }, "Couldn't load this. Your files are untouched",
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			d := receipts()
			d.fail[row.call] = row.err
			h := light(t, d)
			h.window.Drop([]string{receiptsFolder(t)})
			if row.call != "Propose" {
				h.untilSaid("8 files read")
			}
			row.do(h)
			h.untilSaid(row.want)
			h.mustNotSay("internal:", "rpc", "EIO", "lstat")
		})
	}
}

func TestAnOutdatedPlanIsCheckedAgain(t *testing.T) {
	h, dir := reviewing(t)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var gone string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "scan 12") {
			gone = filepath.Join(dir, e.Name())
		}
	}
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	h.backend.change(func(d *backend) { d.fail["Apply"] = &app.WorldChanged{} })
	h.press("Rename 6 files")
	h.untilSaid("A file changed or disappeared after the plan was made, so nothing was renamed.")
	h.untilSaid("Rename 5 files")
	h.backend.change(func(d *backend) { delete(d.fail, "Apply") })
	h.press("Rename 5 files")
	h.untilSaid("5 files renamed")
}

func TestFilesInSubfoldersAreCountedAndCanBeIncluded(t *testing.T) {
	nested := func(t *testing.T, names ...string) string {
		dir := folder(t, "Family", names...)
		if err := os.MkdirAll(filepath.Join(dir, "2025", "spring"), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"2025/scan 12.png", "2025/spring/IMG_3310.jpg"} {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	t.Run("next to files", func(t *testing.T) {
		h := light(t, receipts())
		h.window.Drop([]string{nested(t, "scan 14.png")})
		h.untilSaid("1 file read")
		h.correct("From", "Mine")
		h.untilSaid("2026-05-12 Mine Receipt 18.95.png")
		h.press("Include 2 files in subfolders")
		h.untilSaid("3 files read")
		h.mustSay("2026-05-12 Mine Receipt 18.95.png", "2025/spring/IMG_3310.jpg")
		h.mustNotSay("in subfolders")
	})
	t.Run("alone", func(t *testing.T) {
		h := light(t, receipts())
		h.window.Drop([]string{nested(t)})
		h.untilSaid("Family has no files of its own.")
		h.press("Include 2 files in subfolders")
		h.untilSaid("2 files read")
	})
	t.Run("added to a plan", func(t *testing.T) {
		h, _ := reviewing(t)
		h.window.Drop([]string{nested(t)})
		h.press("Add to this plan")
		h.untilSaid("Family has no files of its own.")
		h.press("Include 2 files in subfolders")
		h.untilSaid("10 files read")
	})
	t.Run("the switch is remembered", func(t *testing.T) {
		h := light(t, receipts())
		test.Tap(find(h, "the switch", func(c *widgets.Check) bool { return c.Text() == "Include subfolders" }))
		h.until("it is kept", h.backend.Subfolders)
		h.window.Drop([]string{nested(t)})
		h.untilSaid("2 files read")
	})
}

func TestAnEmptyFolderIsReported(t *testing.T) {
	h := light(t, receipts())
	h.window.Drop([]string{folder(t, "Empty")})
	h.untilSaid("Nothing to rename in Empty.")
	h.mustSay("What would you like to tidy?")
}

func TestReadingWarningsAreShownAboveThePlan(t *testing.T) {
	d := receipts()
	d.warn = []event.Body{event.Warning{Warning: chat.Warning{Text: "fake.png is not a picture, so it no change."}}, event.Warning{Warning: chat.Warning{Text: "Another."}}}
	h := light(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("fake.png is not a picture, so it no change. And 1 more like this")
	h.press("OK")
	h.mustNotSay("fake.png")
}

func TestAModelFallbackIsShownAboveThePlanOnce(t *testing.T) {
	d := receipts()
	d.warn = []event.Body{event.ModelChanged{From: "qwen3:8b", To: "llama3.2:3b", Why: "HTTP 500, 4 tries"}, event.ModelChanged{From: "llama3.2:3b", To: "rules", Why: "HTTP 500"}}
	h := light(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("qwen3:8b → llama3.2:3b: HTTP 500, 4 tries")
	h.mustNotSay("more like this")
}

func TestHomeShowsTheLastBatchAndTheRecentFolders(t *testing.T) {
	h, dir := reviewing(t)
	h.press("Rename 6 files")
	h.untilSaid("6 files renamed")
	h.backend.change(func(d *backend) { d.folders = []app.Folder{{Path: dir, Files: 1318}} })
	h.press("Done")
	h.untilSaid("6 files renamed in Receipts 2026")
	h.until("the folders", func() bool {
		for _, o := range h.all() {
			if l, ok := o.(*widgets.Line); ok && l.Text() == "Receipts 2026" {
				return true
			}
		}
		return false
	})
	h.mustSay("Today 14:02 · 8 files before, 8 after, no contents changed", "1,318 files")
	h.press("Undo")
	h.press("Undo 6 files")
	h.untilSaid("6 files have their old names back.")
	h.untilSaid("all names restored")
	test.Tap(find(h, "recent folder", func(l *widgets.Line) bool { return l.Text() == "Receipts 2026" }))
	h.untilSaid("8 files read")
}

func TestAFirstUserCanTrySampleFiles(t *testing.T) {
	d := receipts()
	d.sample, d.fail["Sample"] = receiptsFolder(t), fs.ErrPermission
	h := light(t, d)
	h.untilSaid("Nothing yet. Your last batch will appear here")
	h.press("Try it with sample files")
	h.untilSaid("Couldn't write the sample files to " + d.sample)
	d.change(func(d *backend) { d.fail["Sample"] = nil })
	h.press("Try it with sample files")
	h.untilSaid("8 files read")
}

func TestFilesCanGoIntoAFolder(t *testing.T) {
	home := folder(t, "person")
	t.Setenv("HOME", home)
	if err := os.MkdirAll(filepath.Join(home, "Archive"), 0o755); err != nil {
		t.Fatal(err)
	}
	h := light(t, receipts())
	h.press("Keep them where they are")
	h.pick(2)
	h.untilSaid("1 folder, 0 files here")
	h.key("Return") // into Archive
	h.untilSaid("[Move them to Archive]")
	h.press("Move them to Archive")
	h.mustSay("[Move them to Archive]")
	dir := receiptsFolder(t)
	h.window.Drop([]string{dir})
	h.untilSaid("8 files read")
	h.mustSay("6 files go to Archive. Nothing is deleted or overwritten.", "scan 12.png  →  Archive")
	h.press("Move 6 files")
	h.untilSaid("6 files moved")
	h.press("Undo")
	h.mustSay("Undo 6 moves?")
	h.press("Undo 6 files")
	h.untilSaid("6 files are back where they were.")
	if names(t, dir) != before {
		t.Errorf("after it: %s", names(t, dir))
	}
}

func TestFilesCanBeNamedLikeThoseInAFolder(t *testing.T) {
	home := folder(t, "person")
	t.Setenv("HOME", home)
	if err := os.MkdirAll(filepath.Join(home, "Last year"), 0o755); err != nil {
		t.Fatal(err)
	}
	d := receipts()
	h := light(t, d)
	h.press("2026-05-12 Alder & Finch Invoice AF-7731.pdf")
	h.pick(len(d.Patterns()) + 1)
	h.untilSaid("1 folder, 0 files here")
	h.mustSay("Only the names in this folder are read. Nothing in it changes.")
	h.key("Return") // into Last year
	h.untilSaid("[Names like in Last year]")
	h.press("Names like in Last year")
	h.mustSay("[Like in Last year]")
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("8 files read")
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.plans) != 1 {
		t.Errorf("%d plans", len(d.plans))
	}
	for _, p := range d.plans {
		if p.Like != filepath.Join(home, "Last year") || p.Template != "" {
			t.Errorf("asked for names like %q, by %q", p.Like, p.Template)
		}
	}
}

func TestAnotherPatternCanBeChosen(t *testing.T) {
	h, _ := reviewing(t)
	h.press("Names like…")
	h.pick(2)
	h.untilSaid("Invoice 2026-05-12 Alder & Finch Invoice AF-7731.png")
}

func TestClosingTheWindowEndsItsWork(t *testing.T) {
	d := receipts()
	d.gate = make(chan struct{})
	h := light(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("0 of 8")
	h.close() // the gate never opens: this returns because the reading was cancelled
	h.drain() // and its result does not reach the closed window
}
