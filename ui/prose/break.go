package prose

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/widgets"
)

// breakParagraph breaks a paragraph into lines of at most width.
func breakParagraph(par Paragraph, width float32, title, body func(Span) fyne.Size) setParagraph {
	s := setParagraph{of: par, in: float32(par.Depth) * proseDepth}
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
	s.fill(width, measure, 0)
	return s
}

// grow breaks a paragraph that got more words: its lines stay as they are up to
// the last. It has one span, and is no heading.
func (s *setParagraph) grow(par Paragraph, width float32, measure func(Span) fyne.Size) {
	s.of = par
	s.lines = s.lines[:len(s.lines)-1]
	s.fill(width, measure, s.last)
}

// fill breaks the words from a place of the only span on, or from 0 those of all
// spans, and sets them behind the lines that are there.
func (s *setParagraph) fill(width float32, measure func(Span) fyne.Size, from int) {
	b := breaker{
		room: max(proseLeast/2, width-s.in), lines: s.lines, start: from,
		measure: func(sp Span) float32 { return measure(sp).Width },
	}
	for _, span := range s.of.Spans {
		span.Bold = span.Bold || s.of.Title
		span.Code = span.Code || s.of.Code
		at := from
		for _, w := range wordsIn(span.Words[from:], s.of.Code) {
			for _, part := range partsOf(w.words) {
				b.add(Span{Words: part, Bold: span.Bold, Code: span.Code}, at+w.at)
				at += len(part)
			}
			at -= len(w.words)
		}
	}
	s.lines, s.last = b.end(), b.start
	s.height = float32(len(s.lines)) * (measure(Span{Words: "Mg"}).Height + proseLine)
}

// foundWord is a word and where it begins in the text that it was cut from.
type foundWord struct {
	words string
	at    int
}

// wordsIn cuts text into words, each with the white space behind it: made one
// space, unless it is to be kept.
func wordsIn(text string, keep bool) []foundWord {
	var words []foundWord
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
			words = append(words, foundWord{word, start})
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
	start   int // where in its text the line begins that was begun last
	x       float32
}

// add sets a word, which begins at a place of its text, behind the last one, or
// on the next line.
func (b *breaker) add(word Span, at int) {
	bare := word
	bare.Words = strings.TrimRight(word.Words, " ")
	if bare.Words == "" {
		bare = word
	}
	if b.x > 0 && b.x+b.measure(bare) > b.room {
		b.turn()
	}
	for b.x == 0 && b.measure(bare) > b.room {
		full, rest := widgets.BreakWord(bare.Words, b.room, func(s string) float32 { return b.measure(Span{Words: s, Bold: word.Bold, Code: word.Code}) })
		if len(full) == 0 {
			break
		}
		for _, part := range full {
			b.put(Span{Words: part, Bold: word.Bold, Code: word.Code}, at)
			b.turn()
			at += len(part)
		}
		word.Words = rest + strings.TrimPrefix(word.Words, bare.Words)
		bare.Words = rest
	}
	b.put(word, at)
}

// put joins a word to the piece before it when they have one style.
func (b *breaker) put(word Span, at int) {
	if len(b.line) == 0 {
		b.start = at
	}
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
