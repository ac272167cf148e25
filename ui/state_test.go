package ui_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/ui"
	"github.com/deskhand/deskhand/ui/widgets"
)

// memory stores the state of windows.
type memory struct {
	mu   sync.Mutex
	kept []byte
}

func (m *memory) keep(state []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept = state
	return nil
}

func (m *memory) last() []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.kept
}

// open opens a window with the last state.
func (m *memory) open(t *testing.T, d *backend, paths ...string) *fixture {
	t.Helper()
	return openWith(t, d, d, fynetheme.VariantLight, ui.Options{Paths: paths, Kept: m.last(), Keep: m.keep})
}

// untilKept waits until the window's present state is saved.
func (m *memory) untilKept(h *fixture) {
	h.t.Helper()
	size := h.window.Fyne().Canvas().Size()
	size.Width-- // distinguishes this state from earlier ones, which may still be written
	h.window.Fyne().Resize(size)
	h.until("the state", func() bool {
		var kept struct{ Width float32 }
		return json.Unmarshal(m.last(), &kept) == nil && kept.Width == size.Width
	})
}

func TestAWindowEndedByTheToolkitSavesItsState(t *testing.T) {
	var m memory
	h := m.open(t, receipts())
	h.rail("Models")
	h.closed = true // a signal ended the toolkit
	h.window.Wait()
	if kept := string(m.last()); !strings.Contains(kept, `"page":"models"`) {
		t.Errorf("saved: %s", kept)
	}
}

func TestAnEditedPlanIsRestored(t *testing.T) {
	var m memory
	d := receipts()
	h := m.open(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("8 files read")
	h.editName("12 May 2026", "Ada's invoice")
	h.key(fyne.KeyReturn)
	h.untilSaid("Ada's invoice.png")
	h.window.Fyne().Resize(fyne.NewSize(1100, 700))
	h.rail("Chat")
	h.typing("Half a thou")
	h.rail("Home")
	h.filter("To check 1")
	m.untilKept(h) // then it is killed: nothing more is saved

	again := m.open(t, d)
	again.untilSaid("8 files read")
	if size := again.window.Fyne().Canvas().Size(); size != fyne.NewSize(1099, 700) {
		t.Errorf("the window is %v", size)
	}
	again.mustSay("Receipts 2026", "2026-05-12 Hollow Tree Garden Receipt 18.95.png")
	again.mustNotSay("Ada's invoice.png")
	again.filter("All 8")
	again.mustSay("Ada's invoice.png")
	again.key(fyne.KeyEscape)
	again.mustSay("Discard this plan? Nothing has been renamed, but your edits will be lost.")
	again.rail("Chat")
	if c := find(again, "composer", func(*widgets.Composer) bool { return true }); c.Text != "Half a thou" {
		t.Errorf("the draft is %q", c.Text)
	}
	h.close()
	again.close()
	third := m.open(t, d)
	if again.t.Failed() || !third.says("What can I do for you?") {
		t.Errorf("the window does not open on the page that it was closed on: %q", third.words())
	}
}

func TestAnInterruptedReadingIsRestoredPaused(t *testing.T) {
	var m memory
	d := receipts()
	d.gate = make(chan struct{}, 32)
	for range 3 {
		d.gate <- struct{}{}
	}
	h := m.open(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("3 of 8")
	h.window.Drop([]string{folder(t, "Other", "scan 12.png")})
	m.untilKept(h)
	kept := m.last()
	h.close()
	_ = m.keep(kept) // it was killed, not closed; this never fails

	waits := m.open(t, d)
	waits.mustSay("Paused: Receipts 2026", "Other will be read next and added to this plan.")
	waits.close()
	_ = m.keep(kept)
	again := m.open(t, d, folder(t, "Third", "scan 14.png"))
	again.mustSay("Paused: Receipts 2026", "3 of 8", "[Resume]", "Other and 1 more will be read next and added to this plan.")
	for range 10 {
		d.gate <- struct{}{}
	}
	again.press("Resume")
	again.untilSaid("10 files read")
}

func TestAPlanAppliedMeanwhileIsNotRestored(t *testing.T) {
	var m memory
	d := receipts()
	h := m.open(t, d)
	h.window.Drop([]string{receiptsFolder(t)})
	h.untilSaid("8 files read")
	h.close()
	d.change(func(d *backend) { d.plans = map[string]plan.Plan{} })
	again := m.open(t, d)
	again.untilSaid("What would you like to tidy?")
	again.mustNotSay("Couldn't")
}

func TestUnknownSavedStateIsIgnored(t *testing.T) {
	for _, kept := range []string{"no state", `{"width":-4,"height":1e9,"page":"moon","job":{"plan":{"id":"x"}}}`, `{"job":{"reading":{"request":{}}}}`} {
		m := memory{kept: []byte(kept)}
		h := m.open(t, receipts())
		h.untilSaid("What would you like to tidy?")
		h.close()
	}
}
