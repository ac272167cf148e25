package fields

import "strings"

// headingWords is how many words a heading has at most.
const headingWords = 10

// headingLines is within how many first lines a heading of plain text stands.
const headingLines = 3

// heading is the line that stands over the text: the largest one near the top
// where sizes are known, else the first.
func (r *reading) heading(kind kindFound, issuer found) (found, bool) {
	if r.median > 0 {
		return r.largestLine(kind, issuer)
	}
	seen := 0
	for _, l := range r.lines {
		if len(l.tokens) == 0 {
			continue
		}
		if seen++; seen > headingLines {
			break
		}
		if s, ok := headingIn(l, kind, issuer); ok {
			return found{s, s.text(), headingTitle}, true
		}
	}
	return found{}, false
}

// outstanding is from how many usual sizes on a line is a heading.
const outstanding = 1.4

// largestLine is the largest line of the upper half of the first page, if it
// stands out.
func (r *reading) largestLine(kind kindFound, issuer found) (found, bool) {
	var best found
	size := outstanding
	for _, l := range r.lines {
		if l.top > 0.5 || r.relative(l) < size || l.index > 0 && r.relative(l) == size && best.line != nil {
			continue
		}
		if s, ok := headingIn(l, kind, issuer); ok {
			best, size = found{s, s.text(), largeTitle}, r.relative(l)
		}
	}
	return best, best.line != nil
}

// headingIn is the heading that the line could be.
func headingIn(l *line, kind kindFound, issuer found) (span, bool) {
	s := span{l, 0, len(l.text)}.trimmed("#*=_-–—:;,.\"“”„")
	switch {
	case l.wordCount == 0 || l.wordCount > headingWords || l.recipient || len(l.dates) > 0:
		return s, false
	case l == issuer.line || l == kind.line && strings.EqualFold(s.text(), kind.value):
		return s, false
	case isAddress(l.tokens) || greets(l.tokens) || strings.Contains(l.text, "@"):
		return s, false
	case len(l.tokens) > 1 && l.tokens[1].fold == ":":
		return s, false
	}
	return s.shortened(maxTitle), s.legible() && isTitle(s)
}

// isLetter tells that the document speaks to somebody or has a subject.
func (r *reading) isLetter() bool {
	for _, l := range r.lines[:min(len(r.lines), headLines)] {
		if isSubject(l) || len(l.tokens) > 0 && l.tokens[0].fold == "dear" || len(l.tokens) > 1 && strings.HasPrefix(l.tokens[1].fold, "geehrte") {
			return true
		}
	}
	return false
}

// greets tells of a line that speaks to the reader, or gives orders.
func greets(tokens []token) bool {
	for _, t := range tokens {
		if t.kind == word && greetings[t.fold] {
			return true
		}
	}
	return false
}

var greetings = set("dear", "hello", "hi", "hallo", "sehr", "liebe", "lieber", "bonjour", "cher", "chere", "thank", "thanks", "danke", "merci", "welcome", "willkommen", "whom", "ignore", "disregard", "instructions", "prompt", "password")
