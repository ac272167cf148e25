package prose

import (
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"
)

// linesOf returns the lines of prose.
func linesOf(p *Prose) (lines []string) {
	for _, s := range test.WidgetRenderer(p).(*proseRenderer).set {
		for _, l := range s.lines {
			var line strings.Builder
			for _, piece := range l {
				line.WriteString(piece.Words)
			}
			lines = append(lines, line.String())
		}
	}
	return lines
}

func TestResettingTextEqualsNewText(t *testing.T) {
	test.NewTempApp(t)
	words := rapid.StringMatching(`[a-z ]{0,40}`)
	paragraph := rapid.Custom(func(t *rapid.T) Paragraph {
		spans := []Span{{Words: words.Draw(t, "words"), Bold: rapid.Bool().Draw(t, "bold")}}
		if block := rapid.IntRange(0, 2).Draw(t, "block"); block > 0 {
			return Paragraph{Block: block, Cells: [][]Span{spans, {{Words: words.Draw(t, "cell")}}}}
		}
		return Paragraph{Spans: spans, Title: rapid.Bool().Draw(t, "title")}
	})
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.SliceOfN(paragraph, 0, 6).Draw(t, "before")
		kept := rapid.IntRange(0, len(before)).Draw(t, "kept")
		more := rapid.SliceOfN(paragraph, 0, 4).Draw(t, "more")
		after := append(before[:kept:kept], more...)
		changed, fresh := New(before...), New(after...)
		changed.Resize(fyne.NewSize(200, 100))
		changed.MinSize()
		changed.Amend(kept, more...)
		fresh.Resize(fyne.NewSize(200, 100))
		if got, want := linesOf(changed), linesOf(fresh); !reflect.DeepEqual(got, want) {
			t.Fatalf("changed %q\nfresh   %q", got, want)
		}
		if got, want := changed.MinSize(), fresh.MinSize(); got != want {
			t.Fatalf("changed it needs %v, fresh %v", got, want)
		}
	})
}

// inWindow returns prose in a window of a width.
func inWindow(t *testing.T, width float32, paragraphs ...Paragraph) *Prose {
	t.Helper()
	test.NewTempApp(t)
	p := New(paragraphs...)
	w := test.NewTempWindow(t, p)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, 300))
	return p
}

func plain(words string) []Span { return []Span{{Words: words}} }

func TestTableColumnsFitTheWidth(t *testing.T) {
	p := inWindow(t, 300,
		Paragraph{Block: 1, Head: true, Cells: [][]Span{plain("n"), plain("What it is, in many words that do not fit on one line")}},
		Paragraph{Block: 1, Cells: [][]Span{plain("1"), plain("short")}})
	r := test.WidgetRenderer(p).(*proseRenderer)
	head, row := r.set[0], r.set[1]
	if !reflect.DeepEqual(head.columns, row.columns) || head.columns[0] >= head.columns[1] || head.columns[0]+head.columns[1] > 300 {
		t.Errorf("the columns are %v and %v wide", head.columns, row.columns)
	}
	if len(head.lines) < 2 || len(row.lines) != 1 {
		t.Errorf("the head has %d lines and the row %d", len(head.lines), len(row.lines))
	}
	if x, y := head.lines[0][1].x, row.lines[0][1].x; x != y {
		t.Errorf("the second cells begin at %v and %v", x, y)
	}
}

// drag drags the mouse from one place to another.
func drag(p *Prose, from, to fyne.Position) {
	p.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: from}, Button: desktop.MouseButtonPrimary})
	p.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: to}})
	p.DragEnd()
}

func TestSelectedTextIsCopied(t *testing.T) {
	p := inWindow(t, 400,
		Paragraph{Spans: plain("The first words")},
		Paragraph{Mark: "•", Spans: plain("a point")},
		Paragraph{Block: 1, Cells: [][]Span{plain("March"), plain("340.45")}},
		Paragraph{Spans: plain("the end")})
	r := test.WidgetRenderer(p).(*proseRenderer)
	copied := func() string {
		p.TypedShortcut(&fyne.ShortcutCopy{})
		return fyne.CurrentApp().Clipboard().Content()
	}
	drag(p, fyne.NewPos(0, r.set[0].lineTop(0)+5), fyne.NewPos(399, r.set[3].lineTop(0)+5))
	if got, want := copied(), "The first words\n• a point\nMarch\t340.45\nthe end"; got != want {
		t.Errorf("%q was copied, want %q", got, want)
	}
	wide := r.prefix(Paragraph{}, r.set[0].lines[0][0], []rune("The first"))
	drag(p, fyne.NewPos(wide, 5), fyne.NewPos(r.prefix(Paragraph{}, r.set[0].lines[0][0], []rune("The ")), 5))
	if got := copied(); got != "first" {
		t.Errorf("%q was copied", got)
	}
	p.DoubleTapped(&fyne.PointEvent{Position: fyne.NewPos(wide+12, 5)})
	if got := copied(); got != "words" {
		t.Errorf("%q was copied", got)
	}
	p.TypedShortcut(&fyne.ShortcutSelectAll{})
	if got := copied(); !strings.HasPrefix(got, "The first") || !strings.HasSuffix(got, "the end") {
		t.Errorf("%q was copied", got)
	}
	p.FocusLost()
	if got := p.Selected(); got != "" {
		t.Errorf("%q is still selected", got)
	}
}

func TestOnlyALinkReturnsAnAddress(t *testing.T) {
	p := inWindow(t, 400, Paragraph{Spans: []Span{{Words: "see "}, {Words: "this", Link: "http://x.example"}, {Words: " now"}}})
	var followed []string
	p.Follow = func(address string) { followed = append(followed, address) }
	r := test.WidgetRenderer(p).(*proseRenderer)
	for _, piece := range r.set[0].lines[0] {
		p.Tapped(&fyne.PointEvent{Position: fyne.NewPos(piece.x+piece.width/2, 5)})
	}
	p.Tapped(&fyne.PointEvent{Position: fyne.NewPos(390, 5)})
	if !reflect.DeepEqual(followed, []string{"http://x.example"}) {
		t.Errorf("%q was followed", followed)
	}
}

func TestACodeBlockIsCopiedByItsButton(t *testing.T) {
	line := func(words string) Paragraph { return Paragraph{Code: true, Block: 1, Spans: plain(words)} }
	p := inWindow(t, 400, Paragraph{Spans: plain("so:")}, line("one"), line("  two"), Paragraph{Spans: plain("done")})
	r := test.WidgetRenderer(p).(*proseRenderer)
	if len(r.copies) != 1 {
		t.Fatalf("there are %d buttons", len(r.copies))
	}
	test.Tap(r.copies[0])
	if got := fyne.CurrentApp().Clipboard().Content(); got != "one\n  two\n" {
		t.Errorf("%q was copied", got)
	}
}
