package ui_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/widgets"
)

// monkeyEvents is the number of events per monkey.
var monkeyEvents = flag.Int("monkey", 60, "how many events each monkey makes")

// TestAMonkeyBreaksNothing makes random events. Nothing panics, no file changes without
// approval, no edit is lost without a question, and no goroutine leaks.
func TestAMonkeyBreaksNothing(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3} {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Setenv("HOME", t.TempDir())
			t.Setenv(locale.Variable, "en") // it recognizes buttons by their English labels
			before := runtime.NumGoroutine()
			m := newMonkey(t, seed)
			for n := range *monkeyEvents {
				m.step(n)
				if t.Failed() {
					break
				}
			}
			m.h.close()
			m.h.drain()
			for range 100_000 { // ended goroutines may still be exiting
				if runtime.NumGoroutine() <= before+2 { // those of the toolkit's test driver
					break
				}
				runtime.Gosched()
			}
			if left := runtime.NumGoroutine(); left > before+2 {
				stacks := make([]byte, 1<<16)
				t.Errorf("%d goroutines leaked:\n%s", left-before, stacks[:runtime.Stack(stacks, true)])
			}
			t.Logf("%d events, %d of them pressed something; %d edits, %d approvals", *monkeyEvents, m.pressed, m.watch.edits, m.watch.applied)
		})
	}
}

// watchedBackend records calls that change files, and edits.
type watchedBackend struct {
	*backend
	mu sync.Mutex
	// changes are the calls since the last take.
	changes []string
	edits   int // of all plans
	edited  map[string]bool
	applied int
	// lost reports that other files replaced an edited plan.
	lost bool
}

func (w *watchedBackend) note(call string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.changes = append(w.changes, call)
}

func (w *watchedBackend) take() (changes []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	changes, w.changes = w.changes, nil
	return changes
}

func (w *watchedBackend) Revise(ctx context.Context, id string, edits []app.Edit) (plan.Plan, error) {
	p, err := w.backend.Revise(ctx, id, edits)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range edits {
		if e.From != "" && err == nil {
			w.edits++
			w.edited[id] = true
		}
	}
	return p, err
}

func (w *watchedBackend) Propose(ctx context.Context, req app.ProposeRequest, emit func(event.Event)) (plan.Plan, error) {
	if req.Join == "" {
		w.mu.Lock()
		w.lost = w.lost || len(w.edited) > 0
		clear(w.edited)
		w.mu.Unlock()
	}
	return w.backend.Propose(ctx, req, emit)
}

func (w *watchedBackend) Apply(ctx context.Context, id string, emit func(event.Event)) (plan.Receipt, error) {
	w.note("Apply " + id)
	w.mu.Lock()
	w.applied++
	clear(w.edited)
	w.mu.Unlock()
	return w.backend.Apply(ctx, id, emit)
}

func (w *watchedBackend) Undo(ctx context.Context, id string, only ...string) (app.UndoReport, error) {
	w.note("Undo " + id)
	return w.backend.Undo(ctx, id, only...)
}

func (w *watchedBackend) Finish(ctx context.Context, id string) (plan.Receipt, error) {
	w.note("Finish " + id)
	return w.backend.Finish(ctx, id)
}

// monkeyLag is how many events it takes at most until an approved action has begun.
const monkeyLag = 20

type monkey struct {
	t       *testing.T
	rng     *rand.Rand
	h       *fixture
	watch   *watchedBackend
	folders []string
	pressed int
	last    []string // its events, newest last
	edits   int
	warned  int    // the last event for which the screen warned of lost edits
	before  string // the screen before the last event
	approve bool   // whether the last events may have approved something
}

func newMonkey(t *testing.T, seed uint64) *monkey {
	t.Helper()
	d := withModels()
	d.fakeServers = lived().fakeServers
	w := &watchedBackend{backend: d, edited: map[string]bool{}}
	m := &monkey{t: t, rng: rand.New(rand.NewPCG(seed, seed)), watch: w} //nolint:gosec // reproducible
	m.warned = -monkeyLag
	m.h = openOn(t, d, w, fynetheme.VariantLight)
	for n := range 3 {
		dir := receiptsFolder(t)
		moved := filepath.Join(filepath.Dir(dir), fmt.Sprint("Folder ", n))
		if err := os.Rename(dir, moved); err != nil {
			t.Fatal(err)
		}
		m.folders = append(m.folders, moved)
	}
	m.h.window.Drop(m.folders[:1])
	m.h.untilSaid("[Save plan…]")
	return m
}

// disk returns all files.
func (m *monkey) disk() (files []string) {
	for _, dir := range m.folders {
		_ = filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				files = append(files, path)
			}
			return nil
		})
	}
	return files
}

// step makes one event and checks its effects.
func (m *monkey) step(n int) {
	h := m.h
	m.before = strings.Join(h.words(), "\n")
	if strings.Contains(m.before, "will be lost") {
		m.warned = n
	}
	disk := m.disk()
	approving := m.act()
	h.drain()
	m.discards()
	m.approve = approving || m.approve && m.busy()
	changes := m.watch.take()
	m.watch.mu.Lock()
	if len(m.watch.edited) > 0 && m.edits != m.watch.edits {
		m.edits = m.watch.edits
		m.did("  that was edit %d", m.edits)
	}
	m.watch.mu.Unlock()
	if len(changes) > 0 && !m.approve {
		m.fail(n, "%q changed files, and nothing was approved", changes)
	}
	if now := m.disk(); !slices.Equal(now, disk) && !m.approve {
		m.fail(n, "files changed, and nothing was approved: %q became %q", disk, now)
	}
	m.keptEdits(n)
}

// discards forgets the edits if the last event agreed to lose them.
func (m *monkey) discards() {
	if !strings.Contains(m.before, "will be lost") || m.h.says("will be lost") || len(m.last) == 0 {
		return
	}
	switch event := m.last[len(m.last)-1]; {
	case strings.HasPrefix(event, "press *"), strings.HasPrefix(event, "press Keep editing"), strings.HasPrefix(event, "press Cancel"):
	case strings.HasPrefix(event, "press "), event == "key Return", event == "key Space":
		m.watch.mu.Lock()
		defer m.watch.mu.Unlock()
		clear(m.watch.edited)
	}
}

// busy reports whether files are being changed.
func (m *monkey) busy() bool {
	return m.h.says("You can cancel at any time") || m.h.says("…]") || !m.h.says("[Save plan…]")
}

// keptEdits checks that no edited plan was lost without a question.
func (m *monkey) keptEdits(n int) {
	had, has := strings.Contains(m.before, "[Save plan…]"), m.h.says("[Save plan…]")
	home := m.h.says("What would you like to tidy?")
	if had && !has && home && m.editedNow() && n-m.warned > monkeyLag {
		m.fail(n, "a plan with edits has gone, and nothing was asked")
	}
	m.watch.mu.Lock()
	defer m.watch.mu.Unlock()
	if m.watch.lost && n-m.warned > monkeyLag {
		m.fail(n, "files were read in the place of a plan with edits, and nothing was asked")
	}
	m.watch.lost = false
	if had && !has && home {
		clear(m.watch.edited)
	}
}

func (m *monkey) fail(n int, format string, args ...any) {
	m.t.Helper()
	m.t.Errorf("event %d: %s\nIts last events:\n%s\nThe screen:\n%s", n, fmt.Sprintf(format, args...), strings.Join(m.last[max(0, len(m.last)-25):], "\n"), m.before)
}

// editedNow reports whether the plan under review is edited.
func (m *monkey) editedNow() bool {
	m.watch.mu.Lock()
	defer m.watch.mu.Unlock()
	return len(m.watch.edited) > 0
}

func (m *monkey) did(format string, args ...any) {
	m.last = append(m.last, fmt.Sprintf(format, args...))
}

// act makes one event, and reports whether it may approve something.
func (m *monkey) act() bool {
	switch k := m.rng.IntN(100); {
	case k < 50:
		return m.tap()
	case k < 68:
		return m.key()
	case k < 78:
		m.types()
	case k < 86:
		m.shortcut()
	case k < 90:
		m.scroll()
	case k < 94:
		dirs := m.folders[:1+m.rng.IntN(len(m.folders))]
		m.did("drop %q", dirs)
		m.h.window.Drop(slices.Clone(dirs))
	case k < 96:
		size := []fyne.Size{wide, narrow, fyne.NewSize(1920, 1080)}[m.rng.IntN(3)]
		m.did("resize to %v", size)
		m.h.window.Fyne().Resize(size)
	default:
		m.did("wait")
		runtime.Gosched()
	}
	return false
}

// tap clicks the middle of a random widget.
func (m *monkey) tap() bool {
	c := m.h.window.Fyne().Canvas()
	var at []fyne.CanvasObject
	for _, o := range m.h.all() {
		if _, ok := o.(fyne.Tappable); ok && o.Size().Width > 0 && o.Size().Height > 0 {
			at = append(at, o)
		}
	}
	if len(at) == 0 {
		return false
	}
	o := at[m.rng.IntN(len(at))]
	pos := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Add(fyne.NewPos(o.Size().Width/2, o.Size().Height/2))
	if pos.X < 0 || pos.Y < 0 || pos.X > c.Size().Width || pos.Y > c.Size().Height {
		return false
	}
	m.pressed++
	name := fmt.Sprintf("%T", o)
	approves := false
	for _, under := range m.h.all() { // the buttons below the pointer
		if b, ok := under.(*widgets.Button); ok {
			p := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
			if pos.X >= p.X && pos.Y >= p.Y && pos.X <= p.X+b.Size().Width && pos.Y <= p.Y+b.Size().Height {
				name = b.Text()
				approves = approves || approval(b.Text())
			}
		}
	}
	m.did("press %s at %v", name, pos)
	test.TapCanvas(c, pos)
	return approves
}

// approval reports whether a button with these words may change files.
func approval(words string) bool {
	for _, word := range []string{"Rename", "Undo", "Finish", "Roll back", "Move", "Yes", "Restore", "Apply"} {
		if strings.HasPrefix(words, word) {
			return true
		}
	}
	return false
}

func (m *monkey) key() bool {
	keys := []fyne.KeyName{fyne.KeyTab, fyne.KeyTab, fyne.KeyUp, fyne.KeyDown, fyne.KeyReturn, fyne.KeyEscape, fyne.KeyEscape, fyne.KeySpace, fyne.KeyF2, fyne.KeyDelete, fyne.KeyPageDown, fyne.KeyPageUp, fyne.KeyHome, fyne.KeyEnd, fyne.KeyF1, fyne.KeyLeft, fyne.KeyRight, fyne.KeyBackspace}
	key := keys[m.rng.IntN(len(keys))]
	m.did("key %s", key)
	if key == fyne.KeyTab {
		m.h.window.Fyne().Canvas().FocusNext()
		return false
	}
	m.h.key(key)
	return key == fyne.KeyReturn || key == fyne.KeySpace
}

func (m *monkey) types() {
	f := m.h.window.Fyne().Canvas().Focused()
	if f == nil {
		return
	}
	letters := []rune("ab 12-ü{}/?*\u202e")
	r := letters[m.rng.IntN(len(letters))]
	m.did("type %q", r)
	f.TypedRune(r)
}

func (m *monkey) shortcut() {
	keys := []fyne.KeyName{fyne.Key1, fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5, fyne.Key6, fyne.KeyZ, fyne.KeyZ, fyne.KeyY, fyne.KeyF, fyne.KeyN, fyne.KeyO}
	key := keys[m.rng.IntN(len(keys))]
	m.did("Ctrl+%s", key)
	m.h.shortcut(key)
}

func (m *monkey) scroll() {
	for _, o := range m.h.all() {
		if s, ok := o.(fyne.Scrollable); ok && m.rng.IntN(3) == 0 {
			m.did("scroll %T", o)
			s.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, float32(m.rng.IntN(2000)-1000))})
			return
		}
	}
}
