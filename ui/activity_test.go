package ui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui"
)

// busyPast returns a backend with batches in every state.
func busyPast() *backend {
	d := receipts()
	day := 24 * time.Hour
	var moves []app.Move
	for i := range 100 {
		moves = append(moves, app.Move{
			From: fmt.Sprintf("/x/Downloads/IMG_%d.jpg", i), To: fmt.Sprintf("/x/Downloads/2026-05-12 Shop %d.jpg", i),
		})
	}
	moves[1].Code = chat.CodeEdited
	sorted := []app.Move{{From: "/x/Desktop/a.txt", To: "/x/Desktop/Notes/a.txt"}}
	d.batches = []app.Batch{
		{ID: "cut", When: d.now, Done: 37, Of: 212, State: plan.BatchInterrupted, Folder: "/x/Downloads"},
		{
			ID: "done", When: d.now.Add(-day), Done: 212, Of: 212, State: plan.BatchDone, Folder: "/x/Downloads", Moves: moves,
			Receipt: &plan.Receipt{FilesIn: 212, FilesOut: 212},
		},
		{ID: "stopped", When: d.now.Add(-3 * day), Done: 1, Of: 4, State: plan.BatchStopped, Folder: "/x/Desktop", Moves: sorted},
		{ID: "undone", When: d.now.Add(-400 * day), Done: 9, Of: 9, State: plan.BatchUndone, Folder: "/x/Desktop", Moves: moves[:3]},
	}
	return d
}

func remembering(t *testing.T) *fixture {
	t.Helper()
	h := light(t, busyPast())
	h.rail("Activity")
	h.untilSaid("stopped after 37 of 212 files")
	return h
}

func TestActivityListsBatchesNewestFirst(t *testing.T) {
	h := remembering(t)
	all := strings.Join(h.words(), "\n")
	var last int
	for _, words := range []string{
		"Downloads: stopped after 37 of 212 files",
		"Today 14:02 · every file is there: 37 have a new name, 175 have the old one", "[Roll back the 37]",
		"212 files renamed in Downloads", "Yesterday 14:02 · 212 files before, 212 after, no contents changed",
		"IMG_1.jpg", "2026-05-12 Shop 1.jpg", "<edited since>", "[209 more]",
		"Desktop: stopped after 1 of 4 files", "9 May 14:02", "Notes/a.txt",
		"9 files renamed in Desktop", "7 April 2025 14:02 · all names restored", "<undone>",
	} {
		at := strings.Index(all, words)
		if at < last {
			t.Errorf("%q is not where it belongs in\n%s", words, all)
		}
		last = max(at, last)
	}
}

func TestAfterACrashDuringUndoActivitySaysWhereTheFilesAre(t *testing.T) {
	d := receipts()
	d.batches = []app.Batch{
		{ID: "cut", When: d.now, Done: 5000, Of: 5000, Undone: 1200, State: plan.BatchInterrupted, Folder: "/x/Downloads"},
		{ID: "lost", When: d.now, Done: 7, Of: 9, Lost: 1, State: plan.BatchInterrupted, Folder: "/x/Desktop"},
	}
	h := light(t, d)
	told := []string{
		"Downloads: undo stopped after 1,200 of 5,000 files",
		"Today 14:02 · every file is there: 3,800 have a new name, 1,200 have the old one", "[Roll back the 3,800]",
	}
	h.untilSaid(told[0])
	h.mustSay(told...)
	h.mustNotSay("Finish the other")
	h.rail("Activity")
	h.untilSaid(told[0])
	h.mustSay(told...)
	h.mustSay("7 have a new name, 1 has the old one, and 1 is at neither place: another program was at work", "[Finish the other 1]")
}

func TestABatchWithADamagedRecordIsReportedAndCanBeUndone(t *testing.T) {
	d := busyPast()
	d.batches = []app.Batch{{ID: "damaged", When: d.now, Done: 3, Of: 4, State: plan.BatchDamaged, Folder: "/x/Desktop"}}
	h := light(t, d)
	h.rail("Activity")
	h.untilSaid("its record is damaged: Undo restores what can be found and lists what can't")
	h.mustSay("[Undo]")
}

func TestHomeOffersToFinishOrRollBackAfterACrash(t *testing.T) {
	h := light(t, busyPast())
	h.untilSaid("Downloads: stopped after 37 of 212 files")
	h.mustSay("[Finish the other 175]", "[Roll back the 37]")
	h.mustNotSay("Nothing yet")
	h.press("Roll back the 37")
	h.mustSay("Undo 37 renames?", "[Undo 37 files]")
}

func TestHomeSaysNothingOfThePastUntilItIsKnown(t *testing.T) {
	d := busyPast()
	d.fail["History"] = failed(chat.ErrExecution, "", "")
	h := light(t, d)
	h.mustNotSay("Nothing yet")
	h.untilSaid("Couldn't load this.")
	h.mustNotSay("Nothing yet")
}

func TestHomeAsksAgainUntilTheServersAreUp(t *testing.T) {
	d := busyPast()
	d.starting = 2
	h := light(t, d)
	h.untilSaid("Downloads: stopped after 37 of 212 files")
	h.mustNotSay("Couldn't load")
}

func TestMoreOfABatchIsShownOnRequest(t *testing.T) {
	h := remembering(t)
	h.mustNotSay("IMG_99.jpg")
	h.press("209 more")
	h.mustSay("IMG_99.jpg", "and 112 more, not listed here")
}

func TestAnInterruptedBatchIsFinishedOnRequest(t *testing.T) {
	h := remembering(t)
	h.press("Finish the other 175")
	h.until("it is shown as done", func() bool {
		all := strings.Join(h.words(), "\n")
		return strings.Contains(all, "212 files before, 212 after, no contents changed.") &&
			!strings.Contains(all, "stopped after 37 of 212 files") && !strings.Contains(all, "Roll back")
	})
}

func TestUndoSaysWhichFilesStay(t *testing.T) {
	h := remembering(t)
	h.press("Roll back the 37") // none of its files exists
	h.mustSay("Undo 37 renames?")
	h.press("Cancel")
	h.mustNotSay("Undo 37 renames")
	test.Tap(h.button("Undo"))
	h.press("Undo 212 files")
	h.untilSaid("0 files have their old names back. 2026-05-12 Shop 0.jpg wasn't restored: no longer there. 99 others weren't either.")
}

func TestOneFileOfABatchCanBeUndone(t *testing.T) {
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	d := receipts()
	b := app.Batch{ID: "two", When: d.now, Done: 2, Of: 2, State: plan.BatchDone, Folder: folder, Receipt: &plan.Receipt{FilesIn: 2, FilesOut: 2, Moved: 2}}
	for i, name := range []string{"Letter.txt", "Invoice.txt"} {
		if err := os.WriteFile(in(name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		b.Moves = append(b.Moves, app.Move{From: in(fmt.Sprintf("scan %d.txt", i)), To: in(name)})
	}
	d.batches = []app.Batch{b}
	h := light(t, d)
	h.rail("Activity")
	h.untilSaid("scan 1.txt")
	test.Tap(h.button("Undo this")) // the first of the two
	h.untilSaid("1 file has its old name back.")
	h.until("the row without an undo", func() bool {
		all := strings.Join(h.words(), "\n")
		return strings.Contains(all, "<undone>") && strings.Count(all, "[Undo this]") == 1
	})
	for name, want := range map[string]bool{"scan 0.txt": true, "Letter.txt": false, "Invoice.txt": true} {
		if _, err := os.Lstat(in(name)); (err == nil) != want {
			t.Errorf("%s is there: %v", name, !want)
		}
	}
	test.Tap(h.button("Undo"))
	h.mustSay("Undo 1 rename?")
}

func TestEmptyActivityExplainsItself(t *testing.T) {
	h := light(t, receipts())
	h.rail("Activity")
	h.untilSaid("Nothing has been changed yet")
}

func TestOlderBatchesAreShownOnRequest(t *testing.T) {
	d := receipts()
	for i := range 60 {
		d.batches = append(d.batches, app.Batch{
			ID: fmt.Sprint(i), When: d.now.Add(-time.Duration(i) * time.Hour), Done: 1, Of: 1, State: plan.BatchDone, Folder: fmt.Sprintf("/x/Folder %d", i),
		})
	}
	h := light(t, d)
	h.rail("Activity")
	h.untilSaid("Folder 24")
	h.mustNotSay("Folder 25")
	h.press("Show older")
	h.mustSay("Folder 49")
	h.mustNotSay("Folder 50")
	h.press("Show older")
	h.mustSay("Folder 59")
	h.mustNotSay("[Show older]")
}

func TestTheFooterShowsTheStatus(t *testing.T) {
	for _, row := range []struct {
		status app.Status
		want   []string
	}{
		{app.Status{Languages: []string{"eng", "deu"}}, []string{"Basic mode: no model yet", "[Get better names with a local model ›]", "Reads English, German", "Nothing leaves this computer"}},
		{app.Status{Model: "qwen3:8b"}, []string{"qwen3:8b · on this computer", "Nothing leaves this computer"}},
		{app.Status{Model: "qwen3:8b", Away: []string{"weather"}}, []string{"qwen3:8b · on this computer", "weather can reach the network"}},
		{app.Status{Model: "glm", Away: []string{"weather", "glm"}}, []string{"glm · not on this computer", "weather and 1 more can reach the network"}},
		{app.Status{Trouble: app.Trouble{Code: app.TroubleNoReader, Text: "Install tesseract-ocr."}}, []string{"Pictures and scans can't be read. Install tesseract-ocr."}},
	} {
		d := receipts()
		d.status = row.status
		h := light(t, d)
		h.untilSaid(row.want[0])
		h.mustSay(row.want...)
		if promises := h.says("Nothing leaves"); promises != (len(row.status.Away) == 0) {
			t.Errorf("with %v away it promises %v", row.status.Away, promises)
		}
	}
}

func TestInBasicModeTheFooterLeadsToModels(t *testing.T) {
	d := bare()
	h := light(t, d)
	h.untilSaid("Get better names with a local model")
	mustReach(t, h.reached(), "Get better names with a local model ›")
	h.press("Get better names with a local model ›")
	h.untilSaid("[Get and use qwen3:8b · 5.2 GB]")
	d.change(func(d *backend) { d.status.Model = "qwen3:8b" })
	h.rail("Home")
	h.untilSaid("qwen3:8b · on this computer")
	h.mustNotSay("Get better names")
}

func TestAFailureAtStartIsShownInAWindow(t *testing.T) {
	a := test.NewTempApp(t)
	win := ui.ShowFailure(a, "Deskhand is already running. Look for its window.")
	var words []string
	for _, o := range seen(win.Canvas().Content()) {
		words = append(words, wordsOf(o)...)
	}
	all := strings.Join(words, "\n")
	for _, want := range []string{"Deskhand can't start", "Deskhand is already running. Look for its window.", "None of your files were touched.", "[Close]"} {
		if !strings.Contains(all, want) {
			t.Errorf("the window does not say %q but\n%s", want, all)
		}
	}
}
