package kinds

import (
	_ "embed" // the fitted weights
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/amount"
	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
)

//go:embed kind.weights
var weights string

// Model chooses among the candidates. scripts/fit writes its weights.
var Model = sync.OnceValue(func() *rank.Model { return rank.Parsed(weights, features, noneFeatures) })

// Prior returns a model whose weights are the prior.
func Prior() *rank.Model { return rank.Prior(features, noneFeatures) }

// candidate is a kind that the document names, at the place that says the most.
type candidate struct {
	page.Span
	first, next int // tokens of its line
	role        page.Role
	alone       bool // its line says nothing else
	said        int  // places that name it
	labels      int  // words such as its date or its number that stand in the document
	rank        int  // the kinds before it
	closer      bool // it holds the word for another one: Telefonrechnung, Rechnung
}

// view is what the features of all candidates of a document are taken from.
type view struct {
	*page.Reading
	hasAmount bool
	largest   float64 // size of the largest candidate on the first page
	name      string  // of the file, folded
	title     string  // the file's own, folded
}

// mostCandidates is how many places that name a kind are looked at.
const mostCandidates = 300

// choices are the candidates and what is known of each; of the places that say the
// same, the one that the prior likes best.
func choices(r *page.Reading) ([]*candidate, rank.Choice) {
	all := candidates(r)
	hasAmount := amount.Claimed(r)
	v := &view{Reading: r, hasAmount: hasAmount, name: lex.Fold(r.Doc.Name), title: lex.Fold(r.Doc.MetaTitle)}
	for _, c := range all {
		if c.Line.Page <= 1 {
			v.largest = max(v.largest, r.Relative(c.Line))
		}
	}
	choice := rank.Choice{None: rank.Values(noneFeatures, v, nil)}
	prior, at := Prior(), map[string]int{}
	var kept []*candidate
	for _, c := range all {
		values := rank.Values(features, v, c)
		key := lex.Fold(c.Text())
		n, ok := at[key]
		switch {
		case !ok:
			at[key] = len(kept)
			kept, choice.Options = append(kept, c), append(choice.Options, values)
		case prior.Score(values) > prior.Score(choice.Options[n]):
			kept[n], choice.Options[n] = c, values
		}
	}
	return kept, choice
}

// candidates are the places where the document names a kind, in its order.
func candidates(r *page.Reading) []*candidate {
	var all []*candidate
	said, labels := map[string]int{}, map[string]int{}
	for _, l := range r.Lines {
		for i := 0; i < len(l.Tokens) && len(all) < mostCandidates; {
			role, next, ok := page.KindAt(l.Tokens, i)
			if !ok {
				countLabel(labels, l.Tokens, i)
				i++
				continue
			}
			if c := (&candidate{Span: l.SpanOf(i, next), first: i, next: next, role: role, rank: len(said)}); c.Legible() {
				c.alone = l.WordCount == lex.CountWords(l.Tokens[i:next])
				said[lex.Fold(c.Text())]++
				if isLabelled(l.Tokens, next) {
					labels[l.Tokens[next-1].Fold]++
				}
				all = append(all, c)
			}
			i = next
		}
	}
	for _, c := range all {
		c.said = said[lex.Fold(c.Text())]
		for kind, n := range labels {
			if strings.HasSuffix(c.Line.Tokens[c.next-1].Fold, kind) { // Telefonrechnung, Rechnungsnummer
				c.labels += n
			}
		}
		if isLabelled(c.Line.Tokens, c.next) {
			c.labels-- // itself
		}
		for other := range said {
			own := lex.Fold(c.Text())
			c.closer = c.closer || len(other) < len(own) && strings.HasSuffix(own, other)
		}
	}
	return all
}

// parts end the compounds that are labels of what a document holds: Rechnungsdatum,
// factuurnummer, fakturadato.
var parts = []string{"snummer", "nummer", "snr", "nr", "sdatum", "datum", "dato", "sbetrag", "betrag", "bedrag", "belopp", "belob", "adresse", "adres"}

// countLabel counts a compound of a kind and such a part.
func countLabel(labels map[string]int, tokens []lex.Token, i int) {
	for _, part := range parts {
		if kind, ok := strings.CutSuffix(tokens[i].Fold, part); ok && tokens[i].Kind == lex.Word {
			if _, _, is := page.KindAt([]lex.Token{{Kind: lex.Word, Fold: kind}}, 0); is {
				labels[kind]++
				return
			}
		}
	}
}

// labelWords stand behind a kind in the label of what the document holds.
var labelWords = lex.Set("no", "number", "nr", "nummer", "num", "numero", "id", "ref", "reference", "date", "datum", "dato", "total", "amount", "#")

// isLabelled reports whether token i makes the kind before it a label: "Invoice date".
func isLabelled(tokens []lex.Token, i int) bool {
	if i < len(tokens) && lex.IsJoint(tokens[i]) {
		i++
	}
	return i < len(tokens) && labelWords[tokens[i].Fold]
}

type feature = rank.Feature[*view, *candidate]

func yes(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// of is a feature that a candidate has or has not.
func of(name string, prior float64, is func(v *view, c *candidate) bool) feature {
	return feature{Name: name, Prior: prior, Of: func(v *view, c *candidate) float64 { return yes(is(v, c)) }}
}

// How far down the first page what a document is called stands, and a long title; and
// what is below.
const (
	TopPart   = 0.35
	titlePart = 0.25
	lowPart   = 0.5
)

// features are all that is asked of a kind. The names are those of the file of weights.
var features = []feature{
	// how it stands in its line
	of("alone on its line", 2.5, func(_ *view, c *candidate) bool { return c.alone && c.capital() && !lex.HasNumber(c.Line.Tokens) }),
	of("alone on its line, in small letters", 1.5, func(_ *view, c *candidate) bool { return c.alone && !c.capital() && !lex.HasNumber(c.Line.Tokens) }),
	of("alone with a number", 2.5, func(_ *view, c *candidate) bool {
		return c.role != page.FormalRole && c.begins() && c.capital() && c.isNumbered() && c.Line.WordCount-lex.CountWords(c.tokens()) <= 2
	}),
	of("begins a short line", 1.5, func(_ *view, c *candidate) bool { return c.begins() && c.short() && c.capital() }),
	of("ends in a small word", -1.5, func(_ *view, c *candidate) bool {
		last := c.Line.Tokens[len(c.Line.Tokens)-1].Fold
		return c.next < len(c.Line.Tokens) && (label.Referring[last] || firm.SmallWords[last])
	}),
	of("between words", -1, func(_ *view, c *candidate) bool {
		return !c.begins() && lex.CountWords(c.Line.Tokens[c.next:]) > 0 && !c.isCell()
	}),
	of("behind your", 1.5, func(_ *view, c *candidate) bool {
		return c.first > 0 && c.first < 3 && c.short() && label.YourWords[c.Line.Tokens[c.first-1].Fold]
	}),
	of("a cell of its own", 1, func(_ *view, c *candidate) bool { return !c.alone && c.Line.Top < TopPart && c.isCell() }),
	of("ends a heading", 1, func(v *view, c *candidate) bool {
		return !c.begins() && unicode.IsUpper(lex.FirstRune(c.Line.Text)) && c.next == len(c.Line.Tokens) && c.Line.WordCount <= mostWords+1 && !lex.HasNumber(c.Line.Tokens) && v.Relative(c.Line) >= 1
	}),
	of("opens a title", 2, func(_ *view, c *candidate) bool {
		return c.begins() && c.capital() && c.Line.Top < titlePart && c.Line.WordCount <= 2*page.ShortLine && label.IsOf(c.Line.Tokens[c.next:])
	}),
	of("behind a word in small letters", -3, func(_ *view, c *candidate) bool {
		return c.first > 0 && unicode.IsLower(lex.FirstRune(c.Line.Text[c.Line.Tokens[c.first-1].Start:]))
	}),
	of("in a short line", 0.5, func(_ *view, c *candidate) bool { return c.short() }),
	of("in running text", -2, func(_ *view, c *candidate) bool { return c.Line.WordCount > 12 }),
	of("begins small", -1, func(_ *view, c *candidate) bool { return !c.capital() }),
	of("capitals", 0.3, func(_ *view, c *candidate) bool { return strings.ToUpper(c.Text()) == c.Text() }),
	of("followed by a colon, at the head", 0.5, func(_ *view, c *candidate) bool { return c.followedBy(":") && c.Line.Top < TopPart }),
	of("followed by a colon", -2, func(_ *view, c *candidate) bool { return c.followedBy(":") && c.Line.Top >= TopPart }),
	of("label of a number", -1, func(_ *view, c *candidate) bool { return label.IsNumberLabel(c.Line.Tokens, c.next) }),
	of("label of a number, formal", -2.5, func(_ *view, c *candidate) bool {
		return c.role == page.FormalRole && (label.IsNumberLabel(c.Line.Tokens, c.next) || c.isNumbered())
	}),
	of("ends a sentence", -2, func(_ *view, c *candidate) bool { return c.next == len(c.Line.Tokens)-1 && c.followedBy(".") }),
	of("in a subject", -3.5, func(_ *view, c *candidate) bool { return label.IsSubject(c.Line) }),
	of("referred to", -1.5, func(_ *view, c *candidate) bool {
		return c.first > 0 && referring[c.Line.Tokens[c.first-1].Fold]
	}),
	of("a date in its line", 0, func(_ *view, c *candidate) bool { return len(c.Line.Dates) > 0 }),
	of("something in its row", -0.5, func(v *view, c *candidate) bool { return v.LeftOf(c.Line) != nil || v.RightOf(c.Line) != nil }),
	of("a price in its line", -1, func(_ *view, c *candidate) bool { return page.IsPrice(c.Line.Tokens) }),
	of("of the recipient", -1, func(_ *view, c *candidate) bool { return c.Line.Recipient }),
	// where it stands on the page
	of("at the top", 0.7, func(_ *view, c *candidate) bool { return c.Line.Top < 0.15 }),
	of("in the upper third", 0.7, func(_ *view, c *candidate) bool { return c.Line.Top < TopPart }),
	of("in the lower half", -1, func(_ *view, c *candidate) bool { return c.Line.Top > lowPart && c.Line.Top <= 1 }),
	of("on a later page", -2, func(_ *view, c *candidate) bool { return c.Line.Page > 1 }),
	of("large", 1, func(v *view, c *candidate) bool { return v.Relative(c.Line) >= page.LargeLine }),
	of("very large", 0.5, func(v *view, c *candidate) bool { return v.Relative(c.Line) >= 1.6 }),
	of("the largest", 0.7, func(v *view, c *candidate) bool {
		return c.Line.Page <= 1 && v.largest > 1.1 && v.Relative(c.Line) >= 0.97*v.largest
	}),
	of("first", 0.7, func(_ *view, c *candidate) bool { return c.rank == 0 }),
	of("second", 0.2, func(_ *view, c *candidate) bool { return c.rank == 1 }),
	// what it is
	of("of trade", 0.3, func(_ *view, c *candidate) bool { return c.role == page.TradeRole }),
	of("of trade, with a sum", 0.7, func(v *view, c *candidate) bool { return v.hasAmount && c.role == page.TradeRole }),
	of("of trade, without a sum", -0.3, func(v *view, c *candidate) bool { return !v.hasAmount && c.role == page.TradeRole }),
	of("a statement", 0, func(_ *view, c *candidate) bool { return c.role == page.StatementRole }),
	of("formal", 0, func(_ *view, c *candidate) bool { return c.role == page.FormalRole }),
	of("formal, with a sum", -0.5, func(v *view, c *candidate) bool { return v.hasAmount && c.role == page.FormalRole }),
	of("loose", 0, func(_ *view, c *candidate) bool { return c.role == page.LooseRole }),
	of("several words", 0.5, func(_ *view, c *candidate) bool { return c.next-c.first > 1 }),
	of("names another one closer", 1, func(_ *view, c *candidate) bool { return c.closer }),
	// what agrees with it
	of("said again", 0.3, func(_ *view, c *candidate) bool { return c.said > 1 }),
	of("said often", 0, func(_ *view, c *candidate) bool { return c.said > 3 }),
	of("labels with it", 0.7, func(_ *view, c *candidate) bool { return c.labels > 0 }),
	of("several labels with it", 0.5, func(_ *view, c *candidate) bool { return c.labels > 1 }),
	of("in the file's name", 1.5, func(v *view, c *candidate) bool { return strings.Contains(v.name, lex.Fold(c.Text())) }),
	of("in the file's own title", 1, func(v *view, c *candidate) bool { return strings.Contains(v.title, lex.Fold(c.Text())) }),
}

// noneFeatures speak for that the document does not say what it is.
var noneFeatures = []feature{
	of("always", 2.5, func(*view, *candidate) bool { return true }),
	of("with a sum", 0, func(v *view, _ *candidate) bool { return v.hasAmount }),
	of("by OCR", 0, func(v *view, _ *candidate) bool { return v.Doc.Method == plan.MethodOCR }),
	of("a screenshot", 1, func(v *view, _ *candidate) bool { return v.IsScreenshot() }),
	of("a mail", 0.5, func(v *view, _ *candidate) bool { return v.Doc.Kind == "mail" }),
	of("a web page", 0.5, func(v *view, _ *candidate) bool { return v.Doc.Kind == "page" }),
}

func (c *candidate) tokens() []lex.Token { return c.Line.Tokens[c.first:c.next] }

// begins reports whether no word stands before it on its line: "2. Mahnung".
func (c *candidate) begins() bool { return lex.CountWords(c.Line.Tokens[:c.first]) == 0 }

func (c *candidate) short() bool { return c.Line.WordCount <= page.ShortLine }

func (c *candidate) capital() bool {
	return unicode.IsUpper(lex.FirstRune(c.Line.Text[c.Start:]))
}

func (c *candidate) followedBy(mark string) bool {
	return c.next < len(c.Line.Tokens) && c.Line.Tokens[c.next].Fold == mark
}

// heads reports whether it stands over the text, as a heading does.
func (c *candidate) heads() bool {
	return c.capital() && (c.Line.Top <= 1 && c.alone || c.Line.Top <= lowPart && c.begins() && c.short())
}

// isNumbered reports whether a number stands behind it, with at most its label between:
// "Rechnung Nr. 4711", "Contrato 221004".
func (c *candidate) isNumbered() bool {
	rest := c.Line.Tokens[c.next:]
	i := slices.IndexFunc(rest, func(t lex.Token) bool { return t.Kind == lex.Number })
	return i >= 0 && i <= 4
}

// isCell reports whether it is all that a cell of its line says.
func (c *candidate) isCell() bool {
	tokens := c.Line.TokensIn(c.Line.CellAt(c.Start))
	return len(tokens) > 0 && tokens[0].Start == c.Start && tokens[len(tokens)-1].End == c.End && c.capital()
}

// referring stand before a document that another one speaks of: zu Rechnung 4711, per
// invoice, according to the contract.
var referring = lex.Set("zu", "zur", "zum", "gemass", "laut", "lt", "per", "for", "to", "of", "the", "this", "our", "a", "an", "any", "der", "die", "den", "dem", "des", "unserer", "unsere", "eine", "einen", "einer",
	"sur", "selon", "la", "le", "une", "un", "cette", "votre", "sua", "su", "esta", "este", "segun", "el", "il", "lo", "questa", "questo", "o", "a", "da", "do", "het", "de", "een", "uw", "til", "pa", "for", "till")
