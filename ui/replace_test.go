package ui_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"github.com/deskhand/deskhand/ui/widgets"
)

// sortAndTick picks a line of the menu for all shown files.
func (h *fixture) sortAndTick(nth int) {
	h.t.Helper()
	test.Tap(find(h, "sort and tick", func(b *widgets.IconButton) bool { return b.Name() == "Sort and tick" }))
	h.pick(nth)
}

func (h *fixture) entry(hint string) *widgets.Entry {
	h.t.Helper()
	return find(h, hint, func(e *widgets.Entry) bool { return e.PlaceHolder == hint })
}

func TestFindAndReplaceInShownNames(t *testing.T) {
	h, _ := reviewing(t)
	before := h.words()
	h.sortAndTick(6)
	h.typing("2026-05-12 ")
	h.mustSay("[Replace in 1 name]") // the other one is uncertain
	h.mustSay("2026-05-12 Alder & Finch Invoice AF-7731 → Alder & Finch Invoice AF-7731")
	h.entry("Replace with").SetText("a/b")
	h.mustSay("A name can't have a slash in it.")
	h.entry("Replace with").SetText("")
	h.press("Replace in 1 name")
	h.untilSaid("Changed 1 name. Ctrl+Z undoes it.")
	h.mustSay("Alder & Finch Invoice AF-7731.png")
	h.mustNotSay("2026-05-12 Alder")
	h.drain()
	h.shortcut(fyne.KeyZ)
	h.untilSaid("2026-05-12 Alder & Finch Invoice AF-7731")
	h.sortAndTick(6)
	h.typing("nowhere to be found")
	h.mustSay("None of the names shown contains this.")
	h.key(fyne.KeyEscape)
	h.mustNotSay("None of the names")
	if len(h.words()) < len(before)-5 {
		t.Error("the plan is gone")
	}
}

func TestAFieldIsSetForAllShownFiles(t *testing.T) {
	h, _ := reviewing(t)
	search := h.entry("Search names")
	search.SetText("IMG_33")
	h.sortAndTick(7)
	h.pick(2) // From
	h.typing("Harbour Ferries")
	h.key(fyne.KeyReturn)
	h.untilSaid("Harbour Ferries")
	h.shortcut(fyne.KeyZ)
	h.until("the old names", func() bool { return !h.says("Harbour Ferries") })
}
