package plan

import (
	"cmp"
	"image"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// row is one file of a plan: tick, thumbnail, the name before and after, and the
// evidence. Rows are reused for other files as the list scrolls.
type row struct {
	widget.BaseWidget
	r    *Review
	from string // which file it shows

	back   *widgets.Area
	tick   *widgets.Tick
	thumb  *widgets.Thumb
	before *widgets.Text
	after  *nameText
	entry  *widgets.Entry
	ext    *widgets.Text
	chips  []*widgets.Chip
	more   *widgets.Chip // how many do not fit
	stop   func()        // cancels a pending thumbnail
}

func newRow(r *Review) *row {
	w := &row{
		r: r, back: widgets.NewArea(""), thumb: widgets.NewThumb(),
		before: widgets.Small("").Shrink(), entry: widgets.NewEntry(locale.L("no change")),
		ext: widgets.Quiet(""), more: widgets.NewChip("", widgets.Plain, nil), stop: func() {},
	}
	w.tick = widgets.NewTick(func() {
		if w.tick.Shifted() {
			r.tickRange(w.from)
			return
		}
		r.toggle(w.from)
	})
	w.after = newNameText(func() { r.edit(w.from) })
	w.entry.Left = func(text string) { r.rename(w.from, text) }
	w.entry.OnSubmitted = func(text string) {
		r.rename(w.from, text)
		r.frame.Focus(r.list)
	}
	w.entry.GivenUp = func() {
		r.stopEditing()
		r.frame.Focus(r.list)
	}
	w.entry.Hide()
	w.ext.Hide()
	for range len(fieldOrder()) + 1 {
		w.chips = append(w.chips, widgets.NewChip("", widgets.Plain, nil))
	}
	w.ExtendBaseWidget(w)
	return w
}

// show shows the item.
func (w *row) show(it plan.Item) {
	if w.from != it.From {
		w.keepTyped()
		w.stop()
		w.from = it.From
		w.stop = w.r.thumbs.Want(it.From, func(img image.Image) { w.thumb.Fill(img) })
	}
	w.back.Paint(w.background(it))
	w.tick.Set(it.Status == plan.StatusReady, it.To != it.From)
	w.before.Set(beforeWords(it, w.r.plan.Roots))
	if it.To == it.From {
		w.after.set(locale.L("no change"), theme.Muted, false)
	} else {
		w.after.set(filepath.Base(it.To), theme.Ink, true)
	}
	w.showChips(it)
	w.showEntry(it)
	w.Refresh()
}

// keepTyped takes the name being typed when the row scrolls away. The list is busy just
// now: it is taken right after.
func (w *row) keepTyped() {
	if from, typed := w.from, w.entry.Text; w.entry.Visible() {
		w.r.frame.Work.Post(func() { w.r.rename(from, typed) })
	}
}

func (w *row) background(it plan.Item) fyne.ThemeColorName {
	if it.From == w.r.selected {
		return theme.Tint
	}
	return theme.Surface
}

// beforeWords are the present name, with the folder if the file leaves it.
func beforeWords(it plan.Item, roots []string) string {
	name := filepath.Base(it.From)
	for _, root := range roots {
		if rel, inside := filename.Inside(root, it.From); inside && rel != "." {
			name = rel
		}
	}
	if to := filepath.Dir(it.To); to != filepath.Dir(it.From) {
		name += "  →  " + filepath.Base(to)
	}
	return name
}

func (w *row) showChips(it plan.Item) {
	n := 0
	add := func(words string, mood widgets.Mood, press func()) {
		w.chips[n].Set(words, mood, press)
		w.chips[n].Show()
		n++
	}
	for _, name := range fieldOrder() {
		f, ok := it.Fields[name]
		words := chipWords(it, name)
		if !ok || f.Value == "" || slices.ContainsFunc(w.chips[:n], func(c *widgets.Chip) bool { return c.Text() == kit.Short(words, chipRunes) }) {
			continue
		}
		mood := widgets.Sure
		if len(f.Doubts) > 0 || name == doubted(it) {
			mood = widgets.Uncertain
		}
		add(kit.Short(words, chipRunes), mood, func() { w.r.point(it.From, name) })
	}
	if n == 0 || it.Status == plan.StatusSkip {
		if why := whyWords(it); why != "" {
			add(kit.OneLine(why), widgets.Plain, func() { w.r.point(it.From, "") })
		}
	}
	for _, c := range w.chips[n:] {
		c.Hide()
	}
}

// chipWords are the words in the document.
func chipWords(it plan.Item, field string) string {
	f := it.Fields[field]
	words := cmp.Or(f.Evidence.Text, f.Value)
	if field == plan.FieldAmount && !strings.ContainsFunc(words, isCurrency) {
		words = shownValue(it, field)
	}
	if it.Read.Method != plan.MethodEXIF || field != plan.FieldDate || f.Evidence.Text == "" {
		return words
	}
	if t, err := time.Parse("2006-01-02T15:04:05", words); err == nil {
		words = locale.ShortDate(t)
	}
	return locale.L("{{.When}} · camera", "When", words)
}

// isCurrency reports whether a character is part of a currency.
func isCurrency(r rune) bool { return unicode.IsLetter(r) || unicode.Is(unicode.Sc, r) }

// chipRunes is how long a chip may be.
const chipRunes = 28

func (w *row) showEntry(it plan.Item) {
	editing := w.r.editing == it.From
	if editing == w.entry.Visible() {
		return
	}
	if editing {
		w.entry.SetText(stem(it.To))
		w.ext.Set(filepath.Ext(it.From))
		w.entry.Show()
		w.ext.Show()
		w.r.openEntry = w.entry
	} else {
		w.entry.Hide()
		w.ext.Hide()
	}
	w.after.Hidden = editing
}

// CreateRenderer implements fyne.Widget.
func (w *row) CreateRenderer() fyne.WidgetRenderer {
	return &rowRenderer{w}
}

// The places in a row, in Fyne's units.
const (
	rowHeight                  float32 = 80
	rowTick                    float32 = 8
	rowThumb                   float32 = 47
	rowText                    float32 = 92
	rowSide                    float32 = 12
	rowBefore, rowName, rowTag float32 = 7, 26, 53 // an entry fits between
	nameHeight                 float32 = 24
	chipGap                    float32 = 5
	extWidth                   float32 = 52
)

type rowRenderer struct{ w *row }

func (r *rowRenderer) MinSize() fyne.Size { return fyne.NewSize(240, rowHeight) }

func (r *rowRenderer) Layout(size fyne.Size) {
	w, room := r.w, size.Width-rowText-rowSide
	put := func(o fyne.CanvasObject, x, y, width, height float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(width, height))
	}
	put(w.back, 0, 0, size.Width, size.Height)
	t := w.tick.MinSize()
	put(w.tick, rowTick, (size.Height-t.Height)/2, t.Width, t.Height)
	th := w.thumb.MinSize()
	put(w.thumb, rowThumb, (size.Height-th.Height)/2, th.Width, th.Height)
	put(w.before, rowText, rowBefore, room, w.before.MinSize().Height)
	put(w.after, rowText, rowName, room, nameHeight)
	line := w.entry.MinSize().Height
	put(w.entry, rowText-8, rowName+(nameHeight-line)/2, room-extWidth+8, line)
	put(w.ext, rowText+room-extWidth+6, rowName+4, extWidth, w.ext.MinSize().Height)
	r.layChips(rowTag, size.Width-rowSide)
}

// layChips lays out the chips up to right; the number of those that do not fit is shown
// in their place: the page at the side shows them.
func (r *rowRenderer) layChips(y, right float32) {
	w, x := r.w, rowText
	var shown []*widgets.Chip
	for _, c := range w.chips {
		c.Resize(fyne.Size{})
		if c.Text() != "" && c.Visible() {
			shown = append(shown, c)
		}
	}
	w.more.Hide()
	for i, c := range shown {
		m := c.MinSize()
		keep := right
		if i < len(shown)-1 {
			keep -= moreWidth
		}
		if x+m.Width > keep && i > 0 {
			w.more.Set(locale.L("+{{.N}}", "N", len(shown)-i), widgets.Plain, func() { w.r.choose(w.from) })
			w.more.Show()
			w.more.Move(fyne.NewPos(x, y))
			w.more.Resize(w.more.MinSize())
			return
		}
		c.Move(fyne.NewPos(x, y))
		c.Resize(fyne.NewSize(min(m.Width, right-rowText), m.Height))
		x += m.Width + chipGap
	}
}

// moreWidth is the width of the chip that counts the others.
const moreWidth float32 = 38

func (r *rowRenderer) Refresh() {
	r.Layout(r.w.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

func (r *rowRenderer) Objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.w.back, r.w.tick, r.w.thumb, r.w.before, r.w.after}
	for _, c := range r.w.chips {
		if c.Size().Width > 0 {
			objects = append(objects, c)
		}
	}
	return append(objects, r.w.more, r.w.entry, r.w.ext)
}

func (r *rowRenderer) Destroy() { r.w.stop() }

// nameText is the new name, which can be edited.
type nameText struct {
	widget.BaseWidget
	text  *widgets.Text
	press func()
}

func newNameText(press func()) *nameText {
	n := &nameText{text: widgets.Strong("").Shrink().Middle(), press: press}
	n.ExtendBaseWidget(n)
	return n
}

func (n *nameText) set(words string, colour fyne.ThemeColorName, bold bool) {
	n.text.Style(colour, bold)
	n.text.Set(words)
}

// Tapped implements fyne.Tappable.
func (n *nameText) Tapped(*fyne.PointEvent) { n.press() }

// Cursor shows that there is text to edit.
func (n *nameText) Cursor() desktop.Cursor { return desktop.TextCursor }

// CreateRenderer implements fyne.Widget.
func (n *nameText) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(n.text)
}
