package fields

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is how many characters the name of an issuer has at most.
const maxName = 40

// nameSpan is the name at the start of s: up to the end of its legal form, or
// up to what parts it from an address. legal says that it has the form.
func nameSpan(s span) (name span, legal bool) {
	s = s.trimmed(",;:*|·•-–—_=\"“”„‘’'")
	tokens := s.line.tokensIn(s)
	for i := 1; i < len(tokens); i++ {
		if tokens[i].fold == "," && i+1 < len(tokens) {
			if _, ok := legalAt(s.line.text, tokens, i+1); ok {
				continue // Cloudbox, Inc.
			}
		}
		if next, ok := bracketed(s.line.text, tokens, i); ok {
			i = next - 1
			continue // Popular Book Co. (M) Sdn Bhd
		}
		if isPart(tokens, i) {
			s.end = tokens[i].start
			return s.trimmed(",;:"), legal
		}
		if next, ok := legalAt(s.line.text, tokens, i); ok {
			legal = true
			s.end = tokens[next-1].end
			if next < len(tokens) && tokens[next].fold == "." {
				s.end = tokens[next].end
				next++
			}
			if next < len(tokens) {
				if _, ok := bracketed(s.line.text, tokens, next); ok {
					i = next - 1
					continue
				}
			}
			return s, legal
		}
	}
	return s, legal
}

// bracketed returns the token after a bracket that belongs to a name: a few
// letters, with a legal form behind it, such as (M) Sdn Bhd.
func bracketed(text string, tokens []token, i int) (int, bool) {
	if i+3 >= len(tokens) || tokens[i].fold != "(" || tokens[i+1].kind != word || len(tokens[i+1].fold) > 8 || tokens[i+2].fold != ")" {
		return i, false
	}
	_, ok := legalAt(text, tokens, i+3)
	return i + 3, ok
}

// legalAt is the token after the legal form at token i: Ltd, GmbH & Co. KG. In
// small letters it would be a common word (as, se, co).
func legalAt(text string, tokens []token, i int) (int, bool) {
	_, next, ok := legalForms.at(tokens, i)
	first := firstRune(text[tokens[i].start:])
	if !ok || !unicode.IsUpper(first) && !plainForms[tokens[i].fold] {
		return i, false
	}
	if next+2 < len(tokens) && tokens[next].fold == "&" {
		_, further, is := legalForms.at(tokens, next+1)
		return further, is
	}
	return next, true
}

// isPart tells that token i parts a name from what follows it.
func isPart(tokens []token, i int) bool {
	t := tokens[i]
	if t.start-tokens[i-1].end >= 3 {
		return true // columns of a table
	}
	switch t.fold {
	case "·", "•", "|", ";", "–", "—", "∙", ":", "<", "(", "[":
		return true
	case "-":
		return t.start > tokens[i-1].end
	case ",":
		return true
	}
	return false
}

// isName tells that s could be a name at all: short, of letters, no label, no
// sentence, no path.
func isName(s span) bool {
	text := s.text()
	if n := utf8.RuneCountInString(text); n < 2 || n > maxName {
		return false
	}
	tokens := s.line.tokensIn(s)
	words := countWords(tokens)
	if words == 0 || words > shortLine-1 || len(s.line.datesIn(s)) > 0 {
		return false
	}
	letters := 0
	for _, t := range tokens {
		switch {
		case t.kind == mark && !strings.Contains("&.,'’+-!", t.fold):
			return false
		case t.kind == word && noName[t.fold]:
			return false
		case t.kind == word:
			letters += utf8.RuneCountInString(t.fold)
		}
	}
	return letters >= 3 && letters*2 > utf8.RuneCountInString(text)
}

// looksLikeName tells that most of the words begin with a capital.
func looksLikeName(l *line, s span) bool {
	capital, lower := 0, 0
	for _, t := range l.tokensIn(s) {
		if t.kind != word || smallWords[t.fold] {
			continue
		}
		if strings.ToLower(l.text[t.start:t.end]) == l.text[t.start:t.end] {
			lower++
		} else {
			capital++
		}
	}
	return capital > lower
}
