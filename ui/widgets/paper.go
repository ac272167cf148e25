package widgets

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
	"golang.org/x/text/width"

	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/theme"
)

// Paper shows foreign text in full, in a monospaced font, without effect of its control
// characters. It wraps at its width; only the visible part is drawn, whatever the length.
type Paper struct {
	widget.BaseWidget
	list    *List
	framed  fyne.CanvasObject
	text    string
	lines   []string
	columns int
}

// NewPaper returns an empty sheet.
func NewPaper() *Paper {
	p := &Paper{}
	p.list = NewList(func() int { return len(p.lines) },
		func() fyne.CanvasObject { return newPaperLine() },
		func(i int, o fyne.CanvasObject) { o.(*paperLine).show(p.lines[i]) })
	p.list.HideSeparators = true
	p.framed = p.list.framed(listEdge)
	p.ExtendBaseWidget(p)
	return p
}

// Set shows another text, from its beginning.
func (p *Paper) Set(text string) {
	p.text = inert.Spell(text)
	p.fold()
	p.list.Go(0)
	p.list.ScrollToTop()
}

// End shows the end of the text.
func (p *Paper) End() {
	p.list.Go(max(0, len(p.lines)-1))
	p.list.ScrollToBottom()
}

// Snug returns the paper at the top of its space, no higher than its text.
func (p *Paper) Snug() fyne.CanvasObject { return container.New(snugLayout{p}, p) }

type snugLayout struct{ p *Paper }

func (l snugLayout) MinSize([]fyne.CanvasObject) fyne.Size { return l.p.MinSize() }

func (l snugLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	Place(l.p, 0, 0, size.Width, size.Height) // it wraps its text at its width
	line := newPaperLine().MinSize().Height + 1
	Place(l.p, 0, 0, size.Width, min(size.Height, float32(len(l.p.lines))*line+2*listEdge+2))
}

// String returns the text, with invisible characters escaped.
func (p *Paper) String() string { return p.text }

// List returns what gets the focus, to scroll.
func (p *Paper) List() *List { return p.list }

// Resize implements fyne.CanvasObject.
func (p *Paper) Resize(size fyne.Size) {
	p.BaseWidget.Resize(size)
	letter := fyne.MeasureText("M", SizeOf(p, theme.SizeCode), fyne.TextStyle{Monospace: true}).Width
	if columns := int((size.Width - 2*paperSide - paperScroll) / letter); columns != p.columns {
		p.columns = columns
		p.fold()
	}
}

func (p *Paper) fold() {
	p.lines = nil
	for line := range strings.SplitSeq(p.text, "\n") {
		p.lines = append(p.lines, folded(line, max(paperLeast, p.columns))...)
	}
	p.list.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (p *Paper) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.framed) }

const (
	paperSide   float32 = 16 // padding at both sides of a line
	paperScroll float32 = 12 // width of the scroll bar
	paperLeast          = 20 // the least columns of a line
)

// folded breaks a line into lines of at most columns columns, after a space if possible.
func folded(line string, columns int) []string {
	var lines []string
	start, used := 0, 0 // of the current line: its start, its columns
	space, behind := -1, 0
	for i, r := range line {
		w := columnsOf(r)
		for used+w > columns {
			cut := i
			if space > start {
				cut, used = space, used-behind
			} else {
				used = 0
			}
			lines = append(lines, line[start:cut])
			start, space = cut, -1
		}
		if used += w; r == ' ' {
			space, behind = i+1, used
		}
	}
	return append(lines, line[start:])
}

// columnsOf returns how many columns a letter takes.
func columnsOf(r rune) int {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	default:
		return 1
	}
}

// paperLine is one line of a paper.
type paperLine struct {
	widget.BaseWidget
	words string
}

func newPaperLine() *paperLine {
	l := &paperLine{}
	l.ExtendBaseWidget(l)
	return l
}

func (l *paperLine) show(words string) {
	if l.words == words {
		return
	}
	l.words = words
	l.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (l *paperLine) CreateRenderer() fyne.WidgetRenderer {
	r := &paperRenderer{l: l, text: canvas.NewText("", nil)}
	r.objects = []fyne.CanvasObject{r.text}
	r.Refresh()
	return r
}

type paperRenderer struct {
	drawing
	l    *paperLine
	text *canvas.Text
}

func (r *paperRenderer) MinSize() fyne.Size {
	letter := fyne.MeasureText("Mg", SizeOf(r.l, theme.SizeCode), fyne.TextStyle{Monospace: true})
	return fyne.NewSize(letter.Width, letter.Height+1)
}

func (r *paperRenderer) Layout(size fyne.Size) {
	Place(r.text, paperSide, 0, size.Width-2*paperSide, size.Height)
}

func (r *paperRenderer) Refresh() {
	r.text.Text, r.text.Color = r.l.words, ColourOf(r.l, theme.Ink)
	r.text.TextSize, r.text.TextStyle.Monospace = SizeOf(r.l, theme.SizeCode), true
	canvas.Refresh(r.l)
}

// highlighted returns the page with its marks as with a highlighter: the paper takes the
// colour, the print stays as it is.
func highlighted(page image.Image, marks []Mark) image.Image {
	if len(marks) == 0 {
		return page
	}
	b := page.Bounds()
	img := image.NewNRGBA(b)
	draw.Draw(img, b, page, b.Min, draw.Src)
	pen := theme.Highlight()
	for _, m := range marks {
		r := m.on(b)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				img.SetNRGBA(x, y, inked(img.NRGBAAt(x, y), pen))
			}
		}
	}
	return img
}

// inked returns a colour seen through the ink of a pen.
func inked(c, pen color.NRGBA) color.NRGBA {
	through := func(a, b uint8) uint8 { return uint8(int(a) * int(b) / 255) }
	return color.NRGBA{R: through(c.R, pen.R), G: through(c.G, pen.G), B: through(c.B, pen.B), A: c.A}
}

// on returns the mark in pixels of a page with these bounds, clipped to them.
func (m Mark) on(b image.Rectangle) image.Rectangle {
	w, h := float32(b.Dx()), float32(b.Dy())
	air := w / 250
	r := image.Rect(int(m.X*w-air), int(m.Y*h-air), int((m.X+m.W)*w+air), int((m.Y+m.H)*h+air))
	return r.Add(b.Min).Intersect(b)
}

// samePlaces reports whether two sets of marks cover the same.
func samePlaces(a, b []Mark) bool {
	return slices.EqualFunc(a, b, func(x, y Mark) bool {
		x.Chosen, y.Chosen = false, false
		return x == y
	})
}
