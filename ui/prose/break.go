package prose

import (
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/widgets"
)

// setter breaks paragraphs into lines of at most width.
type setter struct {
	width       float32
	title, body func(Span) fyne.Size
}

func (w setter) measure(par Paragraph) func(Span) fyne.Size {
	if par.Title {
		return w.title
	}
	return w.body
}

// set breaks a paragraph. In a table row it only measures the cells: their width depends on
// the other rows.
func (w setter) set(par Paragraph) setParagraph {
	s := setParagraph{of: par, in: float32(par.Depth) * proseDepth}
	measure := w.measure(par)
	if par.Quote {
		s.in += proseQuote
	}
	s.bullet = s.in
	switch {
	case par.Cells != nil:
		for _, cell := range par.Cells {
			s.natural = append(s.natural, naturalWidth(cell, par.Head, measure))
		}
		return s
	case par.Mark != "":
		s.in += max(proseMark, measure(Span{Words: par.Mark + " "}).Width)
	case par.Code:
		s.in += prosePad
	}
	room := w.width - s.in
	if par.Code {
		room -= prosePad
	}
	s.lines = fill(par.Spans, par, max(proseLeast/2, room), measure)
	s.measured(measure)
	return s
}

// naturalWidth returns the width of a cell in one line, in steps, with its padding.
func naturalWidth(cell []Span, head bool, measure func(Span) fyne.Size) float32 {
	width := 2 * prosePad
	for _, span := range cell {
		span.Bold = span.Bold || head
		for _, part := range partsOf(span.Words) {
			span.Words = part
			width += measure(span).Width
		}
	}
	return proseStep * float32(int(width/proseStep)+1)
}

// setRow breaks a row of a table into columns of these widths.
func (w setter) setRow(s *setParagraph, columns []float32) {
	measure := w.measure(s.of)
	s.columns, s.lines, s.pad = columns, nil, proseCell
	x := float32(0)
	for c, cell := range s.of.Cells {
		for n, line := range fill(cell, s.of, columns[c]-2*prosePad, measure) {
			if n == len(s.lines) {
				s.lines = append(s.lines, nil)
			}
			for _, p := range line {
				p.x += x + prosePad
				p.column = c
				s.lines[n] = append(s.lines[n], p)
			}
		}
		x += columns[c]
	}
	s.measured(measure)
}

func (s *setParagraph) measured(measure func(Span) fyne.Size) {
	s.line = measure(Span{Words: "Mg"}).Height + proseLine
	s.height = float32(len(s.lines))*s.line + 2*s.pad
}

// setTable breaks the rows of a table again if its columns have changed, and returns the
// first changed row.
func (w setter) setTable(rows []setParagraph) (changed int) {
	var natural []float32
	for _, s := range rows {
		for c, width := range s.natural {
			if c == len(natural) {
				natural = append(natural, 0)
			}
			natural[c] = max(natural[c], width)
		}
	}
	columns := share(natural, w.width)
	changed = len(rows)
	for i := range rows {
		if !slices.Equal(rows[i].columns, columns) {
			w.setRow(&rows[i], columns)
			changed = min(changed, i)
		}
	}
	return changed
}

// share divides the width among columns: none gets more than it needs, and those that need
// more than their part get equal widths.
func share(natural []float32, room float32) []float32 {
	columns := slices.Clone(natural)
	order := make([]int, len(natural))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(natural[a] - natural[b]) })
	for i, c := range order {
		columns[c] = max(min(natural[c], proseColumn), min(natural[c], room/float32(len(order)-i)))
		room -= columns[c]
	}
	return columns
}

// fill breaks spans into lines, at least one.
func fill(spans []Span, of Paragraph, room float32, measure func(Span) fyne.Size) [][]piece {
	b := breaker{room: room, measure: func(s Span) float32 { return measure(s).Width }}
	for _, span := range spans {
		span.Bold = span.Bold || of.Title || of.Head
		span.Code = span.Code || of.Code
		for _, word := range wordsIn(span.Words, of.Code) {
			for _, part := range partsOf(word) {
				span.Words = part
				b.add(span)
			}
		}
	}
	return b.end()
}

// wordsIn splits text into words, each with the white space after it, which is collapsed
// unless it has to be kept.
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

// longestWord limits a word, in characters: a longer one may be broken there.
const longestWord = 120

// partsOf splits a word that is too long.
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

// add adds a word after the last one, or on the next line.
func (b *breaker) add(word Span) {
	bare := word
	bare.Words = strings.TrimRight(word.Words, " ")
	if bare.Words == "" {
		bare = word
	}
	if b.x > 0 && b.x+b.measure(bare) > b.room {
		b.turn()
	}
	part := word
	for b.x == 0 && b.measure(bare) > b.room {
		full, rest := widgets.BreakWord(bare.Words, b.room, func(s string) float32 {
			part.Words = s
			return b.measure(part)
		})
		if len(full) == 0 {
			break
		}
		for _, words := range full {
			part.Words = words
			b.put(part)
			b.turn()
		}
		word.Words = rest + strings.TrimPrefix(word.Words, bare.Words)
		bare.Words = rest
	}
	b.put(word)
}

// put joins a word to the last piece if both have the same style.
func (b *breaker) put(word Span) {
	width := b.measure(word)
	if n := len(b.line); n > 0 && b.line[n-1].style() == word.style() && b.line[n-1].Link == word.Link {
		b.line[n-1].Words += word.Words
		b.line[n-1].width += width
	} else {
		b.line = append(b.line, piece{Span: word, x: b.x, width: width})
	}
	b.x += width
}

func (b *breaker) turn() {
	b.lines = append(b.lines, b.line)
	b.line, b.x = nil, 0
}

// end returns the lines; an empty paragraph has one.
func (b *breaker) end() [][]piece {
	if len(b.line) > 0 || len(b.lines) == 0 {
		b.turn()
	}
	return b.lines
}
