package chat

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"github.com/deskhand/deskhand/agentcore/event"
)

// streaming returns a thread in a window, with a turn that is about to stream.
func streaming(tb testing.TB) *thread {
	tb.Helper()
	test.NewTempApp(tb)
	th := newThread(&Page{memory: &memory{}})
	w := test.NewTempWindow(tb, th.object())
	w.Resize(fyne.NewSize(1000, 800))
	of := newConversation()
	of.running = true
	of.take(event.TurnStarted{Session: "c", Request: "Tell me"})
	of.take(event.BlockStarted{Index: 0, Kind: event.BlockText})
	th.visit(of)
	return th
}

// hear adds a piece of the answer.
func (t *thread) hear(piece string) {
	t.conversation.take(event.TextDelta{Index: 0, Text: piece})
	t.sync()
}

// drawn returns the window's texts of the thread.
func (t *thread) drawn() (words []string) {
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if !o.Visible() {
			return
		}
		switch o := o.(type) {
		case *canvas.Text:
			words = append(words, o.Text)
		case *fyne.Container:
			for _, child := range o.Objects {
				walk(child)
			}
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				walk(child)
			}
		}
	}
	walk(t.object())
	return words
}

func TestOnlyTheVisiblePartOfALongAnswerIsDrawn(t *testing.T) {
	const lines, most = 5000, 300 // three windows have about a hundred lines
	th := streaming(t)
	bounded := func(when string) string {
		t.Helper()
		words := th.drawn()
		if len(words) > most {
			t.Fatalf("%s the window has %d texts", when, len(words))
		}
		return strings.Join(words, "\n")
	}
	for n := range lines {
		th.hear(fmt.Sprintf("- line %d is this.\n", n))
	}
	if words := bounded("While it comes"); !strings.Contains(words, "line 4999 is") || strings.Contains(words, "line 10 is") {
		t.Errorf("at its end it draws:\n%s", words)
	}
	th.conversation.take(event.BlockEnded{Index: 0})
	th.sync()
	if words := bounded("Once it is whole"); !strings.Contains(words, "line 4999 is") || strings.Contains(words, "- line") {
		t.Errorf("at its end it draws:\n%s", words)
	}
	th.feed.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 1e6)})
	if words := bounded("At its beginning"); !strings.Contains(words, "Tell me") || !strings.Contains(words, "line 0 is") || strings.Contains(words, "line 4999 is") {
		t.Errorf("at its beginning it draws:\n%s", words)
	}
}

func TestAnAnswerWithdrawnWhileStreamingLeavesNothing(t *testing.T) {
	th := streaming(t)
	th.hear("This is ")
	th.conversation.take(event.TextReset{Index: 0})
	th.hear("Another one,\n\nlonger than what was there")
	th.hear(" before.")
	words := strings.Join(th.drawn(), "|")
	if want := "Tell me|Another one,|longer than what was there before."; words != want {
		t.Errorf("it draws %q, want %q", words, want)
	}
}

// slower limits the cost of the last pieces relative to the first.
const slower = 1.5

// BenchmarkAnswerOf200kBAsItIsShown compares the cost of a piece in the last tenth of a long
// answer with that in the second: the first one warms up Fyne's font cache.
func BenchmarkAnswerOf200kBAsItIsShown(b *testing.B) {
	for name, piece := range map[string]string{
		"lines":     "- some words that are a line.\n",
		"one line":  "some words of a line without an end ",
		"no spaces": "abcdefghijklmnopqrstuvwxyz0123456789",
	} {
		b.Run(name, func(b *testing.B) {
			var tenths [10][]time.Duration
			for b.Loop() {
				const size = 200_000
				th := streaming(b)
				for came := 0; came < size; came += len(piece) {
					start := time.Now()
					th.hear(piece)
					th.body.MinSize() // as the driver does before each frame
					tenths[came*10/size] = append(tenths[came*10/size], time.Since(start))
				}
			}
			first, last := middle(tenths[1]), middle(tenths[9])
			ratio := float64(last) / float64(first)
			b.ReportMetric(ratio, "last/first")
			b.ReportMetric(float64(last.Microseconds()), "µs/piece")
			if ratio > slower {
				b.Errorf("a piece costs %v at the beginning and %v at the end", first, last)
			}
		})
	}
}

func middle(of []time.Duration) time.Duration {
	slices.Sort(of)
	return of[len(of)/2]
}
