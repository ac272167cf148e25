package ui_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/widgets"
)

// editName edits the name in the focused row.
func (h *fixture) editName(of, typed string) {
	h.t.Helper()
	h.chip(of).Tapped(nil)
	h.window.Fyne().Canvas().Focus(h.list())
	h.key(fyne.KeyF2)
	h.typing(typed) // replaces the old name, which is selected
}

func TestANameIsEditedInPlaceAndKeepsItsExtension(t *testing.T) {
	for typed, want := range map[string]string{
		"Boiler":                 "Boiler.png",
		"Boiler.png":             "Boiler.png",
		"Boiler.PNG":             "Boiler.png",
		"Boiler v1.2":            "Boiler v1.2.png",
		"  Boiler  ":             "Boiler.png",
		"領収書 2026":               "領収書 2026.png",
		"Boiler.pdf":             "Boiler.pdf.png",
		strings.Repeat("x", 300): strings.Repeat("x", 300) + ".png",
	} {
		t.Run(typed[:min(12, len(typed))], func(t *testing.T) {
			h, _ := reviewing(t)
			h.editName("12 May 2026", typed)
			h.key(fyne.KeyReturn)
			h.until("the check", func() bool { return !h.button("Save plan…").Disabled() })
			h.mustSay("\n" + want + "\n")
			if h.window.Fyne().Canvas().Focused() != fyne.Focusable(h.list()) {
				t.Error("the list did not get the focus back")
			}
		})
	}
}

func TestLeavingANameKeepsItAndEscapeRevertsIt(t *testing.T) {
	h, dir := reviewing(t)
	h.editName("12 May 2026", "Given up")
	h.key(fyne.KeyEscape)
	h.mustNotSay("Given up")
	h.editName("12 May 2026", "Taken")
	h.window.Fyne().Canvas().Unfocus() // as by a click elsewhere
	h.mustSay("Taken.png")
	h.press("Rename 6 files")
	h.untilSaid("6 files renamed")
	if !strings.Contains(names(t, dir), "Taken.png") {
		t.Errorf("the folder has %s", names(t, dir))
	}
}

func TestAFileThatKeptItsNameCanBeNamed(t *testing.T) {
	h, _ := reviewing(t)
	h.editName("Nothing in it can be read.", "Blank page")
	h.key(fyne.KeyReturn)
	h.untilSaid("7 ready")
	h.mustSay("Blank page.png", "[Rename 7 files]")
}

func TestApprovalIsForThePlanAsShown(t *testing.T) {
	t.Run("during a check it counts if the check agrees", func(t *testing.T) {
		h, dir := reviewing(t)
		gate := make(chan struct{}, 8)
		h.backend.change(func(d *backend) { d.gate = gate })
		h.editName("12 May 2026", "Agreed")
		h.key(fyne.KeyReturn)
		h.press("Rename 6 files")
		h.drain()
		if names(t, dir) != before {
			t.Fatal("renamed before the edit was checked")
		}
		close(gate)
		h.untilSaid("6 files renamed")
		if !strings.Contains(names(t, dir), "Agreed.png") {
			t.Errorf("the folder has %s", names(t, dir))
		}
	})
	t.Run("and must be repeated if the check changes the plan", func(t *testing.T) {
		h, dir := reviewing(t)
		gate := make(chan struct{})
		h.backend.change(func(d *backend) { d.gate = gate })
		h.editName("12 May 2026", "taken")
		h.key(fyne.KeyReturn)
		h.press("Rename 6 files")
		close(gate)
		h.untilSaid("The plan changed after your edit. Please check it again.")
		h.mustSay("taken (2).png")
		if names(t, dir) != before {
			t.Fatalf("renamed without approval: %s", names(t, dir))
		}
	})
}

func TestOnlyTickedFilesAreRenamed(t *testing.T) {
	h, _ := reviewing(t)
	h.chip("12 May 2026").Tapped(nil)
	h.window.Fyne().Canvas().Focus(h.list())
	h.key(fyne.KeySpace)
	h.mustSay("[Rename 5 files]")
	h.until("the check", func() bool { return !h.button("Save plan…").Disabled() })
	h.mustSay("5 ready")
	h.key(fyne.KeySpace)
	h.untilSaid("6 ready")
	test.Tap(find(h, "tick that is off", func(k *widgets.Tick) bool { return !k.On() })) // the blank page: it has no new name
	h.drain()
	h.mustSay("6 ready")
}

func TestAnEditThatCannotBeCheckedIsReverted(t *testing.T) {
	h, _ := reviewing(t)
	h.backend.change(func(d *backend) {
		d.fail["Revise"] = failed(chat.ErrInvalidArgs, chat.CodeNameTooLong, "/x/12 May 2026.png")
	})
	h.editName("12 May 2026", "..")
	h.key(fyne.KeyReturn)
	h.untilSaid("12 May 2026.png: Its new name is too long for this disk. Choose a shorter one.")
	h.mustSay("2026-05-12 Alder & Finch Invoice AF-7731.png", "6 ready")
	h.backend.change(func(d *backend) { d.fail["Revise"] = errors.New("EOF") })
	h.key(fyne.KeySpace)
	h.untilSaid("Couldn't check that edit, so it was reverted. Try again.")
	h.mustSay("6 ready")
}

func TestAChipShowsItsPlaceOnThePage(t *testing.T) {
	h, _ := reviewing(t)
	chosen := func() (places []widgets.Mark) {
		for _, m := range h.page().Marks() {
			if m.Chosen {
				places = append(places, m)
			}
		}
		return places
	}
	h.chip("12 May 2026").Tapped(nil)
	h.until("the page", func() bool { return len(chosen()) == 1 })
	if m := chosen()[0]; m.X != 0.30 || m.Y != 0.20 {
		t.Errorf("the mark is at %v, %v", m.X, m.Y)
	}
	if n := len(h.page().Marks()); n != 4 {
		t.Errorf("%d places are marked, want 4", n)
	}
	h.mustSay("Date: 2026-05-12 · “12 May 2026”, page 1", "Read page 1 of 1 (OCR, 96% confidence).")
	h.window.Fyne().Canvas().Focus(h.field("From").Entry())
	if m := chosen(); len(m) != 1 || m[0].Y != 0.05 {
		t.Errorf("by keyboard the mark is at %v", m)
	}
}

func TestAnUncertainFieldIsAmberAndSaysWhy(t *testing.T) {
	h, _ := reviewing(t)
	if m := h.chip("05/12/2026").Mood(); m != widgets.Uncertain {
		t.Errorf("the uncertain date has mood %v", m)
	}
	if m := h.chip("12 May 2026").Mood(); m != widgets.Sure {
		t.Errorf("the sure date has mood %v", m)
	}
	h.chip("05/12/2026").Tapped(nil)
	h.mustSay("Is this 5 December 2026 or 12 May 2026?", "[5 Dec 2026]", "[12 May 2026]")
}

func TestAFileThatCannotBeShownSaysWhy(t *testing.T) {
	h, _ := reviewing(t)
	h.chip("Nothing in it can be read.").Tapped(nil)
	h.until("the page", h.drawn)
	if words := h.page().Words(); words != "There's no preview of this file." {
		t.Errorf("the page says %q", words)
	}
	h.mustSay("Nothing in it can be read.", "From:  · ")
}

func TestFiltersAndSearchNarrowTheList(t *testing.T) {
	h, _ := reviewing(t)
	shown := func(want ...string) {
		t.Helper()
		if n := h.list().Length(); n != len(want) {
			t.Errorf("the list shows %d files, want %d", n, len(want))
		}
		h.mustSay(want...)
	}
	h.filter("To check 1")
	shown("scan 14.png")
	h.mustSay("From: Hollow Tree Garden") // the page follows the list
	h.filter("Staying as is 1")
	shown("blank.png")
	h.filter("All 8")
	search := find(h, "search", func(e *widgets.Entry) bool { return e.PlaceHolder == "Search names" })
	search.SetText("RECEIPT")
	shown("IMG_3310.jpg", "IMG_3312.jpg", "scan 14.png")
	search.SetText("no such name")
	shown()
	h.key(fyne.KeyDown) // with nothing to move to
	h.key(fyne.KeyF2)
}

func TestAnEditedPlanIsNotDiscardedWithoutAsking(t *testing.T) {
	other := func(t *testing.T) []string { return []string{folder(t, "Other", "scan 14.png")} }
	t.Run("by a drop", func(t *testing.T) {
		h, _ := reviewing(t)
		h.editName("12 May 2026", "Mine")
		h.key(fyne.KeyReturn)
		h.window.Drop(other(t))
		h.mustSay("Add Other to this plan? If you start over, your edits will be lost.", "Mine.png")
		h.press("Cancel")
		h.mustSay("Mine.png")
		h.window.Drop(other(t))
		h.press("Add to this plan")
		h.untilSaid("9 files read")
		h.mustSay("Mine.png")
		h.shortcut(fyne.KeyZ)
		h.untilSaid("2026-05-12 Alder & Finch Invoice AF-7731.png")
		h.window.Drop(other(t))
		h.press("Start over with this")
		h.untilSaid("1 file read")
	})
	t.Run("by Escape", func(t *testing.T) {
		h, _ := reviewing(t)
		h.editName("12 May 2026", "Mine")
		h.key(fyne.KeyReturn)
		h.key(fyne.KeyEscape)
		h.mustSay("Discard this plan? Nothing has been renamed, but your edits will be lost.")
		h.press("Discard")
		h.mustSay("What would you like to tidy?")
	})
	t.Run("an unedited one neither", func(t *testing.T) {
		h, _ := reviewing(t)
		h.window.Drop(other(t))
		h.mustSay("Add Other to this plan?")
		h.key(fyne.KeyReturn) // the safe answer has the focus
		h.untilSaid("9 files read")
	})
}

func TestAPlanIsSavedWhereTheUserChooses(t *testing.T) {
	h, dir := reviewing(t)
	h.press("Save plan…")
	h.untilSaid("Save plan as")
	file := find(h, "the file's name", func(e *widgets.Entry) bool { return e.PlaceHolder == "Save plan as" })
	at := filepath.Join(dir, "plan.json")
	file.SetText(at)
	h.key(fyne.KeyReturn)
	h.untilSaid("Plan saved as " + at + ". No file has been changed.")
	if content, err := os.ReadFile(at); err != nil || len(content) == 0 {
		t.Errorf("the file has %q, %v", content, err)
	}
	h.press("OK")
	h.press("Save plan…")
	h.untilSaid("Save plan as")
	file.SetText(filepath.Join(dir, "no such folder", "plan.json"))
	h.key(fyne.KeyReturn)
	h.untilSaid("Couldn't save the plan")
}

func TestAPlanIsSavedThroughTheDesktopsChooser(t *testing.T) {
	h, dir := reviewing(t)
	h.saveAs = filepath.Join(dir, "plan.json")
	for _, name := range []string{"plan.json", "plan (2).json"} { // the second time it replaces the file
		h.press("Save plan…")
		h.untilSaid("Plan saved as " + filepath.Join(dir, name) + ".")
		h.mustNotSay("Save plan as")
		if content, err := os.ReadFile(filepath.Join(dir, name)); err != nil || len(content) == 0 {
			t.Errorf("%s has %q, %v", name, content, err)
		}
	}
}

func TestWithoutADesktopChooserAFolderIsChosenInTheWindow(t *testing.T) {
	h, _ := reviewing(t)
	h.press("Save plan…")
	h.untilSaid("Save plan as")
	h.press("Folder…")
	if h.window.Fyne().Canvas().Overlays().Top() == nil {
		t.Error("no folder can be chosen")
	}
}

func TestOnlyVisibleRowsOfTenThousandAreDrawn(t *testing.T) {
	const many = 10_000
	d := newBackend()
	like := receipts().known["scan 12.png"]
	var files []string
	for i := range many {
		name := fmt.Sprintf("IMG_%05d.jpg", i)
		files = append(files, name)
		it := like
		it.To, it.Status = fmt.Sprintf("2026-05-12 Shop %d.jpg", i), plan.StatusReady
		d.known[name] = it
	}
	h := light(t, d)
	h.window.Drop([]string{folder(t, "Many", files...)})
	h.untilSaid("10,000 files read")
	h.until("the pages", h.drawn)
	asked := func() int {
		d.mu.Lock()
		defer d.mu.Unlock()
		return d.asked
	}
	first := asked()
	if first > 20 {
		t.Errorf("%d pages were asked for to show one screen", first)
	}
	rows := 0
	for _, o := range h.all() {
		if _, ok := o.(*widgets.Thumb); ok {
			rows++
		}
	}
	if rows > 12 {
		t.Errorf("%d rows were made to show one screen", rows)
	}
	h.list().ScrollToBottom()
	h.mustSay("IMG_09999.jpg")
	h.until("the pages", h.drawn)
	if more := asked() - first; more > 20 {
		t.Errorf("%d more pages were asked for at the end of the list", more)
	}
	h.list().ScrollToTop()
	h.drain()
	if again := asked() - first; again > 20 {
		t.Errorf("the first rows were drawn again: %d pages more than at first", again)
	}
	h.mustSay("[Rename 10,000 files]")
}

// field returns a field of the shown item.
func (h *fixture) field(label string) *widgets.Field {
	h.t.Helper()
	return find(h, "the field "+label, func(f *widgets.Field) bool { of, _, _ := f.Words(); return of == label })
}

// correct replaces the text of a field and presses Enter.
func (h *fixture) correct(label, typed string) {
	h.t.Helper()
	entry := h.field(label).Entry()
	h.window.Fyne().Canvas().Focus(entry)
	entry.SelectAll()
	if typed == "" {
		h.key(fyne.KeyDelete)
	}
	h.typing(typed)
	h.key(fyne.KeyReturn)
}

func TestAnAmbiguousDateIsDecidedByAButton(t *testing.T) {
	h, _ := reviewing(t)
	h.filter("To check 1")
	h.press("5 Dec 2026")
	h.untilSaid("7 ready")
	h.mustSay("2026-12-05 Hollow Tree Garden Receipt 18.95.png", "Date: 2026-12-05", "(To check 0)")
	h.mustNotSay("Is this 5 December")
	if m := h.chip("05/12/2026").Mood(); m != widgets.Sure {
		t.Errorf("the date that was decided has mood %v", m)
	}
	if n := h.list().Length(); n != 1 {
		t.Errorf("the filter shows %d files, want the one that was corrected", n)
	}
}

func TestAnExtraEscapeLosesNoPlan(t *testing.T) {
	h, _ := reviewing(t)
	h.key(fyne.KeyEscape)
	h.mustSay("Discard this plan? Nothing has been renamed.", "8 files read")
	h.key(fyne.KeyEscape) // closes the question
	h.mustNotSay("Discard this plan?")
	h.mustSay("8 files read")
	h.key(fyne.KeyEscape)
	h.press("Discard")
	h.mustSay("What would you like to tidy?")
}

func TestCancelLeavesAPlanWithoutEdits(t *testing.T) {
	h, _ := reviewing(t)
	h.press("Cancel")
	h.mustSay("What would you like to tidy?")
}

func TestAFieldIsCorrectedWhereItIsShown(t *testing.T) {
	h, _ := reviewing(t)
	h.chip("12 May 2026").Tapped(nil)
	h.correct("From", "Alder Ltd")
	h.untilSaid("2026-05-12 Alder Ltd Invoice AF-7731.png")
	h.correct("Date", "3 June 2026")
	h.untilSaid("2026-06-03 Alder Ltd Invoice AF-7731.png")
	h.correct("Date", "soon")
	h.mustSay("Type a date, such as 2026-05-12", "2026-06-03 Alder Ltd Invoice AF-7731.png")
	h.key(fyne.KeyEscape)
	h.mustSay("Date: 2026-06-03")
	h.correct("Amount", "1.331,5 €")
	h.untilSaid("Amount: 1331.50 EUR")
}

func TestAWordOnThePageBecomesTheValue(t *testing.T) {
	h, _ := reviewing(t)
	h.chip("12 May 2026").Tapped(nil)
	h.until("the page", func() bool { return len(h.page().Marks()) == 4 })
	h.window.Fyne().Canvas().Focus(h.field("From").Entry())
	press := func(x, y float32) { h.page().Picked(fyne.NewPos(x, y), fyne.NewPos(x, y)) }
	press(0.31, 0.17) // the number
	h.untilSaid("From: AF-7731")
	h.chip("05/12/2026").Tapped(nil)
	h.until("the page", func() bool { return len(h.page().Marks()) == 3 })
	h.window.Fyne().Canvas().Focus(h.field("Date").Entry())
	press(0.1, 0.06) // no date
	h.drain()
	h.mustSay("Date: 2026-05-12")
}

func TestACorrectionIsOfferedForOthersOfTheSender(t *testing.T) {
	d := receipts()
	for _, name := range []string{"IMG_3310.jpg", "IMG_3312.jpg"} {
		it := d.known[name]
		it.Fields[plan.FieldIssuer] = d.known["scan 12.png"].Fields[plan.FieldIssuer]
		it.To = "2025-10-18 Alder & Finch " + name
		d.known[name] = it
	}
	h := light(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("8 files read")
	h.chip("12 May 2026").Tapped(nil)
	h.correct("From", "Alder")
	h.press("Do the same for 2 others from Alder & Finch")
	h.untilSaid("2025-10-18 Alder IMG_3310.jpg")
	h.mustSay("2025-10-18 Alder IMG_3312.jpg", "2026-05-12 Alder Invoice AF-7731.png")
	h.shortcut(fyne.KeyZ)
	h.untilSaid("Undid your edit of 2 files.")
	h.untilSaid("2025-10-18 Alder & Finch IMG_3310.jpg")
	h.mustSay("2026-05-12 Alder Invoice AF-7731.png")
	h.shortcut(fyne.KeyZ)
	h.untilSaid("Undid your edit of scan 12.png.")
	h.untilSaid("2026-05-12 Alder & Finch Invoice AF-7731.png")
	h.shortcut(fyne.KeyY)
	h.untilSaid("Redid your edit of scan 12.png.")
	h.untilSaid("2026-05-12 Alder Invoice AF-7731.png")
	h.shortcut(fyne.KeyY)
	h.untilSaid("Redid your edit of 2 files.")
	h.shortcut(fyne.KeyY)
	h.mustSay("There's nothing to redo.", "[Save plan…]")
}

func TestEscapeClosesWhatIsOpenBeforeItAsks(t *testing.T) {
	h, _ := reviewing(t)
	h.editName("12 May 2026", "Mine")
	h.key(fyne.KeyReturn)
	h.untilSaid("Mine.png")
	search := find(h, "search", func(e *widgets.Entry) bool { return e.PlaceHolder == "Search names" })
	h.window.Fyne().Canvas().Focus(search)
	h.typing("zzz")
	h.mustSay("No file matches your search.")
	h.key(fyne.KeyEscape)
	h.mustSay("Mine.png")
	h.mustNotSay("No file matches", "Discard this plan?")
	h.key(fyne.KeyEscape)
	h.mustSay("Discard this plan?")
	h.key(fyne.KeyReturn) // the safe answer has the focus
	h.mustSay("Mine.png")
	h.mustNotSay("Discard this plan?")
}

func TestAllNoneOrARangeCanBeTicked(t *testing.T) {
	h, _ := reviewing(t)
	more := func(nth int) {
		t.Helper()
		test.Tap(find(h, "sort and tick", func(b *widgets.IconButton) bool { return b.Name() == "Sort and tick" }))
		h.pick(nth)
	}
	more(2)
	h.untilSaid("[Nothing to rename]")
	more(1)
	h.untilSaid("[Rename 7 files]")
	h.shortcut(fyne.KeyZ)
	h.untilSaid("Undid your edit of 7 files.")
	h.untilSaid("[Nothing to rename]")
	ticks := func() (all []*widgets.Tick) {
		for _, o := range h.all() {
			if k, ok := o.(*widgets.Tick); ok {
				all = append(all, k)
			}
		}
		return all
	}
	press := func(nth int, held fyne.KeyModifier) {
		ticks()[nth].MouseDown(&desktop.MouseEvent{Modifier: held})
		test.Tap(ticks()[nth])
	}
	press(0, 0)
	press(2, fyne.KeyModifierShift)
	h.untilSaid("[Rename 3 files]")
}

func TestTheListIsSortedByNameDateAndDoubt(t *testing.T) {
	h, _ := reviewing(t)
	first := func() string {
		name, top := "", float32(1e9)
		for _, o := range h.all() {
			if c, ok := o.(*widgets.Chip); ok {
				if y := fyne.CurrentApp().Driver().AbsolutePositionForObject(c).Y; y < top && c.Text() != "" && c.Size().Width > 0 {
					name, top = c.Text(), y
				}
			}
		}
		return name
	}
	for nth, want := range map[int]string{3: "2 Jul 2024 · camera", 4: "nothing readable", 5: "05/12/2026"} {
		test.Tap(find(h, "sort and tick", func(b *widgets.IconButton) bool { return b.Name() == "Sort and tick" }))
		h.pick(nth)
		h.drain()
		if got := first(); !strings.Contains(got, want) && nth != 4 {
			t.Errorf("sorted by line %d of the menu the first chip is %q, want %q", nth, got, want)
		}
	}
}

func TestAnUnwritableFolderIsReportedBeforeApproval(t *testing.T) {
	h := light(t, receipts())
	h.window.Drop([]string{folder(t, "Locked", "scan 12.png")})
	h.untilSaid("You don't have permission to change files in “Locked”")
}

func TestACustomPatternIsPreviewedOnTheChosenFile(t *testing.T) {
	h, _ := reviewing(t)
	h.chip("12 May 2026").Tapped(nil)
	h.press("Names like…")
	h.pick(3)
	h.mustSay("scan 12.png becomes 2026-05-12 Alder & Finch Invoice AF-7731.png")
	pattern := find(h, "the pattern", func(e *widgets.Entry) bool { return e.PlaceHolder == "Pattern" })
	pattern.SetText("{kind} of {date}")
	h.mustSay("scan 12.png becomes Invoice of 2026-05-12.png")
	pattern.SetText("{nonsense}")
	h.mustSay("nonsense")
	h.press("Use pattern")
	h.mustSay("8 files read", "nonsense") // the plan is unchanged
}

func TestUnchangedFilesAreGroupedByReasonWithARemedy(t *testing.T) {
	h, _ := reviewing(t)
	h.filter("To check 1")
	h.filter("Date unclear 1")
	h.press("Type the date")
	if h.window.Fyne().Canvas().Focused() != fyne.Focusable(h.field("Date").Entry()) {
		t.Error("the date does not have the focus")
	}
	h.filter("Staying as is 1")
	h.mustSay("(Can't be read 1)")
	h.mustNotSay("Date unclear")
	h.filter("Can't be read 1")
	h.press("Type a name")
	h.typing("Blank page")
	h.key(fyne.KeyReturn)
	h.untilSaid("7 ready")
	h.filter("All 8")
	h.mustNotSay("Can't be read")
}

func TestFilesThatCannotBeReadAreNotCalledUncertain(t *testing.T) {
	d := receipts()
	d.known["blank.png"] = plan.Item{
		Status: plan.StatusSkip, Read: plan.Read{Method: plan.MethodNone},
		Reasons: []plan.Reason{{Code: plan.ReasonCode(documents.NoteLocked)}},
	}
	h := light(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("8 files read")
	h.mustSay("1 staying as is") // there is nothing to check about it
	h.filter("To check 1")
	h.mustNotSay("Can't be read", "Name uncertain")
	h.filter("Staying as is 1")
	h.mustSay("(Can't be read 1)")
	h.mustNotSay("Name uncertain")
}

func TestEvidenceFromATextFileIsMarkedOnItsPage(t *testing.T) {
	d := receipts()
	it := d.known["scan 12.png"]
	it.Read = plan.Read{Pages: "1-1 of 1", Method: plan.MethodText, Confidence: 1}
	for name, f := range it.Fields {
		f.Evidence.Box = nil
		it.Fields[name] = f
	}
	d.known["scan 12.png"] = it
	d.more = []app.Word{
		{Page: 1, Text: "Alder", Box: [4]float64{0.1, 0.05, 0.1, 0.02}},
		{Page: 1, Text: "&", Box: [4]float64{0.21, 0.05, 0.02, 0.02}},
		{Page: 1, Text: "Finch", Box: [4]float64{0.24, 0.05, 0.1, 0.02}},
		{Page: 1, Line: 1, Text: "12", Box: [4]float64{0.1, 0.2, 0.03, 0.02}},
		{Page: 1, Line: 1, Text: "May", Box: [4]float64{0.14, 0.2, 0.05, 0.02}},
		{Page: 1, Line: 1, Text: "2026.", Box: [4]float64{0.2, 0.2, 0.06, 0.02}},
	}
	h := light(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("8 files read")
	h.chip("12 May 2026").Tapped(nil)
	h.until("the marks", func() bool { return len(h.page().Marks()) == 2 })
	if m := h.page().Marks()[0]; !m.Chosen || m.X != 0.1 || m.Y != 0.2 {
		t.Errorf("the date is marked at %+v", m)
	}
}

func TestARowShowsAValueOnce(t *testing.T) {
	d := receipts()
	it := d.known["scan 12.png"]
	it.Fields[plan.FieldNumber] = plan.Field{Value: "AF-7731", Evidence: plan.Evidence{Text: "AF-7731", Page: 1}}
	d.known["scan 12.png"] = it
	h := light(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("8 files read")
	times := 0
	for _, words := range h.words() {
		if words == "<AF-7731>" {
			times++
		}
	}
	if times != 1 {
		t.Errorf("it is shown %d times", times)
	}
}

func TestPatternsWithTheSameResultAreTellable(t *testing.T) {
	d := receipts()
	d.values = map[string]string{"naming.template": "{date} {issuer} {kind}"}
	h := light(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("8 files read")
	h.chip("05/12/2026").Tapped(nil) // it has no title
	h.press("Names like…")
	times := 0
	for _, words := range h.words() {
		if words == "2026-05-12 Hollow Tree Garden Receipt.png" {
			times++
		}
	}
	if times != 1 {
		t.Errorf("%d patterns look the same:\n%s", times, strings.Join(h.words(), "\n"))
	}
}

func TestNothingMovesWhileANameIsEdited(t *testing.T) {
	h, _ := reviewing(t)
	place := func() fyne.Position {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(h.chip("12 May 2026"))
	}
	h.chip("12 May 2026").Tapped(nil)
	was := place()
	h.key(fyne.KeyF2)
	if now := place(); now != was {
		t.Errorf("the evidence goes from %v to %v", was, now)
	}
}

func TestTheCurrentValueIsMarkedAmongTheChoices(t *testing.T) {
	d := receipts()
	it := d.known["scan 12.png"]
	date := it.Fields[plan.FieldDate]
	date.Candidates = []plan.Candidate{{Value: "2026-05-12", Probability: 0.6}, {Value: "2026-06-11", Probability: 0.3}}
	it.Fields[plan.FieldDate] = date
	d.known["scan 12.png"] = it
	h := light(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("8 files read")
	h.chip("12 May 2026").Tapped(nil)
	h.field("Date").Choose(h.field("Date"))
	h.mustSay("11 Jun 2026")
	h.mustNotSay("likely") // the score means nothing to users
	menu := find(h, "the menu", func(m *widgets.Menu) bool { return m.Lines() == 3 })
	marks := 0
	for _, o := range seen(menu) {
		if _, ok := o.(*canvas.Image); ok {
			marks++
		}
	}
	if marks != 1 {
		t.Errorf("%d lines are marked as the current value", marks)
	}
}

func TestAFilterWithoutFilesSaysSo(t *testing.T) {
	h, _ := reviewing(t)
	h.mustNotSay("No files here.")
	h.filter("To check 1")
	h.press("12 May 2026")
	h.untilSaid("7 ready")
	h.filter("To check 0")
	h.mustSay("No files here.")
	h.filter("All 8")
	h.mustNotSay("No files here.")
}
