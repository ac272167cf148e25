package firm

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// MaxName is how many characters the name of an issuer has at most.
const MaxName = 40

// Name is the name at the start of s: up to the end of its legal form, or
// up to what parts it from an address. legal says that it has the form.
func Name(s page.Span) (name page.Span, legal bool) {
	s = withoutLead(withoutMarks(withoutCopyright(withoutCount(s)))).Trimmed(nameMarks)
	tokens := s.Line.TokensIn(s)
	for i := 1; i < len(tokens); i++ {
		if tokens[i].Fold == "," && i+1 < len(tokens) {
			if _, ok := FormAt(s.Line.Text, tokens, i+1); ok {
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
		if next, ok := FormAt(s.Line.Text, tokens, i); ok {
			legal = true
			s.End = tokens[next-1].End
			if next < len(tokens) && tokens[next].Fold == "." {
				if len(tokens[next-1].Fold) <= shortForm {
					s.End = tokens[next].End // Ltd., and not Limited.
				}
				next++
			}
			s.Start = pastSentence(s.Line.Text, tokens[:i], s.Start)
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

// withoutCount is s behind the number of a party to a contract: "(1) Alder & Finch Ltd".
func withoutCount(s page.Span) page.Span {
	tokens := s.Line.TokensIn(s)
	if len(tokens) > 3 && tokens[0].Fold == "(" && tokens[1].Kind == lex.Number && len(tokens[1].Fold) == 1 && tokens[2].Fold == ")" {
		s.Start = tokens[3].Start
	}
	return s
}

// withoutMarks is s without the marks before it, such as OCR makes of a logo: "@&. Alder Gas".
func withoutMarks(s page.Span) page.Span {
	for _, t := range s.Line.TokensIn(s) {
		if t.Kind != lex.Mark {
			s.Start = t.Start
			break
		}
	}
	return s
}

// withoutCopyright is s behind a sign of copyright and its years: "© 2024-2026 Lumen Ltd".
func withoutCopyright(s page.Span) page.Span {
	tokens := s.Line.TokensIn(s)
	n := 0
	for n < len(tokens) && (copyrightWords[tokens[n].Fold] || n > 0 && (tokens[n].Kind == lex.Number || tokens[n].Kind == lex.Mark)) {
		n++
	}
	if n > 0 && n < len(tokens) {
		s.Start = tokens[n].Start
	}
	return s
}

var copyrightWords = lex.Set("©", "copyright", "℗")

// shortForm is how many letters a legal form has at most that a full stop belongs to.
const shortForm = 4

// pastSentence is where a name begins behind the end of a sentence in its line, which OCR
// read as one with it; start where there is none.
func pastSentence(text string, before []lex.Token, start int) int {
	for i := len(before) - 2; i > 0; i-- {
		if before[i].Fold == "." && before[i-1].Kind == lex.Word && len(before[i-1].Fold) > shortForm && unicode.IsLower(lex.FirstRune(text[before[i-1].Start:])) {
			return before[i+1].Start
		}
	}
	return start
}

// nameMarks stand around names and are none of theirs.
const nameMarks = ",;:*|·•-–—_=\"“”„‘’'≈~♪♫★☆●■▪►»«®™"

// withoutLead is s without the words that lead to the first party of a contract:
// "zwischen der Wohnbau Lechfeld eG", "by and between Alder Ltd".
func withoutLead(s page.Span) page.Span {
	tokens := s.Line.TokensIn(s)
	n := 0
	for n+2 < len(tokens) && leadsOn[tokens[n].Fold] {
		n++
	}
	if n+2 >= len(tokens) || !partyLeads[tokens[n].Fold] {
		return s
	}
	n++
	if SmallWords[tokens[n].Fold] || partyArticles[tokens[n].Fold] {
		n++
	}
	if unicode.IsUpper(lex.FirstRune(s.Line.Text[tokens[n].Start:])) {
		s.Start = tokens[n].Start
	}
	return s
}

// leadsOn stand before partyLeads.
var leadsOn = lex.Set("made", "by", "and")

// partyLeads lead to the first party of a contract, partyArticles stand behind them.
var (
	partyLeads    = lex.Set("zwischen", "between", "entre", "tra", "fra", "tussen", "miedzy")
	partyArticles = lex.Set("the", "der", "dem", "den", "die", "la", "le", "el", "il", "lo", "de", "het")
)

// bracketed returns the token after a bracket that belongs to a name: a few
// letters, with a legal form behind it, such as (M) Sdn Bhd.
func bracketed(text string, tokens []lex.Token, i int) (int, bool) {
	if i+3 >= len(tokens) || tokens[i].Fold != "(" || tokens[i+1].Kind != lex.Word || len(tokens[i+1].Fold) > 8 || tokens[i+2].Fold != ")" {
		return i, false
	}
	_, ok := FormAt(text, tokens, i+3)
	return i + 3, ok
}

// FormAt is the token after the legal form at token i: Ltd, GmbH & Co. KG. In
// small letters it would be a common word (as, se, co).
func FormAt(text string, tokens []lex.Token, i int) (int, bool) {
	_, next, ok := Forms.At(tokens, i)
	capital := strings.ContainsFunc(text[tokens[i].Start:tokens[i].End], unicode.IsUpper) // eG
	if !ok || !capital && !plainForms[tokens[i].Fold] || next < len(tokens) && (tokens[next].Fold == "of" || tokens[next].Kind == lex.Number && tokens[next].Start == tokens[next-1].End) {
		return i, false // The Corporation of Eastbrook, SE5568
	}
	if next+2 < len(tokens) && tokens[next].Fold == "&" {
		_, further, is := Forms.At(tokens, next+1)
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

// IsName reports whether s could be a name at all: short, of letters, no label, no
// sentence, no path.
func IsName(s page.Span) bool {
	text := s.Text()
	if n := utf8.RuneCountInString(text); n < 2 || n > MaxName {
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
		case t.Kind == lex.Word && NoName[t.Fold]:
			return false
		case t.Kind == lex.Word:
			letters += utf8.RuneCountInString(t.Fold)
		}
	}
	return letters >= 3 && letters*2 > utf8.RuneCountInString(text)
}

// LooksLikeName reports whether most of the words begin with a capital.
func LooksLikeName(l *page.Line, s page.Span) bool {
	capital, lower := 0, 0
	for _, t := range l.TokensIn(s) {
		if t.Kind != lex.Word || SmallWords[t.Fold] {
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

// FormBelow is the second line of a name: legal forms, such as Sdn Bhd or Co. (M) Sdn
// Bhd, each with at most a bracket before it.
func FormBelow(c *page.Cell) (page.Span, bool) {
	tokens := c.Tokens()
	if len(tokens) == 0 {
		return page.Span{}, false
	}
	next, ok := FormAt(c.Line.Text, tokens, 0)
	if after, is := bracketed(c.Line.Text, tokens, 0); is {
		next, ok = FormAt(c.Line.Text, tokens, after)
	}
	if !ok {
		return page.Span{}, false
	}
	end := tokens[next-1].End
	for next < len(tokens) {
		further, is := next+1, tokens[next].Fold == "."
		if !is {
			from, _ := bracketed(c.Line.Text, tokens, next)
			further, is = FormAt(c.Line.Text, tokens, from)
		}
		if !is {
			break
		}
		next, end = further, tokens[further-1].End
	}
	return page.Span{Line: c.Line, Start: c.Start, End: end}, true
}
