package fields

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// documentNumber is the first number with a label of its own, or else the
// first with any.
func (r *reading) documentNumber() (found, bool) {
	var other found
	for _, l := range r.lines {
		f, ok := r.numberOf(l)
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
func (r *reading) numberOf(l *line) (found, bool) {
	if l.wordCount > 2*shortLine {
		return found{}, false
	}
	for i := 0; i < len(l.tokens); {
		own, next, ok := numberLabels.at(l.tokens, i)
		if !ok {
			i++
			continue
		}
		before := i > 0 && foreignNumbers[l.tokens[i-1].fold]
		if s, is := r.numberAfter(l, i, next); is && !before {
			score := matterTitle
			if own {
				score = numberTitle
			}
			return found{s, s.text(), score}, true
		}
		i = next
	}
	return found{}, false
}

// numberAfter is the number behind the label in the tokens from first up to
// next: on the line, to the right of it, or below it. A label that is a bare
// noun ("Invoice") needs a sign that a number follows.
func (r *reading) numberAfter(l *line, first, next int) (span, bool) {
	signed := next-first > 1 || isNumberWord(l.tokens[next-1].fold)
	for next < len(l.tokens) && l.tokens[next].kind == mark && strings.Contains(":#.°º", l.tokens[next].fold) {
		signed = true
		next++
	}
	if next < len(l.tokens) {
		s, ok := codeAt(l, l.tokens[next].start)
		return s, ok && (signed || hasLetterAndDigit(s.text()) || first == 0 && endsLine(s) && !isYear(s.text()) && len(s.text()) > 2)
	}
	if !signed {
		return span{}, false
	}
	if right := r.rightOf(l); right != nil {
		return codeAlone(right)
	}
	if below := r.after(l); below != nil && len(below.Box) == len(l.Box) {
		return codeAlone(below)
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
	code := s.text()
	if len(code) < minCode || len(code) > maxCode || !strings.ContainsFunc(code, isDigit) || !s.legible() {
		return s, false
	}
	return s, len(l.datesIn(s)) == 0
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
