package fields

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// How far a title is believed, by where it comes from.
const (
	numberTitle   = 0.92
	subjectTitle  = 0.92
	matterTitle   = 0.6 // a reference that need not be the document's own
	headingTitle  = 0.8
	largeTitle    = 0.75
	propertyTitle = 0.55
)

// maxTitle is how many characters a title has at most.
const maxTitle = 80

// findTitle is the document's number where it is one of trade, else what it
// says that it is about, else its heading.
func (r *reading) findTitle(kind kindFound, issuer found, hasAmount bool) (plan.Field, bool) {
	num, hasNum := r.documentNumber(kind)
	subject, hasSubject := r.subject()
	preferNumber := kind.role == tradeRole || !hasSubject
	switch {
	case hasNum && preferNumber && num.confidence > matterTitle:
		return num.field(), true
	case hasSubject:
		return subject.field(), true
	}
	if kind.role == looseRole || kind.role == formalRole {
		if s, ok := headingIn(kind.line, kind, issuer); ok && kind.line.top < 0.5 && kind.confidence >= shortKind*lateFactor && kind.value != titleCase(s.text()) {
			return found{s, s.text(), headingTitle}.field(), true
		}
	}
	slip := kind.role == noRole && hasAmount && r.doc.Method == plan.MethodOCR // it has goods, no heading
	if kind.role == noRole && !slip || kind.role == looseRole && !kind.grown {
		if f, ok := r.heading(kind, issuer); ok {
			return f, true
		}
	}
	if hasNum {
		return num.field(), true
	}
	return r.property(kind, issuer)
}

// subjectTop is how far down the first page a document says what it is about;
// further down, a label is one of its rows.
const subjectTop = 0.6

// subject is what stands behind "Subject:" and the like.
func (r *reading) subject() (found, bool) {
	for _, l := range r.lines {
		next, ok := afterSubjectLabel(l)
		if !ok || l.row >= 0 && l.top > subjectTop {
			continue
		}
		s := span{l, l.tokens[next].end, len(l.text)}.trimmed("")
		if s = shortened(s, maxTitle); s.legible() && isTitle(s) {
			return found{s, s.text(), subjectTitle}, true
		}
	}
	return found{}, false
}

// afterSubjectLabel is the colon behind "Subject" and the like.
func afterSubjectLabel(l *line) (int, bool) {
	if len(l.tokens) == 0 {
		return 0, false
	}
	_, next, ok := subjectLabels.at(l.tokens, 0)
	if next < len(l.tokens) && l.tokens[next].fold == "." {
		next++
	}
	return next, ok && next < len(l.tokens) && l.tokens[next].fold == ":"
}

func isSubject(l *line) bool {
	_, ok := afterSubjectLabel(l)
	return ok
}

// shortened is s cut at a space to at most n characters.
func shortened(s span, n int) span {
	text := s.text()
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
	s.end = s.start + end
	return s.trimmed(",;:-")
}

// isTitle tells that s has words, is in print and no path.
func isTitle(s span) bool {
	letters := 0
	for _, r := range s.text() {
		switch {
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\\' || r == '<' || r == '>' || r == '{' || r == '}':
			return false
		case unicode.IsLetter(r):
			letters++
		}
	}
	return letters >= 3 && letters*2 >= utf8.RuneCountInString(s.text()) && !strings.Contains(s.text(), "../") && !strings.Contains(s.text(), "://")
}

// property is the title that the file's own properties tell.
func (r *reading) property(kind kindFound, issuer found) (plan.Field, bool) {
	t := strings.TrimSpace(r.doc.MetaTitle)
	if t == "" || !utf8.ValidString(t) || utf8.RuneCountInString(t) > maxTitle || strings.EqualFold(t, kind.value) || strings.EqualFold(t, issuer.value) {
		return plan.Field{}, false
	}
	l := &line{Line: &Line{}, text: t, tokens: tokenise(t), sure: true}
	low := fold(t)
	for _, junk := range []string{"microsoft", "untitled", "unbenannt", "document", "dokument", "sans titre", ".doc", ".pdf", ".xls", ".indd"} {
		if strings.Contains(low, junk) {
			return plan.Field{}, false
		}
	}
	s := span{l, 0, len(t)}
	if !isTitle(s) {
		return plan.Field{}, false
	}
	return plan.Field{Value: t, Evidence: plan.Evidence{Text: t}, Confidence: propertyTitle, Doubt: "only the file's properties tell it"}, true
}
