package ui_test

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/ui/widgets"
)

// searching opens the search by its shortcut.
func searching(t *testing.T, d *backend) *fixture {
	t.Helper()
	h := light(t, d)
	h.untilSaid("Reads English")
	h.shortcut(fyne.KeyK)
	return h
}

func TestSearchFindsWhileTyping(t *testing.T) {
	h := searching(t, withLibrary(t))
	h.untilSaid("3 documents can be found.")
	h.typing("gard")
	h.untilSaid("3 documents found")
	h.mustSay("scan 14.png", "Hollow Tree Garden · 12 May 2026 · Receipt · 18.95 EUR", "the invoice for garden tools")
	line := find(h, "the line", func(p *widgets.Phrase) bool { return p.String() == "the invoice for garden tools" })
	if !line.Visible() {
		t.Error("the line is not shown")
	}
	h.typing("en tools")
	h.untilSaid("1 document found")
	h.until("the page with its mark", func() bool { return len(h.page().Marks()) == 0 && h.page().Words() == "" })
	h.press("Open file")
	h.press("Show in folder")
	h.key(fyne.KeyReturn)
	if want := []string{"/home/ada/Receipts 2026/scan 12.png", "/home/ada/Receipts 2026", "/home/ada/Receipts 2026/scan 12.png"}; !slices.Equal(h.opened, want) {
		t.Errorf("it opened %q, want %q", h.opened, want)
	}
}

func TestThePageOpensAtTheWords(t *testing.T) {
	h := searching(t, withLibrary(t))
	h.typing("finch")
	h.untilSaid("1 document found")
	h.until("the mark", func() bool { return len(h.page().Marks()) == 1 && h.page().Marks()[0].Chosen })
}

func TestFiltersAreRemovableChips(t *testing.T) {
	h := searching(t, withLibrary(t))
	h.typing("garden over 50 euros")
	h.untilSaid("(Over 50.00 EUR  ×)")
	h.untilSaid("1 document found")
	h.filter("Over 50.00 EUR  ×")
	h.untilSaid("3 documents found")
	h.mustNotSay("Over 50.00 EUR")
	h.key(fyne.KeyEscape) // clears the query
	h.untilSaid("3 documents can be found.")
	h.typing("last year")
	h.untilSaid("(2025  ×)")
	h.untilSaid("1 document found")
	h.mustSay("contract_neu.pdf")
	h.key(fyne.KeyEscape)
	h.typing("über 50 Euro")
	h.untilSaid("(Over 50.00 EUR  ×)")
	h.key(fyne.KeyEscape)
	h.typing("from Hollow")
	h.untilSaid("(From Hollow  ×)")
	h.untilSaid("1 document found")
	h.key(fyne.KeyEscape)
	h.key(fyne.KeyEscape) // goes back
	h.untilSaid("Drop scans, receipts, PDFs, screenshots")
}

func TestTypingCancelsTheLastSearch(t *testing.T) {
	d := withLibrary(t)
	h := searching(t, d)
	h.untilSaid("3 documents can be found.")
	d.change(func(d *backend) { d.searchGate = make(chan struct{}) })
	h.typing("tool")
	d.change(func(d *backend) { d.searchGate = nil })
	h.typing("s")
	h.untilSaid("1 document found")
}

func TestTheKeyboardMovesThroughTheResults(t *testing.T) {
	h := searching(t, withLibrary(t))
	h.typing("garden")
	h.untilSaid("3 documents found")
	h.drain()
	h.key(fyne.KeyDown)
	h.key(fyne.KeyDown)
	h.key(fyne.KeyUp)
	h.key(fyne.KeyReturn)
	if len(h.opened) != 1 {
		t.Errorf("it opened %q", h.opened)
	}
	h.walk()
}

func TestAMissingDocumentIsMarked(t *testing.T) {
	d := withLibrary(t)
	d.gone = []string{"/home/ada/Receipts 2026/scan 12.png"}
	h := searching(t, d)
	h.typing("tools")
	h.untilSaid("No longer there · Alder & Finch")
	h.until("the words at the side", func() bool { return h.page().Words() == "The file is no longer there." })
	h.mustNotSay("[Open file]")
}

func TestAnEmptyLibrarySaysHowToFillIt(t *testing.T) {
	d := busyPast()
	h := light(t, d)
	h.untilSaid("Reads English")
	test.Tap(find(h, "the field", func(*widgets.SearchField) bool { return true }))
	h.untilSaid("Nothing has been read yet. Add a folder to search its documents by their text.")
	d.change(func(d *backend) { d.readGate = make(chan struct{}) })
	h.press("Add folder…")
	h.untilSaid("Which folder would you like to add?")
	h.untilSaid("[Add this folder]")
	h.press("Add this folder")
	h.untilSaid("0 of 3")
	h.press("Pause")
	h.untilSaid("Paused.")
	d.change(func(d *backend) { d.readGate = nil })
	h.press("Continue")
	h.until("the end", func() bool { return !h.says("Reading") && !h.says("Paused.") })
	if len(d.added) != 2 || d.added[0] != d.added[1] {
		t.Errorf("%q was read", d.added)
	}
}

func TestTheSettingsListTheFoldersOfTheLibrary(t *testing.T) {
	d := withLibrary(t)
	h := light(t, d)
	h.rail("Settings")
	h.untilSaid("/home/ada/Receipts 2026")
	h.mustSay("3 files", "3 documents are kept, in 3 MB.", "[Continue reading]", "[Add folder…]")
	h.press("Remove")
	h.untilSaid("No folder has been added yet.")
	h.mustSay("Nothing is stored yet.")
}

func TestTheSearchMatchesItsPictures(t *testing.T) {
	for _, row := range []struct {
		name string
		v    fyne.ThemeVariant
		size fyne.Size
		full bool
	}{
		{"search-light", fynetheme.VariantLight, wide, true},
		{"search-dark-narrow", fynetheme.VariantDark, narrow, true},
		{"search-empty-light", fynetheme.VariantLight, narrow, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			d := busyPast()
			if row.full {
				d = withLibrary(t)
			}
			h := open(t, d, row.v)
			h.untilSaid("Reads English")
			h.shortcut(fyne.KeyK)
			if row.full {
				h.typing("garden over 10 euros this year")
				h.untilSaid("(2026  ×)")
				h.untilSaid("2 documents found")
				h.filter("2026  ×")
				h.until("the filter to go", func() bool { return !h.says("(2026") })
				h.until("the page", func() bool { return h.page().Words() == "" })
				h.until("the thumbnails", h.drawn)
			} else {
				h.untilSaid("Nothing has been read yet.")
			}
			h.drain()
			mustLookLike(t, row.name+".png", h.picture(row.size))
		})
	}
}
