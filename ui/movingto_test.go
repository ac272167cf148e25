package ui_test

import (
	"testing"

	"fyne.io/fyne/v2"
)

func TestShownFilesAreMovedToAnotherFolder(t *testing.T) {
	h, _ := reviewing(t)
	h.entry("Search names").SetText("7731")
	h.sortAndTick(8)
	h.typing("../../up")
	h.key(fyne.KeyReturn)
	h.mustSay("Type the name of a folder, such as Taxes/2026, or its whole path.")
	h.sortAndTick(8)
	h.typing("Taxes/2026")
	h.key(fyne.KeyReturn)
	h.untilSaid("6 files go in 2 folders")
	h.drain()
	h.shortcut(fyne.KeyZ)
	h.until("it goes where it went before", func() bool { return !h.says("files go in 2 folders") })
}
