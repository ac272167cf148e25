package fields

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// How far a title is believed, by where it comes from.
const (
	numberTitle   = 0.92
	subjectTitle  = 0.92
	matterTitle   = 0.6  // a reference that need not be the document's own
	headingTitle  = 0.62 // of headings that stood in names, 21 of 41 were right
	largeTitle    = 0.62
	propertyTitle = 0.55
)

// sureNumber is what a number needs to stand in a name that is good without it.
const sureNumber = 0.86

// maxTitle is how many characters a title has at most.
const maxTitle = 80

// findTitle is the document's number where it is one of trade, else what it
// says that it is about, else its heading.
func (r *reading) findTitle(kind kindFound, issuer found, hasAmount bool) (plan.Field, bool) {
	num, hasNum := r.documentNumber(kind)
	subject, hasSubject := r.subject()
	enough := kind.value != "" && issuer.value != "" // a name is good without a doubtful title
	preferNumber := kind.role == page.TradeRole || !hasSubject
	switch {
	case hasNum && preferNumber && num.confidence > matterTitle && enough && num.field().Confidence < sureNumber:
		return plan.Field{}, false
	case hasNum && preferNumber && num.confidence > matterTitle:
		return num.field(), true
	case hasSubject:
		return subject.field(), true
	}
	if kind.role == page.LooseRole || kind.role == page.FormalRole {
		if s, ok := headingIn(kind.Line, kind, issuer); ok && kind.Line.Top < 0.5 && kind.confidence >= shortKind*lateFactor && kind.value != titleCase(s.Text()) {
			return found{s, s.Text(), headingTitle}.field(), true
		}
	}
	slip := kind.role == page.NoRole && hasAmount && r.Doc.Method == plan.MethodOCR // it has goods, no heading
	if kind.role == page.NoRole && !slip || kind.role == page.LooseRole && !kind.grown {
		if f, ok := r.heading(kind, issuer); ok {
			return f, true
		}
	}
	if hasNum && (!enough || num.field().Confidence >= sure) {
		return num.field(), true
	}
	if enough {
		return plan.Field{}, false
	}
	return r.property(kind, issuer)
}

// subjectTop is how far down the first page a document says what it is about;
// further down, a label is one of its rows.
const subjectTop = 0.6

// subject is what stands behind "Subject:" and the like.
func (r *reading) subject() (found, bool) {
	for _, l := range r.Lines {
		next, ok := label.AfterSubject(l)
		if !ok || l.Row >= 0 && l.Top > subjectTop {
			continue
		}
		s := page.Span{Line: l, Start: l.Tokens[next].End, End: len(l.Text)}.Trimmed("")
		if s = shortened(s, maxTitle); s.Legible() && isTitle(s) {
			return found{s, s.Text(), subjectTitle}, true
		}
	}
	return found{}, false
}

// shortened is s cut at a space to at most n characters.
func shortened(s page.Span, n int) page.Span {
	text := s.Text()
	if utf8.RuneCountInString(text) <= n {
		return s
	}
	end := 0
	for i := range text {
		if n == 0 {
			end = i
			break
		}
		n--
	}
	if space := strings.LastIndexByte(text[:end], ' '); space > 0 {
		end = space
	}
	s.End = s.Start + end
	return s.Trimmed(",;:-")
}

// isTitle tells that s has words, is in print and no path.
func isTitle(s page.Span) bool {
	letters := 0
	for _, r := range s.Text() {
		switch {
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\\' || r == '<' || r == '>' || r == '{' || r == '}':
			return false
		case unicode.IsLetter(r):
			letters++
		}
	}
	return letters >= 3 && letters*2 >= utf8.RuneCountInString(s.Text()) && !strings.Contains(s.Text(), "../") && !strings.Contains(s.Text(), "://")
}

// property is the title that the file's own properties tell.
func (r *reading) property(kind kindFound, issuer found) (plan.Field, bool) {
	t := strings.TrimSpace(r.Doc.MetaTitle)
	if t == "" || !utf8.ValidString(t) || utf8.RuneCountInString(t) > maxTitle || strings.EqualFold(t, kind.value) || strings.EqualFold(t, issuer.value) {
		return plan.Field{}, false
	}
	l := &page.Line{RawLine: &page.RawLine{}, Text: t, Tokens: lex.Tokenise(t), Sure: true}
	low := lex.Fold(t)
	for _, junk := range []string{"microsoft", "untitled", "unbenannt", "document", "dokument", "sans titre", ".doc", ".pdf", ".xls", ".indd"} {
		if strings.Contains(low, junk) {
			return plan.Field{}, false
		}
	}
	s := page.Span{Line: l, Start: 0, End: len(t)}
	if !isTitle(s) || isFileName(t) || kind.value != "" && namesKind(l.Tokens) {
		return plan.Field{}, false
	}
	return plan.Field{Value: t, Evidence: plan.Evidence{Text: t}, Confidence: propertyTitle, Doubts: doubt(plan.DoubtProperties)}, true
}

// isFileName reports whether a title is one word with the marks that programs join
// words with: "final-report_v2".
func isFileName(t string) bool { return !strings.Contains(t, " ") && strings.ContainsAny(t, "-_") }

// namesKind reports whether tokens hold what documents are called.
func namesKind(tokens []lex.Token) bool {
	for i := range tokens {
		if _, _, ok := page.KindAt(tokens, i); ok {
			return true
		}
	}
	return false
}
