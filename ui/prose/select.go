package prose

import (
	"math"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/theme"
	"github.com/deskhand/deskhand/ui/widgets"
)

// spot is a place in the text: after that many characters of a line.
type spot struct{ paragraph, line, at int }

func (s spot) before(t spot) bool {
	switch {
	case s.paragraph != t.paragraph:
		return s.paragraph < t.paragraph
	case s.line != t.line:
		return s.line < t.line
	}
	return s.at < t.at
}

// selection is the selected range, from where it began to the current place.
type selection struct {
	r           *proseRenderer
	anchor, now spot
	focused     bool
	overLink    bool
}

// selects reports whether anything is selected.
func (s *selection) selects() bool { return s.anchor != s.now }

// ends returns the ends of the selection in the order of the text.
func (s *selection) ends() (from, to spot) {
	if s.now.before(s.anchor) {
		return s.now, s.anchor
	}
	return s.anchor, s.now
}

// everything is past the end of any line.
const everything = math.MaxInt

// spotAt returns the place of the text nearest to a position, and the piece right there.
func (r *proseRenderer) spotAt(at fyne.Position) (spot, Span) {
	i := r.at(at.Y)
	if i == len(r.set) {
		return spot{i, 0, 0}, Span{}
	}
	s := &r.set[i]
	n := min(max(0, int((at.Y-s.lineTop(0))/s.line)), len(s.lines)-1)
	x, passed := at.X-s.in, 0
	for _, p := range s.lines[n] {
		if x < p.x {
			return spot{i, n, passed}, Span{}
		}
		runes := []rune(p.Words)
		if x > p.x+p.width {
			passed += len(runes)
			continue
		}
		return spot{i, n, passed + r.runeAt(s.of, p, runes, x-p.x)}, p.Span
	}
	return spot{i, n, passed}, Span{}
}

// runeAt returns how many characters of a piece are before x.
func (r *proseRenderer) runeAt(of Paragraph, p piece, runes []rune, x float32) int {
	low, high := 0, len(runes)
	for low < high {
		mid := (low + high) / 2
		if (r.prefix(of, p, runes[:mid])+r.prefix(of, p, runes[:mid+1]))/2 < x {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// prefix returns the width of the first characters of a piece.
func (r *proseRenderer) prefix(of Paragraph, p piece, runes []rune) float32 {
	size := r.size
	if of.Title {
		size = widgets.SizeOf(r.p, theme.SizeTitle)
	}
	return fyne.MeasureText(string(runes), size, p.style()).Width
}

// cut returns the selected characters of a line.
func (s *selection) cut(i, n int) (from, to int, any bool) {
	first, last := s.ends()
	line := spot{i, n, 0}
	if !s.selects() || (spot{i, n, everything}).before(first) || last.before(line) {
		return 0, 0, false
	}
	to = everything
	if first.paragraph == i && first.line == n {
		from = first.at
	}
	if last.paragraph == i && last.line == n {
		to = last.at
	}
	return from, to, from < to
}

// selected returns where in a line the selection begins, and its width.
func (r *proseRenderer) selected(i, n int) (x, width float32) {
	from, to, any := r.p.cut(i, n)
	if !any {
		return 0, 0
	}
	s := &r.set[i]
	begin, end, passed := float32(-1), float32(0), 0
	for _, p := range s.lines[n] {
		runes := []rune(p.Words)
		low, high := min(max(0, from-passed), len(runes)), min(max(0, to-passed), len(runes))
		if low < high {
			if begin < 0 {
				begin = p.x + r.prefix(s.of, p, runes[:low])
			}
			end = p.x + r.prefix(s.of, p, runes[:high])
		}
		passed += len(runes)
	}
	return begin, end - max(begin, 0)
}

// Selected returns the selected text.
func (p *Prose) Selected() string {
	if p.r == nil || !p.selects() {
		return ""
	}
	first, last := p.ends()
	var lines []string
	for i := first.paragraph; i <= min(last.paragraph, len(p.r.set)-1); i++ {
		lines = append(lines, p.r.words(i))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n ")
}

// words returns the selected text of a paragraph, with cells separated by tabs.
func (r *proseRenderer) words(i int) string {
	s := &r.set[i]
	columns := make([]string, max(1, len(s.columns)))
	for n, line := range s.lines {
		from, to, any := r.p.cut(i, n)
		if !any {
			continue
		}
		if n == 0 && from == 0 && s.of.Mark != "" {
			columns[0] = s.of.Mark + " "
		}
		passed := 0
		for _, p := range line {
			runes := []rune(p.Words)
			low, high := min(max(0, from-passed), len(runes)), min(max(0, to-passed), len(runes))
			if low < high {
				columns[p.column] += string(runes[low:high])
			}
			passed += len(runes)
		}
	}
	for c := range columns {
		columns[c] = strings.TrimRight(columns[c], " ")
	}
	return strings.Trim(strings.Join(columns, "\t"), "\t")
}

// mark selects from one place to another.
func (p *Prose) mark(from, to spot) {
	p.anchor, p.now = from, to
	p.redraw()
}

// redraw shows the selection.
func (p *Prose) redraw() {
	if p.r != nil {
		before := len(p.r.back)
		p.r.draw()
		if len(p.r.back) != before && len(p.r.texts) > 0 {
			p.r.texts[0].Refresh()
		}
	}
}

// MouseDown begins a selection; with Shift it extends it.
func (p *Prose) MouseDown(e *desktop.MouseEvent) {
	if p.r == nil || e.Button != desktop.MouseButtonPrimary {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(p); c != nil && c.Focused() != fyne.Focusable(p) {
		c.Focus(p)
	}
	at, _ := p.r.spotAt(e.Position)
	if e.Modifier&fyne.KeyModifierShift != 0 {
		p.mark(p.anchor, at)
		return
	}
	p.mark(at, at)
}

// MouseUp implements desktop.Mouseable.
func (p *Prose) MouseUp(*desktop.MouseEvent) {}

// Dragged extends the selection.
func (p *Prose) Dragged(e *fyne.DragEvent) {
	if p.r != nil {
		at, _ := p.r.spotAt(e.Position)
		p.mark(p.anchor, at)
	}
}

// DragEnd implements fyne.Draggable.
func (p *Prose) DragEnd() {}

// Tapped follows a link.
func (p *Prose) Tapped(e *fyne.PointEvent) {
	if p.r == nil {
		return
	}
	if _, s := p.r.spotAt(e.Position); p.leads(s) && !p.selects() {
		p.Follow(s.Link)
	}
}

// DoubleTapped selects a word.
func (p *Prose) DoubleTapped(e *fyne.PointEvent) {
	if p.r == nil || len(p.r.set) == 0 {
		return
	}
	at, _ := p.r.spotAt(e.Position)
	if at.paragraph == len(p.r.set) {
		return
	}
	var runes []rune
	for _, piece := range p.r.set[at.paragraph].lines[at.line] {
		runes = append(runes, []rune(piece.Words)...)
	}
	from, to := at, at
	for from.at > 0 && inWord(runes[from.at-1]) {
		from.at--
	}
	for to.at < len(runes) && inWord(runes[to.at]) {
		to.at++
	}
	p.mark(from, to)
}

func inWord(r rune) bool { return !unicode.IsSpace(r) && !unicode.IsPunct(r) || r == '_' || r == '-' }

// TappedSecondary offers to copy.
func (p *Prose) TappedSecondary(e *fyne.PointEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(p)
	if c == nil {
		return
	}
	choices := []widgets.Choice{{Words: locale.L("Copy this text"), Pick: func() { setClipboard(p.String()) }}}
	if selected := p.Selected(); selected != "" {
		choices = append([]widgets.Choice{{Words: locale.L("Copy selection"), Pick: func() { setClipboard(selected) }}}, choices...)
	}
	widgets.OpenMenuAt(c, e.AbsolutePosition, choices)
}

func setClipboard(text string) { fyne.CurrentApp().Clipboard().SetContent(text) }

// TypedShortcut copies the selection, or selects all; other shortcuts go to the window.
func (p *Prose) TypedShortcut(s fyne.Shortcut) {
	switch s.(type) {
	case *fyne.ShortcutCopy:
		if selected := p.Selected(); selected != "" {
			setClipboard(selected)
		}
	case *fyne.ShortcutSelectAll:
		p.mark(spot{}, spot{len(p.paragraphs), 0, 0})
	default:
		widgets.PassShortcut(p, s)
	}
}

// FocusGained implements fyne.Focusable.
func (p *Prose) FocusGained() {
	p.focused = true
	p.redraw()
}

// FocusLost clears the selection.
func (p *Prose) FocusLost() {
	p.focused = false
	p.mark(spot{}, spot{})
}

// TypedRune implements fyne.Focusable.
func (p *Prose) TypedRune(rune) {}

// TypedKey passes every key to the window.
func (p *Prose) TypedKey(key *fyne.KeyEvent) { widgets.PassOn(p, key) }

// MouseIn implements desktop.Hoverable.
func (p *Prose) MouseIn(e *desktop.MouseEvent) { p.MouseMoved(e) }

// MouseMoved sets the cursor for the text below it.
func (p *Prose) MouseMoved(e *desktop.MouseEvent) {
	if p.r == nil {
		return
	}
	_, s := p.r.spotAt(e.Position)
	p.overLink = p.leads(s)
}

// MouseOut implements desktop.Hoverable.
func (p *Prose) MouseOut() {}

// Cursor is that for text, or for a link.
func (p *Prose) Cursor() desktop.Cursor {
	if p.overLink {
		return desktop.PointerCursor
	}
	return desktop.TextCursor
}
