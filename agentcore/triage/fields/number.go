package fields

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// documentNumber is the first number with a label of its own, or else the
// first with any.
func (r *reading) documentNumber(kind kindFound) (found, bool) {
	var other found
	for _, l := range r.lines {
		f, ok := r.numberOf(l, kind)
		if ok && f.confidence == numberTitle {
			return f, true
		}
		if ok && other.line == nil {
			other = f
		}
	}
	return other, other.line != nil
}

// numberOf is the number that the line has or labels.
func (r *reading) numberOf(l *line, kind kindFound) (found, bool) {
	if l.wordCount > 2*shortLine {
		return found{}, false
	}
	for i := 0; i < len(l.tokens); {
		class, next, ok := numberLabels.at(l.tokens, i)
		if !ok {
			i++
			continue
		}
		if score := r.numberScore(l, i, class, kind); score > 0 {
			s, is := r.numberAfter(l, i, next)
			if is && (class != bareNumber || score == numberTitle || labelled(l, next) || endsLine(s)) {
				return found{s, s.text(), score}, true
			}
		}
		i = next
	}
	return found{}, false
}

// numberScore is how far a number is believed to be the document's own, by the
// label at token i; 0 where it is not.
func (r *reading) numberScore(l *line, i int, class numberClass, kind kindFound) float64 {
	switch {
	case class == ownNumber:
		return numberTitle
	case isForeign(l.tokens, i):
		return 0
	case class == orderNumber && isAccount(kind):
		return 0 // what was ordered, not what is paid with this
	case class == orderNumber:
		return numberTitle
	case class == bareNumber && kind.line == l && kind.start < l.tokens[i].start:
		return numberTitle // "Credit Note (381) No. 4711"
	case class == bareNumber && i > 0 && l.top < 0.5 && r.relative(l) >= largeLine:
		return numberTitle // a heading with a number
	case class == bareNumber && kind.role == tradeRole:
		return 0
	}
	return matterTitle
}

// labelled reports whether a colon stands at token i, or behind one full stop.
// The numbers of houses have none, and a street behind them: "No. 14, Mill
// Lane".
func labelled(l *line, i int) bool {
	if i < len(l.tokens) && l.tokens[i].fold == "." {
		i++
	}
	return i < len(l.tokens) && l.tokens[i].fold == ":"
}

// foreignReach is how many tokens before a label may say whose number it is.
const foreignReach = 4

// isForeign reports whether the words before the label at token i say that the
// number is not the document's: "GST Reg. No", "Kunden-Nr.".
func isForeign(tokens []token, i int) bool {
	for j := i - 1; j >= max(0, i-foreignReach); j-- {
		switch t := tokens[j]; {
		case t.kind == word && foreignNumbers[t.fold]:
			return true
		case t.kind == number, t.fold == ":":
			return false
		}
	}
	return false
}

// isAccount reports whether the document is a bill or the proof of a payment.
// The number of an order on it is not its own.
func isAccount(kind kindFound) bool {
	name := fold(kind.value)
	for _, part := range accountWords {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// numberAfter is the number behind the label in the tokens from first up to
// next: on the line, to the right of it, or below it. A label that is a bare
// noun ("Invoice") needs a sign that a number follows.
func (r *reading) numberAfter(l *line, first, next int) (span, bool) {
	label := l.spanOf(first, next)
	signed := next-first > 1 || isNumberWord(l.tokens[next-1].fold)
	for next < len(l.tokens) && l.tokens[next].kind == mark && strings.Contains(":#.°º", l.tokens[next].fold) {
		signed = true
		next++
	}
	if next < len(l.tokens) {
		s, ok := codeAt(l, l.tokens[next].start)
		if ok || !signed {
			return s, ok && (signed || hasLetterAndDigit(s.text()) || first == 0 && endsLine(s) && !isYear(s.text()) && len(s.text()) > 2)
		}
		return r.codeBelow(label)
	}
	if !signed {
		return span{}, false
	}
	right := r.rightOf(l)
	for right != nil && right.wordCount == 0 && strings.TrimLeft(right.text, " :.#") == "" {
		right = r.rightOf(right)
	}
	if right != nil {
		if s, ok := codeAlone(right); ok {
			return s, true
		}
	}
	if below := r.after(l); below != nil && len(below.Box) == len(l.Box) {
		if s, ok := codeAlone(below); ok {
			return s, true
		}
	}
	return r.codeBelow(label)
}

// How far below its label a number stands: in heights of the label, and in
// lines that are looked at.
const (
	belowHeights = 3.5
	belowLines   = 24
)

// codeBelow is the number in the cell under a label: the first word below that
// stands under some of it.
func (r *reading) codeBelow(label span) (span, bool) {
	box := label.box()
	if len(box) != 4 || label.line.row < 0 {
		return span{}, false
	}
	for i := label.line.row + 1; i < min(len(r.rows), label.line.row+belowLines); i++ {
		l := r.rows[i]
		down := l.middle() - box[1] - box[3]
		if l.Page != label.line.Page || down > belowHeights*box[3] {
			break
		}
		if down <= 0 {
			continue
		}
		for _, w := range l.words {
			if len(w.Box) == 4 && w.Box[0] < box[0]+box[2] && box[0] < w.Box[0]+w.Box[2] {
				return codeAt(l, w.start)
			}
		}
	}
	return span{}, false
}

// isNumberWord tells of labels that say themselves that a number follows.
func isNumberWord(w string) bool {
	return strings.HasSuffix(w, "nummer") || strings.HasSuffix(w, "nr") || w == "aktenzeichen" || w == "referenz" || w == "reference" || w == "ref"
}

// endsLine tells that nothing stands behind s.
func endsLine(s span) bool { return strings.TrimSpace(s.line.text[s.end:]) == "" }

func isYear(s string) bool {
	return len(s) == 4 && (strings.HasPrefix(s, "19") || strings.HasPrefix(s, "20"))
}

func hasLetterAndDigit(s string) bool {
	return strings.ContainsFunc(s, isDigit) && strings.ContainsFunc(s, unicode.IsLetter)
}

// codeAlone is the code that all of a line is.
func codeAlone(l *line) (span, bool) {
	if len(l.tokens) == 0 {
		return span{}, false
	}
	s, ok := codeAt(l, l.tokens[0].start)
	return s, ok && s.end >= l.tokens[len(l.tokens)-1].start
}

// The length of a document's number, in bytes.
const (
	minCode = 2
	maxCode = 30
)

// codeAt is the number that starts at byte start: AF-7731, 2025/0817, RE 20394.
func codeAt(l *line, start int) (span, bool) {
	end := start + run(l.text[start:], isCodeRune)
	if letters := l.text[start:end]; len(letters) <= 4 && !strings.ContainsFunc(letters, isDigit) && end < len(l.text) && l.text[end] == ' ' {
		if more := run(l.text[end+1:], isCodeRune); more > 0 && isDigit(rune(l.text[end+1])) && strings.ToUpper(letters) == letters {
			end += 1 + more
		}
	}
	end = pastThousands(l.text, start, end)
	s := span{l, start, end}.trimmed(".,-/_")
	if isCutShort(l, end) {
		return s, false
	}
	code := s.text()
	if len(code) < minCode || len(code) > maxCode || !strings.ContainsFunc(code, isDigit) || !s.legible() {
		return s, false
	}
	return s, len(l.datesIn(s)) == 0
}

// isCutShort reports whether what ends at byte end is the start of something
// else: of a time, or of a number of which the reader was not sure.
func isCutShort(l *line, end int) bool {
	rest := l.text[end:]
	if len(rest) > 1 && rest[0] == ':' && isDigit(rune(rest[1])) {
		return true
	}
	return !l.sure && rest != "" && strings.ContainsRune("?*~|<>=", firstRune(rest))
}

// pastThousands is the end of a number that is set in groups of three digits,
// as amounts are: 10 234 567.
func pastThousands(text string, start, end int) int {
	if end-start > 3 || run(text[start:], isDigit) != end-start {
		return end
	}
	for end-start < maxCode && end < len(text) && text[end] == ' ' && run(text[end+1:], isDigit) == 3 {
		end += 4
	}
	return end
}

func isCodeRune(r rune) bool {
	return isDigit(r) || r < utf8.RuneSelf && unicode.IsLetter(r) || strings.ContainsRune("-/._", r)
}
