package label

import (
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// YourWords stand before the kind where a document speaks to whom it is for: "Votre
// facture d'eau".
var YourWords = lex.Set("your", "votre", "vos", "ihre", "ihr", "su", "sus", "tu", "sua", "seu", "tua", "vostra", "uw", "je", "twoja", "twoj")

// FromWords lead from the kind of a document to who issued it.
var FromWords = lex.Set("from", "by", "von")

// SaysKnown reports whether a title says who issued the document and what it is, and
// nothing else: "Your receipt from Tubular Music".
func SaysKnown(title, issuer string) bool {
	kinds, rest, ok := partsOf(title, issuer)
	return ok && issuer != "" && len(kinds) > 0 && rest == "" && strings.Contains(strings.ToLower(title), strings.ToLower(issuer))
}

// KindIn returns the one kind that a title names, and the number or the period that
// stands before or behind it; ok is false where the title says anything else.
func KindIn(title, issuer string) (kind, rest string, ok bool) {
	kinds, rest, ok := partsOf(title, issuer)
	if !ok || len(kinds) != 1 || rest != "" && !isNumberOrPeriod(rest) {
		return "", "", false
	}
	return kinds[0], rest, true
}

// partsOf returns the kinds that a title names, and what else it says besides the issuer
// and small words; ok is false where that stands in two places.
func partsOf(title, issuer string) (kinds []string, rest string, ok bool) {
	tokens := lex.Tokenise(title)
	senders := map[string]bool{}
	for _, t := range lex.Tokenise(issuer) {
		senders[t.Fold] = t.Kind == lex.Word
	}
	start, end := -1, -1 // of rest
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		_, next, isKind := page.KindAt(tokens, i)
		_, behind, isLabel := Numbers.At(tokens, i)
		switch {
		case isKind:
			kinds = append(kinds, title[t.Start:tokens[next-1].End])
			i = next - 1
		case start < 0 && isLabel:
			i = behind - 1
		case i+1 < len(tokens) && tokens[i+1].Fold == "/" && tokens[i+1].Start == t.End && start < 0: // Z/2021/55108
			start, end = t.Start, t.End
		case t.Kind == lex.Word && (senders[t.Fold] || firm.SmallWords[t.Fold] || YourWords[t.Fold] || FromWords[t.Fold]):
		case start < 0:
			start, end = t.Start, t.End
		case strings.TrimSpace(title[end:t.Start]) != "":
			return nil, "", false
		default:
			end = t.End
		}
	}
	if start >= 0 {
		rest = strings.Trim(title[start:end], " -–—:;,.#()!")
	}
	return kinds, rest, true
}

// isNumberOrPeriod reports whether each word has a digit or is the name of a month, and
// one has a digit: "QS-10442", "May 2024".
func isNumberOrPeriod(s string) bool {
	digits := false
	for _, word := range strings.Fields(s) {
		numbered := strings.ContainsFunc(word, lex.IsDigit)
		if !numbered && !lex.HasMonth(lex.Tokenise(word)) {
			return false
		}
		digits = digits || numbered
	}
	return digits
}
