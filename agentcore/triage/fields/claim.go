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
)

// Claim is what a language model says of a document. Every text of it is to
// stand in the document as it is; an empty one says that there is none. Nothing
// of a claim is believed that is not there.
type Claim struct {
	// DateChoice and IssuerChoice are the numbers of the right ones of Choices, from
	// 1 on; 0 says that none is, and that the words below tell.
	DateChoice   int `json:"date_choice"`
	IssuerChoice int `json:"issuer_choice"`
	// Kind is one of Kinds, KindWords how the document calls itself.
	Kind      string `json:"kind"`
	KindWords string `json:"kind_words"`
	// Date is the day of the document as 2026-03-04, DateWords how it is written.
	Date      string `json:"date"`
	DateWords string `json:"date_words"`
	Issuer    string `json:"issuer"`
	// AmountWords is the sum of all as it is written.
	AmountWords string `json:"amount_words"`
	Title       string `json:"title"`
}

// KindOther is the kind of a document that is none of the others.
const KindOther = "other"

// Kinds are what a claim may call a document.
var Kinds = []string{
	"invoice", "receipt", "reminder", "quote", "order", "statement", "payslip", "contract", "certificate",
	"insurance", "tax", "medical", "ticket", "letter", "report", "notes", "form", KindOther,
}

// The most characters that the texts of a claim may have.
const (
	MaxClaimWords = 40 // of kind, date and amount
	MaxClaimName  = firm.MaxName
	MaxClaimTitle = maxTitle
)

// How far a claim is believed that stands in the text.
const (
	provenScore = 0.8
	agreedScore = 0.9 // the rules say the same
	oddScore    = 0.5 // a kind of document that the rules have never heard of
)

// Choices are what a model chooses among, by the field of Ranked: the likeliest
// candidates of d, whether they are proposed or not. One that is hardly possible is
// none, so that a model that chooses blindly does not make a sentence an issuer.
func Choices(d page.Document) map[string][]plan.Candidate {
	r := newReading(d)
	kind, _ := r.findKind()
	hasAmount := amount.Claimed(r.Reading)
	role := r.tradeRole(kind.Role, hasAmount)
	dates, ofDates := r.dateChoice(kind)
	issuers, ofIssuers := r.issuerChoice(role)
	byDate, _ := choose(dateModel(), dates, ofDates, kind.Role, leastCandidate)
	byIssuer, _ := choose(issuerModel(), issuers, ofIssuers, role, leastCandidate)
	return map[string][]plan.Candidate{plan.FieldDate: byDate.Candidates, plan.FieldIssuer: byIssuer.Candidates}
}

// Prove holds a claim against the document and gives the fields of it that stand
// there, with the place. choices are those that it was made by.
func Prove(d page.Document, c Claim, choices map[string][]plan.Candidate) map[string]plan.Field {
	p := prover{reading: newReading(d)}
	proven := map[string]plan.Field{}
	keep := func(name string, f plan.Field, ok bool) {
		if ok {
			proven[name] = f
		}
	}
	kind, ok := p.kind(c)
	keep(plan.FieldKind, kind, ok)
	date, ok := p.date(c)
	keep(plan.FieldDate, date, ok)
	issuer, ok := p.issuer(c.Issuer)
	keep(plan.FieldIssuer, issuer, ok)
	for field, number := range map[string]int{plan.FieldDate: c.DateChoice, plan.FieldIssuer: c.IssuerChoice} {
		if number > 0 && number <= len(choices[field]) {
			proven[field] = chosen(choices[field][number-1])
		}
	}
	amount, ok := p.amount(c.AmountWords)
	keep(plan.FieldAmount, amount, ok)
	title, ok := p.title(c.Title)
	keep(plan.FieldTitle, title, ok)
	return proven
}

// chosen is a candidate that a model chose as a field: it is likelier than before, and
// never sure.
func chosen(c plan.Candidate) plan.Field {
	return plan.Field{Value: c.Value, Evidence: c.Evidence, Confidence: min(provenScore, c.Probability+provenScore/2)}
}

// prover looks for the texts of a claim in a document.
type prover struct {
	*reading
	pressed []pressed // by line, made when first asked for
}

// kind is the document's own word for itself. A word that the rules do not know
// is believed too little for a name that nobody looks at.
func (p *prover) kind(c Claim) (plan.Field, bool) {
	for s := range p.places(c.KindWords, MaxClaimWords) {
		if !page.IsTitle(s) || greets(s.Line.TokensIn(s)) || lex.CountWords(s.Line.TokensIn(s)) > maxKindWords {
			continue
		}
		score := oddScore
		tokens := s.Line.TokensIn(s)
		for i := range tokens {
			if _, _, known := page.KindAt(tokens, i); known && c.Kind != KindOther {
				score = provenScore
			}
		}
		return found{s, kinds.TitleCase(s.Text()), score}.field(), true
	}
	return plan.Field{}, false
}

// maxKindWords is how many words the name of a kind has at most.
const maxKindWords = 4

// date is the claimed day, if what is written can be read as that day.
func (p *prover) date(c Claim) (plan.Field, bool) {
	for s := range p.places(c.DateWords, MaxClaimWords) {
		for n, f := range s.Line.Dates {
			at := s.Line.SpanOf(f.First, f.Next)
			if at.Start >= s.End || at.End <= s.Start || !at.Legible() {
				continue
			}
			believed := p.believe(f)
			for _, d := range believed {
				if d.String() == c.Date {
					field := found{at, c.Date, provenScore}.field()
					field.Doubts = p.dateDoubts(s.Line, n, believed)
					return field, true
				}
			}
		}
	}
	return plan.Field{}, false
}

// dateDoubts say what is not sure of the nth date of a line.
func (p *prover) dateDoubts(l *page.Line, n int, believed []lex.Day) []plan.Reason {
	switch {
	case len(believed) > 1:
		return swapped(believed[0], believed[1])
	case label.OfDate(p.Reading, l, n) == label.Due:
		return doubt(plan.DoubtOtherDay)
	}
	return nil
}

// issuer is a name. One that stands in the address of who got the document is
// doubted.
func (p *prover) issuer(claimed string) (plan.Field, bool) {
	var second plan.Field
	for s := range p.places(claimed, MaxClaimName) {
		if !firm.IsName(s) || greets(s.Line.Tokens) {
			continue
		}
		f := found{s, s.Text(), provenScore}.field()
		if !s.Line.Recipient || s.Start < s.Line.RecipientFrom {
			return f, true
		}
		if second.Value == "" {
			second = f
			second.Doubts = doubt(plan.DoubtRecipient)
		}
	}
	return second, second.Value != ""
}

// amount is the amount that the claimed words hold.
func (p *prover) amount(claimed string) (plan.Field, bool) {
	for s := range p.places(claimed, MaxClaimWords) {
		for i := 0; i < len(s.Line.Tokens); {
			a, next, is := amount.At(s.Line, i)
			if is && a.Start < s.End && a.End > s.Start && a.Legible() {
				return found{a.Span, a.Value, provenScore}.field(), true
			}
			i = max(next, i+1)
		}
	}
	return plan.Field{}, false
}

// title is the document's number, or words that can be a title.
func (p *prover) title(claimed string) (plan.Field, bool) {
	for s := range p.places(claimed, MaxClaimTitle) {
		code, isCode := label.CodeAt(s.Line, s.Start)
		isCode = isCode && code.Start == s.Start && code.End == s.End
		if isCode || page.IsTitle(s) && !greets(s.Line.TokensIn(s)) {
			return found{s, s.Text(), provenScore}.field(), true
		}
	}
	return plan.Field{}, false
}

// maxPlaces is how many places of the same words are looked at.
const maxPlaces = 50

// places are the legible places where words stand, of at most most characters,
// on one line each and between the ends of words. Case and spaces do not count.
func (p *prover) places(words string, most int) func(yield func(page.Span) bool) {
	return func(yield func(page.Span) bool) {
		wanted := press(words)
		if wanted.text == "" || utf8.RuneCountInString(words) > most {
			return
		}
		if p.pressed == nil {
			p.pressed = make([]pressed, len(p.Lines))
			for i, l := range p.Lines {
				p.pressed[i] = press(l.Text)
			}
		}
		left := maxPlaces
		for i, l := range p.Lines {
			for s := range p.pressed[i].find(l, wanted.text) {
				if left--; left < 0 || s.Legible() && !yield(s) {
					return
				}
			}
		}
	}
}

// pressed is a text in small letters and without spaces; at has the byte of the
// text that each of its bytes comes from, and the end of the text.
type pressed struct {
	text string
	at   []int
}

func press(text string) pressed {
	var b strings.Builder
	var at []int
	for i, r := range text {
		if unicode.IsSpace(r) || r == '\u00a0' {
			continue
		}
		n, _ := b.WriteRune(unicode.ToLower(r)) // a Builder takes everything
		for range n {
			at = append(at, i)
		}
	}
	return pressed{b.String(), append(at, len(text))}
}

// find gives the places of wanted that begin and end where words do.
func (p pressed) find(l *page.Line, wanted string) func(yield func(page.Span) bool) {
	return func(yield func(page.Span) bool) {
		for from := 0; ; {
			n := strings.Index(p.text[from:], wanted)
			if n < 0 {
				return
			}
			start := from + n
			s := page.Span{Line: l, Start: p.at[start], End: p.at[start+len(wanted)]}.Trimmed("")
			if !splitsWord(l.Text, s.Start) && !splitsWord(l.Text, s.End) && !yield(s) {
				return
			}
			from = start + len(wanted)
		}
	}
}

// splitsWord reports whether letters or digits stand on both sides of a byte.
func splitsWord(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	return isWordRune(before) && isWordRune(after)
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Mn, r)
}

// How far what a model saw in a picture is believed: never enough for a name that
// nobody looks at.
const seenScore = 0.4

// Seen gives the fields of a claim about a picture whose text is not known. They
// pass for what they could be in a text, and are in doubt all the same.
func Seen(d page.Document, c Claim) map[string]plan.Field {
	d.Method, d.Lines = plan.MethodText, nil
	for _, words := range []string{c.KindWords, c.DateWords, c.Issuer, c.AmountWords, c.Title} {
		d.Lines = append(d.Lines, page.RawLine{Text: words})
	}
	seen := Prove(d, c, nil)
	for name, f := range seen {
		f.Evidence = plan.Evidence{Page: 1}
		f.Confidence = min(f.Confidence, seenScore)
		f.Doubts = doubt(plan.ReasonSeen)
		seen[name] = f
	}
	return seen
}
