package markdown

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/prose"
)

// flat formats paragraphs: # before a heading, > before a quote, | before code, * around bold
// and ` around code within a line, bars around the cells of a row (double in the head), and
// the address after a link.
func flat(paragraphs []prose.Paragraph) string {
	var lines []string
	for _, p := range paragraphs {
		line := strings.Repeat(" ", p.Depth)
		switch {
		case p.Title:
			line += "# "
		case p.Quote:
			line += "> "
		case p.Code:
			line += "| "
		case p.Mark != "":
			line += p.Mark + " "
		}
		line += flatSpans(p.Spans)
		bar := "|"
		if p.Head {
			bar = "||"
		}
		for i, cell := range p.Cells {
			if i == 0 {
				line += bar
			}
			line += flatSpans(cell) + bar
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func flatSpans(spans []prose.Span) (line string) {
	for _, s := range spans {
		switch {
		case s.Link != "":
			line += s.Words + "→" + s.Link
		case s.Bold:
			line += "*" + s.Words + "*"
		case s.Code:
			line += "`" + s.Words + "`"
		default:
			line += s.Words
		}
	}
	return line
}

func TestMarkdownBecomesTextAndNothingElse(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"Plain words.", "Plain words."},
		{"one\ntwo\n\nthree", "one two\nthree"},
		{"# Title #\ntext", "# Title\ntext"},
		{"#hash is none", "#hash is none"},
		{"- a\n- b\n  - deeper\n1. one\n2) two", "• a\n• b\n • deeper\n1. one\n2. two"},
		{"1. one\n1. two\n   - deeper\n1. three\n\n1. four", "1. one\n2. two\n • deeper\n3. three\n4. four"},
		{"3. one\n7. two\n\nwords\n\n1. new\n# Title\n1. again", "3. one\n7. two\nwords\n1. new\n# Title\n1. again"},
		{"1. a\n  1. deep\n2. b\n  1. deep again", "1. a\n 1. deep\n2. b\n 1. deep again"},
		{"2026. A year is no number of a list", "2026. A year is no number of a list"},
		{"a **bold** word and *slanted* and __bold__", "a *bold* word and slanted and *bold*"},
		{"2*3*4 and snake_case_name and *.pdf", "2*3*4 and snake_case_name and *.pdf"},
		{"**never closed", "**never closed"},
		{"a `code **x**` b", "a `code **x**` b"},
		{"a ` b", "a ` b"},
		{"```go\nfmt.Println(\"**\")\n  in\n```\nafter", "| fmt.Println(\"**\")\n|   in\nafter"},
		{"```\nnever closed", "| never closed"},
		{"> said\n> again\nnot", "> said again not"},
		{"before\n---\nafter", "before\nafter"},
		{"| a | b |\n|---|:-:|\n| 1 | 2 |", "||a||b||\n|1|2|"},
		{"a | b\n--|--\n1 | `x|y` \\| z\nafter", "||a||b||\n|1|`x|y` | z|\nafter"},
		{"| **a** | |\n\n| other |", "||*a*||||\n||other||"},
		{"this | that", "this | that"},
		{"see [the site](http://x.example/a \"t\") now", "see the site→http://x.example/a now"},
		{"[http://y.example](http://x.example)", "http://y.example→http://x.example"},
		{"Go to https://x.example/a(b)?c=d, (http://x.example) or xhttp://no", "Go to https://x.example/a(b)?c=d→https://x.example/a(b)?c=d, (http://x.example→http://x.example) or xhttp://no"},
		{"[a](file:///etc/passwd) [b](javascript:x) [c](http://me:pw@x.example) [d](http://ехample.com)", "a (file:///etc/passwd) b (javascript:x) c (http://me:pw@x.example) d (http://ехample.com)"},
		{"![a pixel](http://x.example/p.png)", "[picture: a pixel]"},
		{"![](http://x.example/p.png)", "[picture: http://x.example/p.png]"},
		{"[not a link] (x) and [open](", "[not a link] (x) and [open]("},
		{"<img src=http://x.example/p.png> <b>x</b>", "<img src=http://x.example/p.png→http://x.example/p.png> <b>x</b>"},
		{"escaped \\*stars\\* stay", "escaped *stars* stay"},
		{"\x1b[31mred\x1b[0m \x1b]8;;http://x.example\x07link\x1b]8;;\x07 bell\x07", "red link bell<U+0007>"},
		{"\x1b", ""},
		{"photo\u202Egpj.exe", "photo<U+202E>gpj.exe"},
		{"", ""},
	} {
		if got := flat(set(row.text)); got != row.want {
			t.Errorf("%q becomes\n%s\nwant\n%s", row.text, got, row.want)
		}
	}
}

func TestNoTextMakesMarkdownFailOrHideLetters(t *testing.T) {
	piece := rapid.SampledFrom([]string{"*", "**", "_", "`", "```", "\n", "[", "](", ")", "![", "# ", "> ", "- ", "1. ", "|", "\\", "\x1b[", "\x1b]", "m", " ", "word", "ü領", "\x00"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(piece).Draw(t, "pieces"), "")
		shown := flat(set(text))
		if n, m := strings.Count(shown, "ü領"), strings.Count(inert.Text(text), "ü領"); !strings.Contains(text, "](") && !strings.Contains(text, "```") && n < m {
			t.Fatalf("%q shows %d of %d words:\n%s", text, n, m, shown)
		}
		for _, r := range shown {
			if r != '\n' && unicode.IsControl(r) {
				t.Fatalf("%q shows %U", text, r)
			}
		}
	})
}

func TestStreamedMarkdownRendersLikeTheWhole(t *testing.T) {
	piece := rapid.SampledFrom([]string{"**", "`", "```", "\n", "\n\n", "[a](http://x.example)", "# ", "> ", "- ", "1. ", "| a | b |", "|--|--|", " | ", "\x1b[3", "m", " ", "word ", "ü領", strings.Repeat("long", longest/3), strings.Repeat("word ", longest/3)})
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOf(piece).Draw(t, "pieces")
		var r Reader
		var shown []prose.Paragraph
		for _, p := range pieces {
			from, fresh := r.Write(p)
			shown = append(shown[:from:from], fresh...)
		}
		if got, want := flat(shown), flat(set(strings.Join(pieces, ""))); got != want {
			t.Fatalf("in pieces\n%s\nwhole\n%s", got, want)
		}
		for _, p := range shown {
			if n := len(p.String()); n > 2*longest+10 {
				t.Fatalf("a paragraph has %d bytes", n)
			}
		}
	})
}

// BenchmarkMarkdownOf2000Pieces compares the cost of the last pieces with that of the first,
// for adversarial texts.
func BenchmarkMarkdownOf2000Pieces(b *testing.B) {
	for name, piece := range map[string]string{
		"lines": "- some **words** of a line.\n", "one line": "some `words` [without](an end ", "table": "| a **b** | c |\n",
		"stars": "**a *b _c ", "brackets": "[[[[[[[[[[![", "quotes": "`` ``` ```` ", "code": "```\nx\n```\n",
	} {
		b.Run(name, func(b *testing.B) {
			var halves [2]time.Duration
			for b.Loop() {
				var r Reader
				for n := range 2000 {
					start := time.Now()
					r.Write(piece)
					halves[n/1000] += time.Since(start)
				}
			}
			ratio := float64(halves[1]) / float64(halves[0])
			b.ReportMetric(ratio, "second/first")
			b.ReportMetric(float64(halves[1].Microseconds())/1000/float64(b.N), "µs/piece")
			if ratio > 2.5 { // it would be 3 if the cost grew with the text
				b.Errorf("the first thousand pieces took %v, the second %v", halves[0], halves[1])
			}
		})
	}
}

func FuzzMarkdown(f *testing.F) {
	f.Add("# a\n- **b** `c` [d](e) ![f](g)\n```\nh\n```\n\x1b[31m")
	f.Fuzz(func(_ *testing.T, text string) { set(text) })
}

// set converts a whole text.
func set(text string) []prose.Paragraph {
	_, all := (&Reader{}).Write(text)
	return all
}
