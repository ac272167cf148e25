package label

import (
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// IsUnknown reports whether the n-th date of the line, which has no label that is
// known, stands behind words that label it all the same: "Erstzulassung: 12.03.2019",
// on the line or in the cell to its left or above. So does one in brackets, such as
// the birthday of who is named before it. What such a day is of can be anything.
func IsUnknown(r *page.Reading, l *page.Line, n int) bool {
	f := l.Dates[n]
	from := 0
	if n > 0 {
		from = l.Dates[n-1].Next
	}
	before := l.Tokens[from:f.First]
	if endsInLabel(before) || inBrackets(l, f) {
		return true
	}
	if n > 0 || lex.CountWords(before) > weekdaysIn(before) {
		return false
	}
	if left := r.LeftOf(l); left != nil {
		return len(left.Dates) == 0 && endsInLabel(left.Tokens)
	}
	if over := r.Over(l); over != nil && f.First == 0 && len(over.Dates) == 0 && over.WordCount > 0 && over.WordCount <= maxHead && !lex.HasNumber(over.Tokens) {
		return endsInLabel(over.Tokens)
	}
	above := r.Before(l)
	return above != nil && len(above.Dates) == 0 && above.WordCount <= page.ShortLine && endsInLabel(above.Tokens)
}

// IsTrailing reports whether the tokens before a date, which has no label, are words all
// the same, be they a label that is not known or what took place on that day. What a dash
// parts from the date is neither.
func IsTrailing(before []lex.Token) bool {
	return lex.CountWords(before)-weekdaysIn(before) > 0 && !parts[before[len(before)-1].Fold]
}

// parts stand between things that have nothing to do with each other.
var parts = lex.Set("-", "–", "—", "|", "·", "•", "/")

// endsInLabel reports whether tokens end in words and a colon; a day of the week may
// follow it.
func endsInLabel(tokens []lex.Token) bool {
	end := len(tokens)
	for end > 0 && (weekdays[tokens[end-1].Fold] || tokens[end-1].Fold == "," || tokens[end-1].Fold == ".") {
		end--
	}
	return end > 1 && tokens[end-1].Fold == ":" && tokens[end-2].Kind != lex.Number
}

// inBrackets reports whether a date stands in brackets behind words.
func inBrackets(l *page.Line, f lex.Date) bool {
	return f.First > 1 && f.Next < len(l.Tokens) && l.Tokens[f.First-1].Fold == "(" && l.Tokens[f.Next].Fold == ")" && l.Tokens[f.First-2].Kind == lex.Word
}

// IsOfAnother reports whether the tokens before a date name another document that it
// is of, as the reader's or the writer's: "Ihr Mietvertrag vom". A paper of trade that
// speaks of itself, called kind, is none: "Ihre Rechnung vom" on an invoice.
func IsOfAnother(before, kind []lex.Token, trade bool) bool {
	if len(before) == 0 || !Referring[before[len(before)-1].Fold] {
		return false
	}
	for i := max(0, len(before)-badReach); i < len(before); i++ {
		if !possessives[before[i].Fold] {
			continue
		}
		for k := i + 1; k < len(before); k++ {
			if is, shared := otherKindAt(before, k, kind); is {
				return !trade || !shared
			}
		}
		return i+1 < len(before)-1 // Ihre Steuererklärung vom
	}
	return false
}

// Kind is which kind of document words are of.
type Kind int

// The kinds: none, that of the document, another one.
const (
	NoKind Kind = iota
	ThisKind
	OtherKind
)

// KindBefore is the kind that the tokens before a date or a number name, of a document
// that is called kind.
func KindBefore(before, kind []lex.Token) Kind {
	found := NoKind
	for i := range before {
		if is, shared := otherKindAt(before, i, kind); shared {
			return ThisKind
		} else if is {
			found = OtherKind
		}
	}
	return found
}

// IsOfOtherKind reports whether the tokens before a date are of a document, "gemäß
// Freistellungsbescheid vom", that is not called as this one is.
func IsOfOtherKind(before, kind []lex.Token) bool {
	return len(before) > 0 && Referring[before[len(before)-1].Fold] && len(kind) > 0 && KindBefore(before, kind) == OtherKind
}

// otherKindAt reports whether token i begins what documents are called, and whether a
// word of it is in kind.
func otherKindAt(tokens []lex.Token, i int, kind []lex.Token) (is, shared bool) {
	_, next, ok := page.KindAt(tokens, i)
	return ok, ok && slices.ContainsFunc(tokens[i:next], func(t lex.Token) bool { return sharesWord(t, kind) })
}

// sharesWord reports whether one of the words holds another: Rechnung, Mobilfunkrechnung.
func sharesWord(t lex.Token, words []lex.Token) bool {
	return t.Kind == lex.Word && slices.ContainsFunc(words, func(w lex.Token) bool {
		return w.Kind == lex.Word && (strings.Contains(w.Fold, t.Fold) || strings.Contains(t.Fold, w.Fold))
	})
}

// IsOnesOther reports whether token i begins another kind of document than kind, and the
// word before it says whose that is: "unsere Rechnung".
func IsOnesOther(tokens []lex.Token, i int, kind []lex.Token) bool {
	is, shared := otherKindAt(tokens, i, kind)
	return len(kind) > 0 && i > 0 && possessives[tokens[i-1].Fold] && is && !shared
}

// possessives say whose the document is that they stand before.
var possessives = lex.Set("ihr", "ihre", "ihren", "ihrem", "ihres", "ihrer", "dein", "deine", "deinen", "deinem", "unser", "unsere", "unseren", "unserem", "unseres", "unserer",
	"your", "our", "votre", "vos", "notre", "nos", "su", "sus", "nuestro", "nuestra", "vostro", "vostra", "nostro", "nostra", "uw", "onze")

// OfMatter reports whether words between a kind of document, which ends at byte end of
// its line, and a date make it that of something that the document is about:
// Kündigung des Mietverhältnisses vom. before are the tokens before the date.
func OfMatter(before []lex.Token, end int) bool {
	if n := len(before); n > 0 && Referring[before[n-1].Fold] {
		before = before[:n-1] // Fattura n. 77 del
	}
	return slices.ContainsFunc(before, func(t lex.Token) bool {
		return t.Start >= end && (References[t.Fold] || OtherDocument[t.Fold] || Genitives[t.Fold])
	})
}

// Offers reports whether a word for an offer stands in tokens, at their end.
func Offers(tokens []lex.Token) bool {
	return slices.ContainsFunc(tokens[max(0, len(tokens)-goodReach):], func(t lex.Token) bool {
		return t.Kind == lex.Word && slices.ContainsFunc(offerWords, func(word string) bool { return strings.HasPrefix(t.Fold, word) })
	})
}

// orderedWords say that somebody ordered: Order placed.
var orderedWords = lex.Set("placed", "ordered", "bestellt")

// sharedLetters is how many letters two words of one thing begin with: Auftragsdatum,
// Auftragsbestätigung.
const sharedLetters = 5

// OfDocument reports whether a label, the tokens before a date, is a word for a date
// with that for the document, which kind names.
func OfDocument(before, kind []lex.Token) bool {
	dated, shared := false, false
	for _, t := range before[max(0, len(before)-goodReach):] {
		if t.Kind != lex.Word {
			continue
		}
		if OtherDocument[t.Fold] || possessives[t.Fold] || Genitives[t.Fold] {
			return false
		}
		dated = dated || dateWord[t.Fold] || orderedWords[t.Fold] || strings.HasSuffix(t.Fold, "datum")
		shared = shared || len(t.Fold) >= sharedLetters && slices.ContainsFunc(kind, func(k lex.Token) bool {
			return strings.HasPrefix(k.Fold, t.Fold[:sharedLetters])
		})
	}
	return dated && shared
}

// IsOfDelivery reports whether both the tokens before a date and the kind of the document
// are of a delivery: the day of it is that of its note.
func IsOfDelivery(before, kind []lex.Token) bool {
	delivers := func(t lex.Token) bool {
		return slices.ContainsFunc(deliveries, func(stem string) bool { return strings.HasPrefix(t.Fold, stem) })
	}
	return slices.ContainsFunc(before, delivers) && slices.ContainsFunc(kind, delivers)
}

// deliveries begin the words for what is delivered.
var deliveries = []string{"liefer", "deliver", "livrais", "entrega", "consegn", "lever", "dostaw"}
