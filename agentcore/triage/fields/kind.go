package fields

import (
	"path/filepath"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/firm"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// How far a kind is believed, by how it stands there.
const (
	headingKind = 0.95 // alone on its line
	leadingKind = 0.85 // at the start of a line: "Invoice No 12", "Minutes, 9 May"
	shortKind   = 0.65 // within a short line
	bodyKind    = 0.35 // in running text
	lateFactor  = 0.8  // not in the upper half of the first page
	laterFactor = 0.5  // on a page after the first
)

// minKind is below what a document rather mentions a kind than is of it.
const minKind = 0.45

// kindFound is what the document calls itself.
type kindFound struct {
	found
	role page.Role
	// grown says that the words before it on its line belong to it.
	grown bool
}

// findKind is the kind with the best claim, the earliest of equals.
func (r *reading) findKind() (kindFound, bool) {
	var best kindFound
	for _, l := range r.Lines {
		for i := 0; i < len(l.Tokens); {
			role, next, ok := page.KindAt(l.Tokens, i)
			if !ok {
				i++
				continue
			}
			s := l.SpanOf(i, next)
			score := r.kindScore(l, i, next)
			if score > best.confidence && s.Legible() {
				best = kindFound{found: found{s, titleCase(s.Text()), score}, role: role}
			}
			i = next
		}
	}
	if best.confidence < minKind {
		return kindFound{}, false
	}
	return best.whole(), true
}

// maxKind is how many words a kind has at most.
const maxKind = 4

// whole is a kind with the words before it that say more closely what it is:
// "Annual Safety Report". Bills are not told apart like that.
func (k kindFound) whole() kindFound {
	s := page.Span{Line: k.Line, Start: 0, End: len(k.Line.Text)}.Trimmed("#*=_-–—:;,.\"“”„")
	if k.role == page.FormalRole && s.Start == k.Start && s.End > k.End && k.Line.WordCount <= maxKind+1 && label.IsOf(k.Line.TokensIn(page.Span{Line: k.Line, Start: k.End, End: s.End})) &&
		!lex.HasNumber(k.Line.Tokens) && s.Legible() && isTitle(s) {
		return kindFound{found{s, titleCase(s.Text()), k.confidence}, k.role, true} // Certificate of Completion
	}
	if k.role != page.LooseRole && k.role != page.FormalRole || s.End != k.End || s.Start == k.Start || k.Line.WordCount > maxKind ||
		k.Line.WordCount != len(k.Line.TokensIn(s)) || !s.Legible() || !isTitle(s) || !firm.LooksLikeName(k.Line, s) {
		return k
	}
	return kindFound{found{s, titleCase(s.Text()), max(k.confidence, shortKind)}, k.role, true}
}

// Traded reports whether a kind is one of trade, such as an invoice, a receipt or
// a statement: a name without who issued it says little.
func Traded(kind string) bool {
	tokens := lex.Tokenise(kind)
	for i := range tokens {
		if role, _, ok := page.KindAt(tokens, i); ok && (role == page.TradeRole || role == page.StatementRole) {
			return true
		}
	}
	return false
}

// kindScore is the claim of the kind in the tokens from first up to next.
func (r *reading) kindScore(l *page.Line, first, next int) float64 {
	score := bodyKind
	alone := l.WordCount == lex.CountWords(l.Tokens[first:next])
	short := l.WordCount <= page.ShortLine
	capital := unicode.IsUpper(lex.FirstRune(l.Text[l.Tokens[first].Start:]))
	role, _, _ := page.KindAt(l.Tokens, first)
	switch {
	case label.IsSubject(l), l.Top > headPart && isFollowedByColon(l, next), role == page.FormalRole && (label.IsNumberLabel(l.Tokens, next) || isNumbered(l.Tokens, next)), endsSentence(l, next):
	case alone && capital && !lex.HasNumber(l.Tokens):
		score = headingKind
	case first == 0 && short && capital, first > 0 && short && label.YourWords[l.Tokens[first-1].Fold] && first < 3 && l.Top < titlePart:
		score = leadingKind
	case short && (capital || next < len(l.Tokens) && (len(l.Dates) > 0 || lex.HasNumber(l.Tokens[next:]))):
		score = shortKind
	case r.headsPage(l, first, next), first == 0 && capital && opensTitle(l, next):
		score = shortKind
	}
	if r.Relative(l) >= largeLine {
		score += 0.04
	}
	switch {
	case l.Top > 1:
		score *= laterFactor
	case l.Top > 0.5 && score < headingKind:
		score *= lateFactor
	}
	return score
}

// headPart is how far down the first page what it is called may stand.
const headPart = 0.35

// headsPage reports whether the tokens are a cell of their own at the head of the page,
// or end a heading there: "Your annual pension statement".
func (r *reading) headsPage(l *page.Line, first, next int) bool {
	if l.Top > headPart || len(l.Dates) > 0 {
		return false
	}
	cell := l.CellAt(l.Tokens[first].Start)
	tokens := l.TokensIn(cell)
	if len(tokens) == 0 || l.Tokens[next-1].End != tokens[len(tokens)-1].End || lex.HasNumber(tokens) || !unicode.IsUpper(lex.FirstRune(cell.Text())) {
		return false
	}
	if tokens[0].Start == l.Tokens[first].Start {
		return next-first > 1 || strings.ToUpper(cell.Text()) == cell.Text()
	}
	return cell.End-cell.Start == len(l.Text) && lex.CountWords(tokens) <= maxKind+1 && r.Relative(l) >= 1
}

// opensTitle reports whether a line at the top of the page goes on behind its kind as
// titles do: "Minutes of the ordinary meeting held on".
func opensTitle(l *page.Line, next int) bool {
	return l.Top < titlePart && l.WordCount <= 2*page.ShortLine && next < len(l.Tokens) && ofWords[l.Tokens[next].Fold]
}

// titlePart is how far down the first page a long title may stand, and ofWords go on
// behind a kind.
const titlePart = 0.25

var ofWords = lex.Set("of", "der", "des", "uber", "zum", "zur", "de", "del", "della", "dell", "du", "van", "d", "da", "do")

// unnamedKind is the kind of a document that does not say what it is: as its present
// name has it, or as what stands in it tells.
func (r *reading) unnamedKind(hasAmount bool) plan.Field {
	name := lex.Cut(strings.TrimSuffix(r.Doc.Name, filepath.Ext(r.Doc.Name)), 255)
	name = strings.ReplaceAll(name, "_", " ")
	tokens := lex.Tokenise(name)
	for i := range tokens {
		if _, next, ok := page.KindAt(tokens, i); ok {
			text := name[tokens[i].Start:tokens[next-1].End]
			return plan.Field{Value: titleCase(text), Evidence: plan.Evidence{Text: text}, Confidence: shortKind}
		}
	}
	if said, ok := r.subject(); ok {
		tokens := said.Line.TokensIn(said.Span)
		for i := range tokens {
			if role, next, ok := page.KindAt(tokens, i); ok && role.IsTrade() {
				s := page.Span{Line: said.Line, Start: tokens[i].Start, End: tokens[next-1].End}
				return plan.Field{Value: titleCase(s.Text()), Evidence: s.Evidence(), Confidence: shortKind}
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

// isNumbered reports whether what token i of a line begins is a number and no more:
// "Contrato 221004".
func isNumbered(tokens []lex.Token, i int) bool {
	return i == len(tokens)-1 && tokens[i].Kind == lex.Number && len(tokens[i].Fold) > 4
}

// isFollowedByColon reports whether the tokens up to next are a label: "Notes:".
func isFollowedByColon(l *page.Line, next int) bool {
	return next < len(l.Tokens) && l.Tokens[next].Fold == ":"
}

// endsSentence reports whether a line is the end of a sentence, with its full stop behind
// the kind that it ends with.
func endsSentence(l *page.Line, next int) bool {
	return next == len(l.Tokens)-1 && l.Tokens[next].Fold == "."
}

// largeLine is from how many usual sizes on a line is a large one.
const largeLine = 1.25

// titleCase writes NOTICE OF TERMINATION as Notice of Termination and leaves
// other spellings alone but for a capital at the start.
func titleCase(s string) string {
	if strings.ToUpper(s) != s {
		return capitalised(s)
	}
	words := strings.SplitAfter(strings.ToLower(s), " ")
	for i, w := range words {
		if i == 0 || !firm.SmallWords[lex.Fold(strings.TrimSpace(w))] {
			words[i] = capitalised(w)
		}
	}
	return strings.Join(words, "")
}

func capitalised(s string) string {
	first := lex.FirstRune(s)
	return string(unicode.ToTitle(first)) + strings.TrimPrefix(s, string(first))
}
