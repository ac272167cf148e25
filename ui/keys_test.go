package ui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/widgets"
)

// pick chooses the nth line of the open menu by keyboard.
func (h *fixture) pick(nth int) {
	h.t.Helper()
	if menu, ok := h.window.Fyne().Canvas().Focused().(*widgets.Menu); !ok || menu.Lines() < nth {
		h.t.Fatalf("there is no menu with %d lines", nth)
	}
	for range nth {
		h.key(fyne.KeyDown)
	}
	h.key(fyne.KeyReturn)
}

// reached returns the names of the widgets that Tab reaches.
func (h *fixture) reached() []string {
	c := h.window.Fyne().Canvas()
	var all []string
	var first fyne.Focusable
	c.Unfocus()
	for range 60 {
		c.FocusNext()
		if c.Focused() == first {
			break
		}
		if first == nil {
			first = c.Focused()
		}
		name := fmt.Sprintf("%T", c.Focused())
		switch o := c.Focused().(type) {
		case *widgets.Button:
			name = o.Text()
		case *widgets.Filter:
			name = o.Text()
		case *widgets.RailItem:
			name = o.Label()
		case *widgets.Entry:
			name = o.PlaceHolder
			for _, of := range h.all() {
				if f, ok := of.(*widgets.Field); ok && f.Entry() == o {
					name, _, _ = f.Words()
				}
			}
		case *widgets.Composer:
			name = o.PlaceHolder
		case *widgets.IconButton:
			name = o.Name()
		case *widgets.Tag:
			name = o.Text()
		case *widgets.Line:
			name = o.Text()
		case *widgets.Item:
			name = o.Name()
		}
		all = append(all, name)
	}
	return all
}

func mustReach(t *testing.T, reached []string, all ...string) {
	t.Helper()
	for _, name := range all {
		if !slices.Contains(reached, name) {
			t.Errorf("Tab does not reach %q, only %q", name, reached)
		}
	}
}

func TestTabReachesEverything(t *testing.T) {
	h := light(t, receipts())
	mustReach(t, h.reached(), "Home", "Activity", "Choose a folder…", "Choose files…", "Keep them where they are")
	h, _ = reviewing(t)
	mustReach(t, h.reached(), "All 8", "Ready 6", "To check 1", "Staying as is 1", "Names like…", "Search names",
		"*widgets.List", "Date", "From", "Kind", "Save plan…", "Cancel", "Rename 6 files")
	h.press("Rename 6 files")
	h.untilSaid("6 files renamed")
	mustReach(t, h.reached(), "Undo", "Show files", "Done")
	h.rail("Activity")
	h.untilSaid("newest first")
	h.until("the batch", func() bool { return h.says("[Undo]") })
	mustReach(t, h.reached(), "Undo", "Show files", "3 more")
	askedInTheChat(h)
	mustReach(t, h.reached(), "New conversation", "Search conversations", "*widgets.List", "More", "Delete all…", "*widgets.Fold",
		"Move 3 files", "No", "Edit…", "Always allow…", "Receipts 2026", "Ask, or drop files here", "Give the assistant access to a folder or files", "Stop")
}

func TestEnterPressesThePrimaryButtonAndEscapeLeaves(t *testing.T) {
	t.Setenv("HOME", folder(t, "person"))
	h := light(t, receipts())
	h.key(fyne.KeyReturn)
	h.mustSay("Choose a folder")
	h.key(fyne.KeyEscape)
	h.mustSay("What would you like to tidy?")
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("8 files read")
	h.key(fyne.KeyEscape)
	h.press("Discard")
	h.mustSay("What would you like to tidy?")
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("8 files read")
	h.key(fyne.KeyReturn)
	h.untilSaid("6 files renamed")
	h.key(fyne.KeyReturn)
	h.mustSay("What would you like to tidy?")
}

func TestCtrlZAsksAndThenUndoesTheLastBatch(t *testing.T) {
	h, dir := reviewing(t)
	h.press("Rename 6 files")
	h.untilSaid("6 files renamed")
	h.shortcut(fyne.KeyZ)
	h.untilSaid("Undo 6 renames?")
	h.key(fyne.KeyReturn) // the safe answer has the focus
	h.mustNotSay("Undo 6 renames?")
	if names(t, dir) == before {
		t.Fatal("it was undone without approval")
	}
	h.shortcut(fyne.KeyZ)
	h.untilSaid("Undo 6 renames?")
	h.press("Undo 6 files")
	h.untilSaid("6 files have their old names back.")
	if names(t, dir) != before {
		t.Errorf("after it: %s", names(t, dir))
	}
	h.key(fyne.KeyReturn) // nothing is undone twice
	h.drain()
	h.mustSay("6 files have their old names back.")
	h.shortcut(fyne.KeyZ)
	h.untilSaid("There's nothing to undo.")
	h.rail("Home")
	h.mustSay("What would you like to tidy?") // the receipt was no longer true
}

func TestAnUndoneBatchIsRedone(t *testing.T) {
	h, dir := reviewing(t)
	h.press("Rename 6 files")
	h.untilSaid("6 files renamed")
	after := names(t, dir)
	h.press("Undo")
	h.press("Undo 6 files")
	h.untilSaid("6 files have their old names back.")
	h.rail("Activity")
	h.untilSaid("[Do it again]")
	h.press("Do it again")
	h.untilSaid("[Rename 6 files]")
	if names(t, dir) != before {
		t.Fatal("it was done again without approval")
	}
	h.press("Rename 6 files")
	h.untilSaid("6 files renamed")
	if names(t, dir) != after {
		t.Errorf("after it: %s", names(t, dir))
	}
	h.rail("Activity")
	h.untilSaid("[Undo]")
	h.mustNotSay("[Do it again]") // it was
}

func TestCtrlShiftZProposesTheLastUndoneBatch(t *testing.T) {
	h, _ := reviewing(t)
	h.press("Rename 6 files")
	h.untilSaid("6 files renamed")
	again := &desktop.CustomShortcut{KeyName: fyne.KeyZ, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift}
	h.window.Fyne().Canvas().(fyne.Shortcutable).TypedShortcut(again)
	h.untilSaid("There's nothing to redo.")
	h.shortcut(fyne.KeyZ)
	h.untilSaid("Undo 6 renames?")
	h.press("Undo 6 files")
	h.untilSaid("6 files have their old names back.")
	h.window.Fyne().Canvas().(fyne.Shortcutable).TypedShortcut(again)
	h.untilSaid("[Rename 6 files]")
}

func TestABatchThatCannotBeRedoneSaysWhy(t *testing.T) {
	for words, err := range map[string]error{
		"A file was changed, moved or removed since": app.ErrWorldChanged,
		"Deskhand no longer has this plan":           app.ErrNotOnRecord,
	} {
		d := busyPast()
		d.batches = d.batches[len(d.batches)-1:]
		d.fail["Again"] = err
		h := light(t, d)
		h.rail("Activity")
		h.untilSaid("[Do it again]")
		h.press("Do it again")
		h.untilSaid(words)
	}
}

func TestCtrlOChoosesFilesByKeyboardAlone(t *testing.T) {
	home := folder(t, "person", "scan 12.png", "scan 14.png", ".hidden")
	t.Setenv("HOME", home)
	if err := os.MkdirAll(filepath.Join(home, "Taxes"), 0o755); err != nil {
		t.Fatal(err)
	}
	h := light(t, receipts())
	h.shortcut(fyne.KeyO)
	h.untilSaid("1 folder, 2 files here")
	h.mustNotSay(".hidden")
	h.key(fyne.KeyRight)
	h.untilSaid("0 folders, 0 files here")
	h.key(fyne.KeyLeft)
	h.untilSaid("1 folder, 2 files here")
	h.key(fyne.KeyEscape)
	h.press("Choose files…")
	h.untilSaid("1 folder, 2 files here")
	if !h.button("Tick the files to read").Disabled() {
		t.Error("the button works without ticks")
	}
	h.key(fyne.KeyDown)
	h.key(fyne.KeySpace)
	h.mustSay("[Read 1 file]")
	h.key(fyne.KeyDown)
	h.key(fyne.KeySpace)
	h.press("Read 2 files")
	h.untilSaid("2 files read")
	h.shortcut(fyne.KeyO)
	h.mustSay("Choose a folder")
	h.key(fyne.KeyEscape)
	h.mustSay("2 files read")
}

func TestAFolderThatCannotBeOpenedIsReported(t *testing.T) {
	t.Setenv("HOME", folder(t, "person"))
	h := light(t, receipts())
	h.press("Choose a folder…")
	h.untilSaid("0 folders, 0 files here")
	path := find(h, "the path", func(e *widgets.Entry) bool { return e.PlaceHolder == "A folder" })
	gone := filepath.Join(t.TempDir(), "gone")
	path.SetText(gone)
	path.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	h.untilSaid("“" + gone + "” doesn't exist.")
	h.mustSay("[Read this folder]")
}

func TestWorkEndingOnAnotherPageDoesNotTakeTheFocus(t *testing.T) {
	d := receipts()
	d.gate = make(chan struct{})
	h := light(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("0 of 8")
	h.rail("Activity")
	h.untilSaid("Nothing has been changed yet")
	close(d.gate)
	pages := func() int {
		d.mu.Lock()
		defer d.mu.Unlock()
		return d.asked
	}
	h.until("the plan", func() bool { return pages() > 0 })
	h.mustSay("Nothing has been changed yet")
	if f := h.window.Fyne().Canvas().Focused(); f != nil {
		t.Errorf("the focus is on %T", f)
	}
	h.rail("Home")
	h.mustSay("8 files read")
}

func TestShortcutsReachEveryPageAndAreListed(t *testing.T) {
	h, _ := reviewing(t)
	h.shortcut(fyne.KeyF)
	if e, ok := h.window.Fyne().Canvas().Focused().(*widgets.Entry); !ok || e.PlaceHolder != "Search names" {
		t.Error("Ctrl+F does not focus the search")
	}
	h.key(fyne.KeyF1) // from the search
	h.mustSay("Keyboard shortcuts", "Ctrl+Shift+Z", "Deskhand ")
	h.key(fyne.KeyEscape)
	h.mustNotSay("Keyboard shortcuts")
	h.mustSay("8 files read")
	for key, words := range map[fyne.KeyName]string{
		fyne.Key2: "What can I do for you?", fyne.Key3: "newest first", fyne.Key4: "Models answer", fyne.Key5: "Servers", fyne.Key6: "Appearance", fyne.Key1: "8 files read",
	} {
		h.shortcut(key)
		h.untilSaid(words)
	}
	h.shortcut(fyne.KeyN)
	h.untilSaid("What can I do for you?")
	h.shortcut(fyne.KeyF)
	if e, ok := h.window.Fyne().Canvas().Focused().(*widgets.Entry); !ok || e.PlaceHolder != "Search conversations" {
		t.Error("Ctrl+F does not focus the search of conversations")
	}
}
