package fields

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// maxName is how many characters the name of an issuer has at most.
const maxName = 40

// nameSpan is the name at the start of s: up to the end of its legal form, or
// up to what parts it from an address. legal says that it has the form.
func nameSpan(s page.Span) (name page.Span, legal bool) {
	s = s.Trimmed(",;:*|·•-–—_=\"“”„‘’'")
	tokens := s.Line.TokensIn(s)
	for i := 1; i < len(tokens); i++ {
		if tokens[i].Fold == "," && i+1 < len(tokens) {
			if _, ok := legalAt(s.Line.Text, tokens, i+1); ok {
				continue // Cloudbox, Inc.
			}
		}
		if next, ok := bracketed(s.Line.Text, tokens, i); ok {
			i = next - 1
			continue // Popular Book Co. (M) Sdn Bhd
		}
		if isPart(tokens, i) {
			s.End = tokens[i].Start
			return s.Trimmed(",;:"), legal
		}
		if next, ok := legalAt(s.Line.Text, tokens, i); ok {
			legal = true
			s.End = tokens[next-1].End
			if next < len(tokens) && tokens[next].Fold == "." {
				s.End = tokens[next].End
				next++
			}
			if next < len(tokens) {
				if _, ok := bracketed(s.Line.Text, tokens, next); ok {
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
func bracketed(text string, tokens []lex.Token, i int) (int, bool) {
	if i+3 >= len(tokens) || tokens[i].Fold != "(" || tokens[i+1].Kind != lex.Word || len(tokens[i+1].Fold) > 8 || tokens[i+2].Fold != ")" {
		return i, false
	}
	_, ok := legalAt(text, tokens, i+3)
	return i + 3, ok
}

// legalAt is the token after the legal form at token i: Ltd, GmbH & Co. KG. In
// small letters it would be a common word (as, se, co).
func legalAt(text string, tokens []lex.Token, i int) (int, bool) {
	_, next, ok := legalForms.At(tokens, i)
	first := lex.FirstRune(text[tokens[i].Start:])
	if !ok || !unicode.IsUpper(first) && !plainForms[tokens[i].Fold] {
		return i, false
	}
	if next+2 < len(tokens) && tokens[next].Fold == "&" {
		_, further, is := legalForms.At(tokens, next+1)
		return further, is
	}
	return next, true
}

// isPart reports whether token i parts a name from what follows it.
func isPart(tokens []lex.Token, i int) bool {
	t := tokens[i]
	if t.Start-tokens[i-1].End >= 3 {
		return true // columns of a table
	}
	switch t.Fold {
	case "·", "•", "|", ";", "–", "—", "∙", ":", "<", "(", "[":
		return true
	case "-":
		return t.Start > tokens[i-1].End
	case ",":
		return true
	}
	return false
}

// isName reports whether s could be a name at all: short, of letters, no label, no
// sentence, no path.
func isName(s page.Span) bool {
	text := s.Text()
	if n := utf8.RuneCountInString(text); n < 2 || n > maxName {
		return false
	}
	tokens := s.Line.TokensIn(s)
	words := lex.CountWords(tokens)
	if words == 0 || words > page.ShortLine-1 || len(s.Line.DatesIn(s)) > 0 {
		return false
	}
	letters := 0
	for _, t := range tokens {
		switch {
		case t.Kind == lex.Mark && !strings.Contains("&.,'’+-!", t.Fold):
			return false
		case t.Kind == lex.Word && noName[t.Fold]:
			return false
		case t.Kind == lex.Word:
			letters += utf8.RuneCountInString(t.Fold)
		}
	}
	return letters >= 3 && letters*2 > utf8.RuneCountInString(text)
}

// looksLikeName reports whether most of the words begin with a capital.
func looksLikeName(l *page.Line, s page.Span) bool {
	capital, lower := 0, 0
	for _, t := range l.TokensIn(s) {
		if t.Kind != lex.Word || smallWords[t.Fold] {
			continue
		}
		if strings.ToLower(l.Text[t.Start:t.End]) == l.Text[t.Start:t.End] {
			lower++
		} else {
			capital++
		}
	}
	return capital > lower
}
