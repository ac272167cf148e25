package fields

import (
	_ "embed" // the fitted weights
	"sync"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
)

// headLines is how many lines are looked at for who issued the document; a
// letterhead or a footer is not further away from its page's edge.
const headLines = 400

// believedIssuer is the confidence below which nothing else rests on a name: somebody
// must have issued what is traded; notes are rarely issued by whom they are headed with.
func believedIssuer(kind page.Role) float64 {
	switch {
	case kind == page.LooseRole:
		return 0.78
	case kind.IsTrade():
		return leastIssuer
	}
	return 0.58
}

// leastIssuer is the confidence below which no name is proposed, not even to be looked at;
// leastAddress is that of a name that is written like an address.
const (
	leastIssuer  = 0.5
	leastAddress = 0.8
)

//go:embed issuer.weights
var issuerWeights string

// issuerModel chooses among the candidates. scripts/fit writes its weights.
var issuerModel = sync.OnceValue(func() *rank.Model { return rank.Parsed(issuerWeights, issuerFeatures, noneFeatures) })

// findIssuer is who sent or sold what the document is about: the most likely
// candidate. One that is not likely enough is asked about.
func (r *reading) findIssuer(kind page.Role) (found, plan.Field) {
	all, choice := r.issuerChoice(kind)
	f, at := choose(r.model(plan.FieldIssuer, issuerModel), all, choice, kind, leastCandidate)
	switch {
	case at < 0:
		return found{}, f
	case f.Confidence < leastAddress && page.IsAddress(all[at].tokens):
		return found{}, unsure(f)
	case f.Confidence >= believedIssuer(kind):
		return found{all[at].Span, f.Value, f.Confidence}, f
	case kind.IsTrade():
		return found{}, unsure(f)
	case f.Confidence >= leastIssuer:
		return found{}, f
	}
	return found{}, plan.Field{} // not everything has an issuer
}

// tradeRole is the part that a document plays for its issuer: one that has a sum and
// no name for itself, such as a till slip, is of trade.
func (r *reading) tradeRole(kind page.Role, hasAmount bool) page.Role {
	if kind == page.NoRole && hasAmount && !r.IsScreenshot() {
		return page.TradeRole
	}
	return kind
}

// issuerChoice is the candidates and what is known of each.
func (r *reading) issuerChoice(kind page.Role) ([]*candidate, rank.Choice) {
	all, cells := r.issuerCandidates()
	v := r.issuerView(all, cells, kind)
	choice := rank.Choice{Options: make([][]float64, len(all)), None: rank.Values(noneFeatures, v, nil)}
	for i, c := range all {
		choice.Options[i] = rank.Values(issuerFeatures, v, c)
	}
	return oneOfEach(all, choice)
}

// oneOfEach makes one candidate of those that say the same name: the one that the
// prior likes best, with what is shared of all of them.
func oneOfEach(all []*candidate, choice rank.Choice) ([]*candidate, rank.Choice) {
	prior := issuerPrior()
	first := map[string]int{}
	var kept []*candidate
	var options [][]float64
	for i, c := range all {
		values := choice.Options[i]
		key := bare(c.value())
		at, ok := first[key]
		if !ok {
			first[key] = len(kept)
			kept, options = append(kept, c), append(options, values)
			continue
		}
		if prior.Score(values) > prior.Score(options[at]) {
			kept[at], options[at], values = c, values, options[at]
		}
		for n, x := range values {
			if sharedFeatures[issuerFeatures[n].Name] {
				options[at][n] = max(options[at][n], x)
			}
		}
	}
	choice.Options, choice.Alike = options, sameFirms(kept)
	return kept, choice
}

// sharedFeatures are true of a name wherever it stands.
var sharedFeatures = lex.Set("behind a label for the issuer", "billed to", "of the recipient", "block of an addressee", "address in its block", "address follows", "phone in its block", "tax number in its block", "web address in its block", "bank in its block", "register number follows", "agrees with a domain", "agrees with the author", "address on its own line", "under a heading for the issuer", "under a heading for the recipient", "behind a label for a name", "behind words for itself", "below the closing", "below the closing, of a firm", "legal form at the foot")

var issuerPrior = sync.OnceValue(func() *rank.Model { return rank.Prior(issuerFeatures, noneFeatures) })

// issuerLabelEnd is the last token of the label that the line begins with: the
// colon of "From:", or the last word of "Receipt from".
func issuerLabelEnd(l *page.Line) (int, bool) {
	start := 0
	for start < len(l.Tokens) && l.Tokens[start].Kind == lex.Mark {
		start++
	}
	if start >= len(l.Tokens) {
		return 0, false
	}
	if _, next, ok := issuerLabels.At(l.Tokens, start); ok {
		return next, next < len(l.Tokens) && l.Tokens[next].Fold == ":"
	}
	if l.Tokens[start].Fold == "your" && start+1 < len(l.Tokens) {
		start++
	}
	_, next, ok := page.KindWords.At(l.Tokens, start)
	return next, ok && next < len(l.Tokens) && label.FromWords[l.Tokens[next].Fold]
}

// nameBelow is the name in the line after a label that stands alone.
func (r *reading) nameBelow(l *page.Line) page.Span {
	next := r.After(l)
	if next == nil || next.Recipient {
		return page.Span{}
	}
	s, _ := firm.Name(page.Span{Line: next, Start: 0, End: len(next.Text)})
	return s
}

// isAddressed reports whether an address follows the name.
func (r *reading) isAddressed(s page.Span) bool {
	if page.IsAddress(s.Line.TokensIn(page.Span{Line: s.Line, Start: s.End, End: len(s.Line.Text)})) {
		return true
	}
	next := r.After(s.Line)
	return next != nil && len(next.Dates) == 0 && page.IsAddress(next.Tokens)
}
