package ui_test

import (
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// scanning returns a window that has read a folder of scans.
func scanning(t *testing.T, d *backend, v fyne.ThemeVariant) (h *fixture, dir string) {
	t.Helper()
	home := folder(t, "Person", "scan 12.png", "scan 14.png", "contract_neu.pdf")
	t.Setenv("HOME", home)
	d.made = t.TempDir()
	h = open(t, d, v)
	h.untilSaid("Reads English")
	h.press("Make scans searchable…")
	h.untilSaid("Which folder's scans should become searchable?")
	h.untilSaid("scan 14.png")
	h.press("Read this folder")
	return h, home
}

func namesOf(t *testing.T, dir string) string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		all[i] = filepath.Base(all[i])
	}
	return strings.Join(all, ", ")
}

func TestScansAreMadeSearchableAfterOneApprovalAndUndoRemovesThem(t *testing.T) {
	d := busyPast()
	h, dir := scanning(t, d, fynetheme.VariantLight)
	h.untilSaid("2 searchable PDFs are ready")
	h.mustSay("→ scan 12 (OCR).pdf · 41 words", "Has its text already, or none that can be read")
	before := namesOf(t, dir)
	if strings.Contains(before, "(OCR)") {
		t.Fatalf("without approval there are %s", before)
	}
	h.press("Add 2 files")
	h.untilSaid("2 files added in Person")
	if now := namesOf(t, dir); !strings.Contains(now, "scan 12 (OCR).pdf, ") || !strings.Contains(now, "scan 14 (OCR).pdf") {
		t.Errorf("there are %s", now)
	}
	if left := namesOf(t, d.made); left != "" {
		t.Errorf("files are left: %s", left)
	}
	h.press("Undo")
	h.untilSaid("Remove 2 added files? The files they were made from stay as they are.")
	h.mustNotSay("old names", "renames")
	h.press("Undo 2 files")
	h.untilSaid("2 added files were removed.")
	if now := namesOf(t, dir); now != before {
		t.Errorf("after the undo there are %s", now)
	}
	h.press("Done")
	h.untilSaid("2 files added in")
}

func TestDiscardedSearchableScansLeaveNoFiles(t *testing.T) {
	d := busyPast()
	d.readGate = make(chan struct{})
	h, dir := scanning(t, d, fynetheme.VariantLight)
	h.untilSaid("1 of 2")
	h.press("Cancel") // while they are read
	h.untilSaid("What would you like to tidy?")
	d.change(func(d *backend) { d.readGate = nil })
	h.press("Make scans searchable…")
	h.untilSaid("scan 14.png")
	h.press("Read this folder")
	h.untilSaid("2 searchable PDFs are ready")
	h.window.Drop([]string{dir})
	h.untilSaid("Add the files or cancel first")
	h.key(fyne.KeyEscape)
	h.untilSaid("What would you like to tidy?")
	h.until("what was made to go", func() bool { return namesOf(t, d.made) == "" })
	if now := namesOf(t, dir); strings.Contains(now, "(OCR)") {
		t.Errorf("there are %s", now)
	}
}

func TestSearchablePDFsMatchTheirPicture(t *testing.T) {
	h, _ := scanning(t, busyPast(), fynetheme.VariantDark)
	h.untilSaid("2 searchable PDFs are ready")
	h.drain()
	mustLookLike(t, "searchable-dark-narrow.png", h.picture(narrow))
}
