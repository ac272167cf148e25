package widgets

import (
	"sort"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Text is words in one size and colour: one line, or a paragraph that wraps.
type Text struct {
	widget.BaseWidget
	text   string
	size   fyne.ThemeSizeName
	colour fyne.ThemeColorName
	bold   bool
	shrink bool
	wrap   bool
	middle bool
}

// NewText returns a line of text.
func NewText(s string, size fyne.ThemeSizeName, colour fyne.ThemeColorName, bold bool) *Text {
	t := &Text{text: s, size: size, colour: colour, bold: bold}
	t.ExtendBaseWidget(t)
	return t
}

// Heading returns the heading of a page.
func Heading(s string) *Text { return NewText(s, theme.SizeHeading, theme.Ink, true) }

// Title returns the title of a card.
func Title(s string) *Text { return NewText(s, theme.SizeTitle, theme.Ink, true) }

// Body returns running text.
func Body(s string) *Text { return NewText(s, theme.SizeBody, theme.Ink, false) }

// Strong returns emphasized running text.
func Strong(s string) *Text { return NewText(s, theme.SizeBody, theme.Ink, true) }

// Quiet returns muted running text.
func Quiet(s string) *Text { return NewText(s, theme.SizeBody, theme.Muted, false) }

// Small returns small print.
func Small(s string) *Text { return NewText(s, theme.SizeSmall, theme.Muted, false) }

// Shrink allows the line to be cut with an ellipsis.
func (t *Text) Shrink() *Text {
	t.shrink = true
	return t
}

// Middle cuts in the middle, for file names, whose end says what they are.
func (t *Text) Middle() *Text {
	t.middle = true
	return t
}

// Wrap makes it a paragraph.
func (t *Text) Wrap() *Text {
	t.wrap = true
	return t
}

// Coloured sets its colour.
func (t *Text) Coloured(c fyne.ThemeColorName) *Text {
	t.colour = c
	return t
}

// Set changes the words.
func (t *Text) Set(s string) {
	if t.text == s {
		return
	}
	t.text = s
	t.Refresh()
}

// Style changes colour and weight.
func (t *Text) Style(c fyne.ThemeColorName, bold bool) {
	if t.colour == c && t.bold == bold {
		return
	}
	t.colour, t.bold = c, bold
	t.Refresh()
}

// Bold reports whether it is bold.
func (t *Text) Bold() bool { return t.bold }

// String returns the words in full, even if they are cut.
func (t *Text) String() string { return t.text }

// full returns its width in one uncut line.
func (t *Text) full() float32 { return textSize(t.text, SizeOf(t, t.size), t.bold).Width }

// CreateRenderer implements fyne.Widget.
func (t *Text) CreateRenderer() fyne.WidgetRenderer {
	r := &textRenderer{t: t}
	r.Refresh()
	return r
}

type textRenderer struct {
	t     *Text
	lines []*canvas.Text
	last  lineBreaks
}

// lineBreaks caches how words were broken into lines: measuring is slow, and a layout
// asks repeatedly.
type lineBreaks struct {
	words       string
	width, size float32
	bold        bool
	lines       []string
}

func (r *textRenderer) measure(s string) fyne.Size {
	return textSize(s, SizeOf(r.t, r.t.size), r.t.bold)
}

func (r *textRenderer) MinSize() fyne.Size {
	line := r.measure("Mg")
	switch {
	case r.t.wrap:
		n := max(1, len(r.broken(r.t.Size().Width)))
		return fyne.NewSize(60, line.Height*float32(n))
	case r.t.shrink:
		return fyne.NewSize(min(40, r.measure(r.t.text).Width), line.Height)
	default:
		return fyne.NewSize(r.measure(r.t.text).Width, line.Height)
	}
}

// broken returns the words in lines for this width.
func (r *textRenderer) broken(width float32) []string {
	if width <= 0 || !r.t.wrap && !r.t.shrink {
		return []string{r.t.text}
	}
	now := lineBreaks{words: r.t.text, width: width, size: SizeOf(r.t, r.t.size), bold: r.t.bold}
	if l := r.last; l.words == now.words && l.width == now.width && l.size == now.size && l.bold == now.bold {
		return l.lines
	}
	measure := func(s string) float32 { return r.measure(s).Width }
	if r.t.wrap {
		now.lines = wrapWords(r.t.text, width, measure)
	} else if r.t.middle {
		now.lines = []string{middle(r.t.text, width, measure)}
	} else {
		now.lines = []string{ellipsis(r.t.text, width, measure)}
	}
	r.last = now
	return now.lines
}

func (r *textRenderer) Layout(size fyne.Size) { r.show(r.broken(size.Width), size) }

func (r *textRenderer) show(lines []string, size fyne.Size) {
	r.lines = amountOf(r.lines, len(lines))
	height := r.measure("Mg").Height
	y := float32(0)
	if !r.t.wrap {
		y = (size.Height - height) / 2
	}
	for i, c := range r.lines {
		c.Text, c.Color = lines[i], ColourOf(r.t, r.t.colour)
		c.TextSize, c.TextStyle.Bold = SizeOf(r.t, r.t.size), r.t.bold
		Place(c, 0, y+float32(i)*height, size.Width, height)
		c.Refresh()
	}
}

func (r *textRenderer) Refresh() {
	r.Layout(r.t.Size())
	canvas.Refresh(r.t)
}

func (r *textRenderer) Objects() []fyne.CanvasObject { return objectsOf(r.lines) }

// amountOf resizes texts to n.
func amountOf(texts []*canvas.Text, n int) []*canvas.Text {
	for len(texts) < n {
		texts = append(texts, canvas.NewText("", nil))
	}
	return texts[:n]
}

func objectsOf(texts []*canvas.Text) []fyne.CanvasObject {
	objects := make([]fyne.CanvasObject, len(texts))
	for i, t := range texts {
		objects[i] = t
	}
	return objects
}

func (r *textRenderer) Destroy() {}

// ellipsis cuts s so that it fits into width.
func ellipsis(s string, width float32, measure func(string) float32) string {
	if measure(s) <= width+0.5 {
		return s
	}
	runes := []rune(s)
	fits := sort.Search(len(runes), func(n int) bool { return measure(string(runes[:n+1])+"…") > width })
	return strings.TrimRight(string(runes[:fits]), " ") + "…"
}

// nameEnd is how many letters at its end a name cut in the middle keeps.
const nameEnd = 12

// middle is ellipsis that keeps the end of s.
func middle(s string, width float32, measure func(string) float32) string {
	runes := []rune(s)
	if measure(s) <= width+0.5 || len(runes) <= 2*nameEnd {
		return ellipsis(s, width, measure)
	}
	end := string(runes[len(runes)-nameEnd:])
	return ellipsis(string(runes[:len(runes)-nameEnd]), width-measure(end), measure) + end
}

// wrapWords breaks s at spaces into lines of at most width; a word longer than a line is
// broken anywhere.
func wrapWords(s string, width float32, measure func(string) float32) []string {
	var lines []string
	for paragraph := range strings.SplitSeq(s, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			next := word
			if line != "" {
				next = line + " " + word
			}
			if measure(next) <= width {
				line = next
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			var whole []string
			whole, line = BreakWord(word, width, measure)
			lines = append(lines, whole...)
		}
		lines = append(lines, line)
	}
	return lines
}

// BreakWord returns the full lines that word fills, and the rest of it.
func BreakWord(word string, width float32, measure func(string) float32) (full []string, rest string) {
	runes := []rune(word)
	for len(runes) > 1 && measure(string(runes)) > width {
		fits := 1 + sort.Search(len(runes)-2, func(n int) bool { return measure(string(runes[:n+2])) > width })
		full = append(full, string(runes[:fits]))
		runes = runes[fits:]
	}
	return full, string(runes)
}
