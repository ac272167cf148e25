package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"github.com/deskhand/deskhand/ui/theme"
)

// Run is a part of a phrase.
type Run struct {
	Words  string
	Colour fyne.ThemeColorName
	Bold   bool
}

// Phrase is one line of words in several styles. Without enough room it is cut with an
// ellipsis.
type Phrase struct {
	widget.BaseWidget
	runs []Run
}

// NewPhrase returns a phrase.
func NewPhrase(runs ...Run) *Phrase {
	p := &Phrase{runs: runs}
	p.ExtendBaseWidget(p)
	return p
}

// Set changes the words.
func (p *Phrase) Set(runs ...Run) {
	p.runs = runs
	p.Refresh()
}

// String returns the words in full, even if they are cut.
func (p *Phrase) String() string {
	var all strings.Builder
	for _, r := range p.runs {
		all.WriteString(r.Words)
	}
	return all.String()
}

// CreateRenderer implements fyne.Widget.
func (p *Phrase) CreateRenderer() fyne.WidgetRenderer {
	r := &phraseRenderer{p: p}
	r.Refresh()
	return r
}

type phraseRenderer struct {
	p     *Phrase
	parts []*canvas.Text
}

// phraseLeast is the width that a phrase can be cut to.
const phraseLeast float32 = 80

func (r *phraseRenderer) width(words string, bold bool) float32 {
	return textSize(words, SizeOf(r.p, theme.SizeBody), bold).Width
}

func (r *phraseRenderer) MinSize() fyne.Size {
	height := textSize("Mg", SizeOf(r.p, theme.SizeBody), true).Height
	var width float32
	for _, run := range r.p.runs {
		width += r.width(run.Words, run.Bold)
	}
	return fyne.NewSize(min(phraseLeast, width), height)
}

func (r *phraseRenderer) Layout(size fyne.Size) {
	r.parts = amountOf(r.parts, len(r.p.runs))
	var x float32
	for i, run := range r.p.runs {
		words := ""
		if room := size.Width - x; room > 0 {
			words = ellipsis(run.Words, room, func(s string) float32 { return r.width(s, run.Bold) })
		}
		t := r.parts[i]
		t.Text, t.Color = words, ColourOf(r.p, run.Colour)
		t.TextSize, t.TextStyle.Bold = SizeOf(r.p, theme.SizeBody), run.Bold
		w := r.width(words, run.Bold)
		Place(t, x, 0, w, size.Height)
		t.Refresh()
		if x += w; words != run.Words {
			x = size.Width // the rest does not fit
		}
	}
}

func (r *phraseRenderer) Refresh() {
	r.Layout(r.p.Size())
	canvas.Refresh(r.p)
}

func (r *phraseRenderer) Objects() []fyne.CanvasObject { return objectsOf(r.parts) }

func (r *phraseRenderer) Destroy() {}
