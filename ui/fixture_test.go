package ui_test

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/ui"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/portal"
	"github.com/deskhand/deskhand/ui/prose"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// fixture is a window with a backend. The test's goroutine is the UI goroutine; posted work
// waits until the test runs it.
type fixture struct {
	t       *testing.T
	backend *backend
	window  *ui.Window
	posted  chan func()
	opened  []string
	closed  bool
	saveAs  string // the answer of the desktop's dialog; empty if there is none
}

// variant is a theme in a system's light or dark variant.
type variant struct {
	fyne.Theme
	v fyne.ThemeVariant
}

func (v *variant) Color(name fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	return v.Theme.Color(name, v.v)
}

// TestMain makes English the language of the system.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{"LC_ALL": "en_US.UTF-8", "LANGUAGE": "", locale.Variable: ""} {
		if err := os.Setenv(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

func open(t *testing.T, d *backend, v fyne.ThemeVariant, paths ...string) *fixture {
	t.Helper()
	return openOn(t, d, d, v, paths...)
}

// openOn opens a window on a backend.
func openOn(t *testing.T, d *backend, on ui.Backend, v fyne.ThemeVariant, paths ...string) *fixture {
	t.Helper()
	return openWith(t, d, on, v, ui.Options{Paths: paths})
}

// openWith is openOn with the state to restore, and a function to save it.
func openWith(t *testing.T, d *backend, on ui.Backend, v fyne.ThemeVariant, with ui.Options) *fixture {
	t.Helper()
	h := &fixture{t: t, backend: d, posted: make(chan func(), 1<<14)}
	a := test.NewTempApp(t)
	locale.MonthsFirst(false) // an earlier test may have changed it
	d.asker = ui.NewAsker()
	h.window = ui.New(a, on, ui.Options{
		Asker: d.asker,
		Paths: with.Paths, Kept: with.Kept, Keep: with.Keep, Picture: with.Picture, Theme: &variant{theme.New(), v},
		Post:  func(f func()) { h.posted <- f },
		Now:   func() time.Time { return d.now.Add(time.Minute) },
		Pulse: time.Millisecond,
		Open: func(folder string) error {
			h.opened = append(h.opened, folder)
			return nil
		},
		SaveAs: func(context.Context, string, string) (string, error) {
			if h.saveAs == "" {
				return "", portal.ErrNone
			}
			return h.saveAs, nil
		},
		Browse: func(address string) error {
			h.opened = append(h.opened, address)
			return nil
		},
	})
	if with.Kept == nil {
		h.window.Fyne().Resize(wide)
	}
	h.window.Show()
	t.Cleanup(h.close)
	return h
}

// close closes the window if necessary, and waits for its goroutines.
func (h *fixture) close() {
	if h.closed {
		return
	}
	h.closed = true
	h.window.Close()
	h.window.Wait()
}

func light(t *testing.T, d *backend, paths ...string) *fixture {
	t.Helper()
	return open(t, d, fynetheme.VariantLight, paths...)
}

// until runs posted work until seen returns true.
func (h *fixture) until(what string, seen func() bool) {
	h.t.Helper()
	limit := time.After(20 * time.Second)
	for !seen() {
		select {
		case f := <-h.posted:
			f()
		case <-limit:
			h.t.Fatalf("waited for %s; on the screen is:\n%s", what, strings.Join(h.words(), "\n"))
		}
	}
}

// drain runs all posted work.
func (h *fixture) drain() {
	for {
		select {
		case f := <-h.posted:
			f()
		default:
			return
		}
	}
}

func (h *fixture) untilSaid(words string) {
	h.t.Helper()
	h.until(fmt.Sprintf("%q", words), func() bool { return h.says(words) })
}

// all returns the visible objects, outermost first.
func (h *fixture) all() []fyne.CanvasObject {
	c := h.window.Fyne().Canvas()
	objects := seen(c.Content())
	for _, o := range c.Overlays().List() {
		objects = append(objects, seen(o)...)
	}
	return objects
}

func seen(o fyne.CanvasObject) []fyne.CanvasObject {
	if !o.Visible() {
		return nil
	}
	all := []fyne.CanvasObject{o}
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			all = append(all, seen(child)...)
		}
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			all = append(all, seen(child)...)
		}
	}
	return all
}

// words returns the texts on the screen.
func (h *fixture) words() []string {
	var all []string
	for _, o := range h.all() {
		all = append(all, wordsOf(o)...)
	}
	return all
}

func wordsOf(o fyne.CanvasObject) []string {
	switch o := o.(type) {
	case *widgets.Text:
		return []string{o.String()}
	case *widgets.Phrase:
		return []string{o.String()}
	case *widgets.Button:
		return []string{"[" + o.Text() + "]"}
	case *widgets.SearchField:
		return []string{"[" + o.Text() + "]"}
	case *widgets.Filter:
		return []string{"(" + o.Text() + ")"}
	case *prose.Prose:
		return []string{o.String()}
	case *widgets.Tag:
		return []string{"<" + o.Text() + ">"}
	case *widgets.Chip:
		return []string{"<" + o.Text() + ">"}
	case *widgets.Field:
		label, value, source := o.Words()
		return []string{label + ": " + value + " · " + source}
	case *widgets.Paper:
		return []string{o.String()}
	case *widgets.Entry:
		return []string{"_" + o.Text + "_"}
	}
	return nil
}

func (h *fixture) says(words string) bool {
	return strings.Contains(strings.Join(h.words(), "\n"), words)
}

func (h *fixture) chip(text string) *widgets.Chip {
	h.t.Helper()
	return find(h, "chip "+text, func(c *widgets.Chip) bool { return c.Text() == text })
}

func (h *fixture) filter(text string) {
	h.t.Helper()
	test.Tap(find(h, "filter "+text, func(f *widgets.Filter) bool { return f.Text() == text }))
}

func (h *fixture) page() *widgets.Page {
	h.t.Helper()
	return find(h, "page", func(*widgets.Page) bool { return true })
}

func (h *fixture) list() *widgets.List {
	h.t.Helper()
	return find(h, "list", func(*widgets.List) bool { return true })
}

// rail clicks an entry of the rail.
func (h *fixture) rail(label string) {
	h.t.Helper()
	test.Tap(find(h, label+" on the rail", func(i *widgets.RailItem) bool { return i.Label() == label }))
}

// typing types into the focused widget.
func (h *fixture) typing(text string) {
	h.t.Helper()
	f := h.window.Fyne().Canvas().Focused()
	if f == nil {
		h.t.Fatalf("nothing has the keyboard to type %q", text)
	}
	for _, r := range text {
		f.TypedRune(r)
	}
}

// shortcut presses Ctrl with a key, as the desktop driver does: the focused widget gets it
// first.
func (h *fixture) shortcut(key fyne.KeyName) {
	var s fyne.Shortcut
	switch key {
	case fyne.KeyZ:
		s = &fyne.ShortcutUndo{}
	case fyne.KeyY:
		s = &fyne.ShortcutRedo{}
	default:
		s = &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierControl}
	}
	c := h.window.Fyne().Canvas()
	if f, ok := c.Focused().(fyne.Shortcutable); ok {
		f.TypedShortcut(s)
		return
	}
	c.(fyne.Shortcutable).TypedShortcut(s)
}

// mustSay fails unless all of these are on the screen.
func (h *fixture) mustSay(all ...string) {
	h.t.Helper()
	for _, words := range all {
		if !h.says(words) {
			h.t.Errorf("the screen does not say %q; it says:\n%s", words, strings.Join(h.words(), "\n"))
		}
	}
}

func (h *fixture) mustNotSay(all ...string) {
	h.t.Helper()
	for _, words := range all {
		if h.says(words) {
			h.t.Errorf("the screen says %q", words)
		}
	}
}

// find returns the first object of its type for which is returns true.
func find[T fyne.CanvasObject](h *fixture, what string, is func(T) bool) T {
	h.t.Helper()
	for _, o := range h.all() {
		if one, ok := o.(T); ok && is(one) {
			return one
		}
	}
	h.t.Fatalf("there is no %s; on the screen is:\n%s", what, strings.Join(h.words(), "\n"))
	panic("unreachable")
}

func (h *fixture) button(text string) *widgets.Button {
	h.t.Helper()
	return find(h, "button "+text, func(b *widgets.Button) bool { return b.Text() == text })
}

func (h *fixture) press(text string) {
	h.t.Helper()
	b := h.button(text)
	if b.Disabled() {
		h.t.Fatalf("the button %q cannot be pressed now", text)
	}
	test.Tap(b)
}

// key presses a key: the focused widget gets it first.
func (h *fixture) key(name fyne.KeyName) {
	c := h.window.Fyne().Canvas()
	if f := c.Focused(); f != nil {
		f.TypedKey(&fyne.KeyEvent{Name: name})
		return
	}
	c.OnTypedKey()(&fyne.KeyEvent{Name: name})
}

// picture renders the window at a size.
func (h *fixture) picture(size fyne.Size) image.Image {
	defer h.window.Fyne().Resize(wide)
	h.window.Fyne().Resize(size)
	return h.window.Fyne().Canvas().Capture()
}

// The sizes of the window that are tested.
var wide, narrow = fyne.NewSize(1280, 800), fyne.NewSize(900, 600)

// drawn reports whether all pages are drawn.
func (h *fixture) drawn() bool {
	pending := h.says("Opening the page…")
	for _, o := range h.all() {
		if th, ok := o.(*widgets.Thumb); ok && !th.Filled() {
			pending = pending || !h.backend.allDrawn()
		}
	}
	return !pending
}

// folder makes a folder with these files.
func folder(t *testing.T, name string, files ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f), []byte("the content of "+f), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, ", ")
}

// read returns a field read from a page.
func read(value, text string, x, y float64) plan.Field {
	return plan.Field{Value: value, Confidence: 0.96, Evidence: plan.Evidence{
		Text: text, Page: 1, Box: []float64{x, y, 0.0135 * float64(len(text)), 0.022},
	}}
}

// receipts returns a backend that knows eight files, as in the picture of the design.
func receipts() *backend {
	d := newBackend()
	ocr := plan.Read{Pages: "1-1 of 1", Method: plan.MethodOCR, Confidence: 0.96}
	know := func(from, to, date, seen, issuer, kind, title, amount string) {
		fields := map[string]plan.Field{
			plan.FieldDate:   read(date, seen, 0.30, 0.20),
			plan.FieldIssuer: read(issuer, issuer, 0.08, 0.05),
			plan.FieldKind:   read(kind, kind, 0.08, 0.13),
		}
		if title != "" {
			fields[plan.FieldTitle] = read(title, title, 0.30, 0.165)
		}
		if amount != "" {
			fields[plan.FieldAmount] = read(amount, amount, 0.30, 0.30)
		}
		d.known[from] = plan.Item{To: to, Fields: fields, Read: ocr, Status: plan.StatusReady, Confidence: 0.96}
	}
	know("IMG_3310.jpg", "2025-10-18 Kaufhalle Süd Receipt 12.60.jpg", "2025-10-18", "2025-10-18", "Kaufhalle Süd", "Receipt", "", "12,60 EUR")
	know("scan 12.png", "2026-05-12 Alder & Finch Invoice AF-7731.png", "2026-05-12", "12 May 2026", "Alder & Finch", "Invoice", "AF-7731", "")
	know("scan 14.png", "2026-05-12 Hollow Tree Garden Receipt 18.95.png", "2026-05-12", "05/12/2026", "Hollow Tree Garden", "Receipt", "", "")
	know("contract_neu.pdf", "2025-08-01 Kanzlei Brandt Mietvertrag.pdf", "2025-08-01", "1. August 2025", "Dr. Ute Brandt", "Mietvertrag", "", "")
	know("document(7).pdf", "2026-02-20 Wasserwerk Eichtal Rechnung.pdf", "2026-02-20", "20.02.2026", "Wasserwerk Eichtal", "Rechnung", "", "")
	know("IMG_3312.jpg", "2026-04-06 Fromagerie Colin Receipt 8.40.jpg", "2026-04-06", "6 avril 2026", "Fromagerie Colin", "Receipt", "", "")
	doubtful := d.known["scan 14.png"]
	date := doubtful.Fields[plan.FieldDate]
	date.Doubts = []plan.Reason{{Code: plan.DoubtSwapped, Args: []string{"2026-05-12", "2026-12-05"}}}
	doubtful.Fields[plan.FieldDate], doubtful.Status = date, plan.StatusReview
	d.known["scan 14.png"] = doubtful
	d.known["DSC_1187.jpg"] = plan.Item{
		To: "2024-07-02 Photo DSC_1187.jpg", Status: plan.StatusReady, Read: plan.Read{Method: plan.MethodEXIF, Confidence: 1},
		Fields: map[string]plan.Field{plan.FieldDate: {Value: "2024-07-02", Evidence: plan.Evidence{Text: "2 Jul 2024"}}},
	}
	return d
}

func receiptsFolder(t *testing.T) string {
	t.Helper()
	return folder(t, "Receipts 2026", "IMG_3310.jpg", "scan 12.png", "scan 14.png", "contract_neu.pdf",
		"document(7).pdf", "DSC_1187.jpg", "IMG_3312.jpg", "blank.png")
}
