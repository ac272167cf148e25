package fields

import (
	"strings"
	"unicode"
)

// How far a kind is believed, by how it stands there.
const (
	headingKind = 0.95 // alone on its line
	leadingKind = 0.85 // at the start of a line: "Invoice No 12", "Minutes, 9 May"
	shortKind   = 0.65 // within a short line
	bodyKind    = 0.35 // in running text
	lateFactor  = 0.8  // not in the upper half of the first page
	laterFactor = 0.5  // on a page after the first
)

// minKind is below what a document rather mentions a kind than is of it.
const minKind = 0.45

// kindFound is what the document calls itself.
type kindFound struct {
	found
	role role
	// grown tells that the words before it on its line belong to it.
	grown bool
}

// findKind is the kind with the best claim, the earliest of equals.
func (r *reading) findKind() (kindFound, bool) {
	var best kindFound
	for _, l := range r.lines {
		for i := 0; i < len(l.tokens); {
			role, next, ok := kindAt(l.tokens, i)
			if !ok {
				i++
				continue
			}
			s := l.spanOf(i, next)
			score := r.kindScore(l, i, next)
			if score > best.confidence && s.legible() {
				best = kindFound{found: found{s, titleCase(s.text()), score}, role: role}
			}
			i = next
		}
	}
	if best.confidence < minKind {
		return kindFound{}, false
	}
	return best.whole(), true
}

// maxKind is how many words a kind has at most.
const maxKind = 4

// whole is a kind with the words before it that say more closely what it is:
// "Annual Safety Report". Bills are not told apart like that.
func (k kindFound) whole() kindFound {
	s := span{k.line, 0, len(k.line.text)}.trimmed("#*=_-–—:;,.\"“”„")
	if k.role != looseRole && k.role != formalRole || s.end != k.end || s.start == k.start || k.line.wordCount > maxKind ||
		k.line.wordCount != len(k.line.tokensIn(s)) || !s.legible() || !isTitle(s) || !looksLikeName(k.line, s) {
		return k
	}
	return kindFound{found{s, titleCase(s.text()), max(k.confidence, shortKind)}, k.role, true}
}

// Traded reports whether a kind is one of trade, such as an invoice, a receipt or
// a statement: a name without who issued it says little.
func Traded(kind string) bool {
	tokens := tokenise(kind)
	for i := range tokens {
		if role, _, ok := kindAt(tokens, i); ok && (role == tradeRole || role == statementRole) {
			return true
		}
	}
	return false
}

// kindScore is the claim of the kind in the tokens from first up to next.
func (r *reading) kindScore(l *line, first, next int) float64 {
	score := bodyKind
	alone := l.wordCount == countWords(l.tokens[first:next])
	short := l.wordCount <= shortLine
	capital := unicode.IsUpper(firstRune(l.text[l.tokens[first].start:]))
	switch {
	case isSubject(l):
	case alone && capital && !hasNumber(l.tokens):
		score = headingKind
	case first == 0 && short && capital:
		score = leadingKind
	case short && (capital || next < len(l.tokens) && (len(l.dates) > 0 || hasNumber(l.tokens[next:]))):
		score = shortKind
	}
	if r.relative(l) >= largeLine {
		score += 0.04
	}
	switch {
	case l.top > 1:
		score *= laterFactor
	case l.top > 0.5 && score < headingKind:
		score *= lateFactor
	}
	return score
}

// largeLine is from how many usual sizes on a line is a large one.
const largeLine = 1.25

// titleCase writes NOTICE OF TERMINATION as Notice of Termination and leaves
// other spellings alone but for a capital at the start.
func titleCase(s string) string {
	if strings.ToUpper(s) != s {
		return capitalised(s)
	}
	words := strings.SplitAfter(strings.ToLower(s), " ")
	for i, w := range words {
		if i == 0 || !smallWords[fold(strings.TrimSpace(w))] {
			words[i] = capitalised(w)
		}
	}
	return strings.Join(words, "")
}

func capitalised(s string) string {
	first := firstRune(s)
	return string(unicode.ToTitle(first)) + strings.TrimPrefix(s, string(first))
}
