package widgets

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/deskhand/deskhand/ui/theme"
)

// breakParagraph breaks a paragraph into lines of at most width.
func breakParagraph(par Paragraph, width, size float32, title, body func(Span) fyne.Size) setParagraph {
	s := setParagraph{of: par, width: width, size: size, in: float32(par.Depth) * proseDepth}
	measure := body
	if par.Title {
		measure = title
	}
	switch {
	case par.Mark != "":
		s.in += max(proseMark, measure(Span{Words: par.Mark + " "}).Width)
	case par.Quote, par.Code:
		s.in += proseQuote
	}
	b := breaker{room: max(proseLeast/2, width-s.in), measure: func(sp Span) float32 { return measure(sp).Width }}
	for _, span := range par.Spans {
		span.Bold = span.Bold || par.Title
		span.Code = span.Code || par.Code
		for _, word := range wordsIn(span.Words, par.Code) {
			for _, part := range partsOf(word) {
				b.add(Span{Words: part, Bold: span.Bold, Code: span.Code})
			}
		}
	}
	s.lines = b.end()
	s.height = float32(len(s.lines)) * (measure(Span{Words: "Mg"}).Height + proseLine)
	return s
}

// wordsIn cuts text into words, each with the white space behind it: made one
// space, unless it is to be kept.
func wordsIn(text string, keep bool) []string {
	var words []string
	start, space := 0, false
	cut := func(end int) {
		word := text[start:end]
		if !keep {
			word = strings.TrimRightFunc(word, unicode.IsSpace)
			if space {
				word += " "
			}
		}
		if word != "" {
			words = append(words, word)
		}
		start = end
	}
	for i, r := range text {
		if unicode.IsSpace(r) {
			space = true
		} else if space {
			cut(i)
			space = false
		}
	}
	cut(len(text))
	return words
}

// longestWord is the most characters that are measured as one word: what is
// longer is no word, and may be broken there.
const longestWord = 120

// partsOf cuts a word that is too long to be one.
func partsOf(word string) []string {
	if len(word) <= longestWord {
		return []string{word}
	}
	var parts []string
	runes := []rune(word)
	for len(runes) > longestWord {
		parts = append(parts, string(runes[:longestWord]))
		runes = runes[longestWord:]
	}
	return append(parts, string(runes))
}

// breaker fills lines with words.
type breaker struct {
	room    float32
	measure func(Span) float32
	lines   [][]piece
	line    []piece
	x       float32
}

// add sets a word behind the last one, or on the next line.
func (b *breaker) add(word Span) {
	bare := word
	bare.Words = strings.TrimRight(word.Words, " ")
	if bare.Words == "" {
		bare = word
	}
	if b.x > 0 && b.x+b.measure(bare) > b.room {
		b.turn()
	}
	for b.x == 0 && b.measure(bare) > b.room {
		full, rest := breakWord(bare.Words, b.room, func(s string) float32 { return b.measure(Span{Words: s, Bold: word.Bold, Code: word.Code}) })
		if len(full) == 0 {
			break
		}
		for _, part := range full {
			b.put(Span{Words: part, Bold: word.Bold, Code: word.Code})
			b.turn()
		}
		word.Words = rest + strings.TrimPrefix(word.Words, bare.Words)
		bare.Words = rest
	}
	b.put(word)
}

// put joins a word to the piece before it when they have one style.
func (b *breaker) put(word Span) {
	if n := len(b.line); n > 0 && b.line[n-1].Bold == word.Bold && b.line[n-1].Code == word.Code {
		b.line[n-1].Words += word.Words
		b.line[n-1].width += b.measure(word)
	} else {
		b.line = append(b.line, piece{Span: word, x: b.x, width: b.measure(word)})
	}
	b.x += b.measure(word)
}

func (b *breaker) turn() {
	b.lines = append(b.lines, b.line)
	b.line, b.x = nil, 0
}

// end gives the lines; an empty paragraph has one.
func (b *breaker) end() [][]piece {
	if len(b.line) > 0 || len(b.lines) == 0 {
		b.turn()
	}
	return b.lines
}

// draw places the pieces.
func (r *proseRenderer) draw() {
	texts, bars := 0, 0
	var y float32
	for i, s := range r.set {
		if i > 0 {
			y += r.gap(i)
		}
		if s.of.Quote || s.of.Code {
			r.bar(bars, s, y)
			bars++
		}
		if s.of.Mark != "" {
			mark := r.text(texts, Span{Words: s.of.Mark}, s.of, theme.Muted)
			place(mark, float32(s.of.Depth)*proseDepth, y, s.in, mark.MinSize().Height)
			texts++
		}
		height := s.height / float32(len(s.lines))
		for n, line := range s.lines {
			for _, p := range line {
				t := r.text(texts, p.Span, s.of, inkOf(s.of))
				place(t, s.in+p.x, y+float32(n)*height, p.width, height-proseLine)
				texts++
			}
		}
		y += s.height
	}
	r.texts, r.bars = r.texts[:texts], r.bars[:bars]
}

func inkOf(p Paragraph) fyne.ThemeColorName {
	if p.Quote {
		return theme.Muted
	}
	return theme.Ink
}

// text is the nth text, dressed.
func (r *proseRenderer) text(n int, s Span, of Paragraph, ink fyne.ThemeColorName) *canvas.Text {
	if n == len(r.texts) {
		r.texts = append(r.texts, canvas.NewText("", nil))
	}
	t := r.texts[n]
	t.Text, t.Color, t.TextStyle = s.Words, colourOf(r.p, ink), s.style()
	t.TextSize = sizeOf(r.p, theme.SizeBody)
	if of.Title {
		t.TextSize = sizeOf(r.p, theme.SizeTitle)
	}
	t.Refresh()
	return t
}

// bar is the nth of the lines beside what is quoted.
func (r *proseRenderer) bar(n int, s setParagraph, y float32) {
	if n == len(r.bars) {
		r.bars = append(r.bars, &canvas.Rectangle{})
	}
	b := r.bars[n]
	b.FillColor = colourOf(r.p, theme.Line)
	place(b, float32(s.of.Depth)*proseDepth, y, 3, s.height)
	b.Refresh()
}
