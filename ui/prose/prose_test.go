package prose

import (
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"
)

// linesOf are the lines of prose as they are set.
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

func TestTextThatIsWrittenInPiecesIsSetAsTheWholeOfIt(t *testing.T) {
	test.NewTempApp(t)
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOf(rapid.StringMatching(`([a-zü領]{0,9}[ \n]{0,2}){0,8}`)).Draw(t, "pieces")
		width := rapid.Float32Range(80, 300).Draw(t, "width")
		whole := New(Plain(strings.Join(pieces, ""))...)
		whole.Resize(fyne.NewSize(width, 100))
		written := New()
		for i, piece := range pieces {
			if i == 1 { // what was written before it had a width is set with it
				written.Resize(fyne.NewSize(width, 100))
			}
			written.Write(Paragraph{}, piece)
		}
		written.Resize(fyne.NewSize(width, 100))
		if len(pieces) == 0 {
			return
		}
		if got, want := linesOf(written), linesOf(whole); !reflect.DeepEqual(got, want) {
			t.Fatalf("written %q\nwhole   %q", got, want)
		}
		if got, want := written.MinSize(), whole.MinSize(); got != want {
			t.Fatalf("written it needs %v, whole %v", got, want)
		}
	})
}

func TestWhatIsSetAgainIsSetAsIfItWereNew(t *testing.T) {
	test.NewTempApp(t)
	paragraph := rapid.Custom(func(t *rapid.T) Paragraph {
		return Paragraph{
			Spans: []Span{{Words: rapid.StringMatching(`[a-z ]{0,40}`).Draw(t, "words"), Bold: rapid.Bool().Draw(t, "bold")}},
			Title: rapid.Bool().Draw(t, "title"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.SliceOfN(paragraph, 0, 5).Draw(t, "before")
		kept := rapid.IntRange(0, len(before)).Draw(t, "kept")
		after := append(before[:kept:kept], rapid.SliceOfN(paragraph, 0, 3).Draw(t, "after")...)
		changed, fresh := New(before...), New(after...)
		changed.Resize(fyne.NewSize(200, 100))
		changed.Set(after...)
		fresh.Resize(fyne.NewSize(200, 100))
		if got, want := linesOf(changed), linesOf(fresh); !reflect.DeepEqual(got, want) {
			t.Fatalf("changed %q\nfresh   %q", got, want)
		}
		if got, want := changed.MinSize(), fresh.MinSize(); got != want {
			t.Fatalf("changed it needs %v, fresh %v", got, want)
		}
	})
}
