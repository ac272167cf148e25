package fields

import (
	"path/filepath"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/kinds"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// shortKind is how far a kind is believed that a document does not call itself, but
// that its name or what stands in it tells.
const shortKind = 0.65

// findKind is what the document calls itself.
func (r *reading) findKind() (kinds.Found, bool) {
	return kinds.Find(r.Reading, r.model(plan.FieldKind, kinds.Model))
}

// unnamedKind is the kind of a document that does not say what it is: as its present
// name has it, or as what stands in it tells.
func (r *reading) unnamedKind(hasAmount bool) plan.Field {
	name := lex.Cut(strings.TrimSuffix(r.Doc.Name, filepath.Ext(r.Doc.Name)), 255)
	name = strings.ReplaceAll(name, "_", " ")
	tokens := lex.Tokenise(name)
	for i := range tokens {
		if _, next, ok := page.KindAt(tokens, i); ok {
			text := name[tokens[i].Start:tokens[next-1].End]
			return plan.Field{Value: kinds.TitleCase(text), Evidence: plan.Evidence{Text: text}, Confidence: shortKind}
		}
	}
	if said, ok := r.subject(); ok {
		tokens := said.Line.TokensIn(said.Span)
		for i := range tokens {
			if role, next, ok := page.KindAt(tokens, i); ok && role.IsTrade() {
				s := page.Span{Line: said.Line, Start: tokens[i].Start, End: tokens[next-1].End}
				return plan.Field{Value: kinds.TitleCase(s.Text()), Evidence: s.Evidence(), Confidence: shortKind}
			}
		}
	}
	kind, l := r.SignedKind()
	if l == nil && (hasAmount || r.Doc.Kind == "image") && r.Doc.Method == plan.MethodOCR && !r.IsScreenshot() {
		kind, l = r.SlipKind()
	}
	if l != nil {
		return plan.Field{Value: kind, Evidence: l.SpanOf(0, len(l.Tokens)).Evidence(), Confidence: shortKind}
	}
	return plan.Field{}
}

// headingKind is the heading of a document that says what it is by a word that says so in
// headings alone; the largest.
func (r *reading) headingKind(issuer found) plan.Field {
	var best page.Span
	for _, l := range r.Lines[:min(len(r.Lines), headingReach)] {
		if l.Page > 1 || l.Top > kinds.TopPart {
			break
		}
		s, ok := headingIn(l, kinds.Found{}, issuer)
		if ok && page.HeadsKind(l.TokensIn(s)) && unicode.IsUpper(lex.FirstRune(s.Text())) && (best.Line == nil || r.Relative(l) > r.Relative(best.Line)) {
			best = s
		}
	}
	if best.Line == nil {
		return plan.Field{}
	}
	return plan.Field{Value: kinds.TitleCase(best.Text()), Evidence: best.Evidence(), Confidence: shortKind}
}
