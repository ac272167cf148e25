package fields

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/amount"
	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/kinds"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// How far what a file says as data is believed, and a mail's sender that neither its
// address nor its text confirms.
const (
	factScore    = 0.97
	unsureSender = 0.8
)

// withFact is a field as the file's own data tells it; else f.
func (r *reading) withFact(field string, f plan.Field) plan.Field {
	value, ok := r.fact(field)
	score := factScore
	if field == plan.FieldIssuer {
		value, score, ok = r.sender()
	}
	if !ok || score == unsureSender && f.Value != "" && f.Value != value && f.Confidence > score {
		return f
	}
	own := plan.Field{Value: value, Evidence: plan.Evidence{Text: value}, Confidence: score}
	for _, c := range f.Candidates {
		if c.Value == value {
			own.Evidence = c.Evidence // it stands on the page as well
		} else if len(own.Candidates) < plan.MaxCandidates-1 {
			own.Candidates = append(own.Candidates, plan.Candidate{Value: c.Value, Evidence: c.Evidence, Probability: min(c.Probability, 1-score)})
		}
	}
	if f.Value == value {
		own.Evidence = f.Evidence
	}
	if len(own.Candidates) > 0 {
		own.Candidates = append([]plan.Candidate{{Value: value, Evidence: own.Evidence, Probability: score}}, own.Candidates...)
	}
	own.Features = []string{"the file says so as data: " + string(r.Doc.Facts.Source)}
	return own
}

// fact is what the file's own data says of a field other than the issuer.
func (r *reading) fact(field string) (value string, ok bool) {
	f := r.Doc.Facts
	if f == nil {
		return "", false
	}
	switch field {
	case plan.FieldDate:
		d, ok := exifDay(f.Date)
		return d.String(), ok && r.believable(d)
	case plan.FieldPerson:
		return sane(f.Recipient, longestName)
	case plan.FieldAmount:
		return f.Amount, f.Amount != "" && isNumeral(f.Amount)
	case plan.FieldCurrency:
		return f.Currency, len(f.Currency) == 3 && strings.IndexFunc(f.Currency, func(c rune) bool { return c < 'A' || c > 'Z' }) < 0
	case plan.FieldNumber:
		return sane(f.Number, label.MaxCode)
	case plan.FieldTitle:
		if f.Source == documents.SourceMail {
			return sane(page.WithoutReply(f.Subject), maxTitle)
		}
		return sane(f.Number, label.MaxCode)
	}
	return "", false
}

// sane is a value that could stand in a name: short, in print and no path.
func sane(s string, most int) (string, bool) {
	s = strings.Join(strings.Fields(s), " ")
	n := utf8.RuneCountInString(s)
	return s, n > 0 && n <= most && utf8.ValidString(s) && !strings.ContainsFunc(s, invisible) && !isPath(s) &&
		strings.ContainsFunc(s, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) })
}

// isNumeral reports whether s is written like -12.50.
func isNumeral(s string) bool {
	whole, cents, _ := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	return len(whole) > 0 && len(whole) <= amount.MaxWhole && lex.Run(whole, lex.IsDigit) == len(whole) && len(cents) <= 4 && lex.Run(cents, lex.IsDigit) == len(cents)
}

// findCurrency is the currency of the document's amounts.
func (r *reading) findCurrency() plan.Field {
	if r.Money == "" || r.Money == "$" {
		return plan.Field{}
	}
	for _, l := range r.Lines {
		for i, t := range l.Tokens {
			if c, _ := page.CurrencyAt(t); c != r.Money {
				continue
			}
			s := l.SpanOf(i, i+1)
			adjacent := i > 0 && l.Tokens[i-1].Kind == lex.Number || i+1 < len(l.Tokens) && l.Tokens[i+1].Kind == lex.Number
			if adjacent && s.Legible() {
				return found{s, string(r.Money), currencyScore}.field()
			}
		}
	}
	return plan.Field{}
}

// How far a currency next to a number is believed, and a name at the head of an
// address.
const (
	currencyScore = 0.9
	personScore   = 0.7
)

// findPerson is who got the document: the first name of the recipient's address.
// It is never the issuer.
func (r *reading) findPerson() plan.Field {
	for _, l := range r.Lines[:min(len(r.Lines), headLines)] {
		if !l.Recipient || l.Page > 1 {
			continue
		}
		s := page.Span{Line: l, Start: min(l.RecipientFrom, len(l.Text)), End: len(l.Text)}.Trimmed("")
		tokens := l.TokensIn(s)
		for len(tokens) > 0 {
			next := 0
			if _, after, ok := page.RecipientWords.At(tokens, 0); ok {
				next = after
			} else if tokens[0].Kind == lex.Mark || page.IsSalutation(tokens[0]) {
				next = 1
			}
			if next == 0 {
				break
			}
			s.Start, tokens = tokens[next-1].End, tokens[next:]
		}
		if s, _ = firm.Name(s); plausible(s) && s.Legible() && firm.LooksLikeName(l, s) && !page.IsAddress(l.TokensIn(s)) && !greets(l.TokensIn(s)) {
			return found{s, s.Text(), personScore}.field()
		}
	}
	return plan.Field{}
}

// sender is who wrote the file by its own data, and how far that is believed.
func (r *reading) sender() (value string, score float64, ok bool) {
	f := r.Doc.Facts
	if f == nil {
		return "", 0, false
	}
	name, score := f.Sender, factScore
	if f.Source == documents.SourceMail {
		confirmed := false
		if name, confirmed = firm.Sender(f.Sender, f.Address, r.Lines); !confirmed {
			score = unsureSender
		}
		if name != f.Sender {
			name = kinds.TitleCase(name)
		}
	}
	value, ok = sane(name, longestName)
	return value, score, ok
}
