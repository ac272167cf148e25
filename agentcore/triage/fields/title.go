package fields

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/kinds"
	"github.com/deskhand/deskhand/agentcore/triage/fields/label"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// How far a number is believed to be the document's own, by its label.
const (
	numberTitle = 0.92
	matterTitle = 0.6 // a reference that need not be the document's own
)

// maxTitle is how many characters a title has at most.
const maxTitle = 80

// leastTitle is the confidence below which no title is proposed where the name has an
// issuer; leastLone where it does not, and leastNumber that of a number then.
const (
	leastTitle  = 0.75
	leastLone   = 0.45
	leastNumber = 0.3
)

// propertyTitle is how far a title is believed that the file's properties tell and the
// page does not.
const propertyTitle = 0.55

// findTitle is the document's number where it is one of trade, else what it says that it
// is about, else its heading: the likeliest candidate. A name that says little without
// one gets what the file's own properties say.
func (r *reading) findTitle(kind kinds.Found, issuer found, hasAmount bool) plan.Field {
	all, choice := r.titleChoice(kind, issuer, hasAmount)
	f, at := choose(r.model(plan.FieldTitle, titleModel), all, choice, kind.Role, leastCandidate)
	f.Candidates = nil
	least := leastLone
	switch {
	case issuer.value != "":
		least = leastTitle
	case at >= 0 && all[at].from == fromNumber:
		least = leastNumber
	}
	if at >= 0 && f.Confidence >= least && all[at].from != fromProperty {
		return f
	}
	if t, ok := r.property(kind, issuer); ok && (issuer.value == "" || kind.Value == "") {
		return plan.Field{Value: t.value, Evidence: plan.Evidence{Text: t.value}, Confidence: propertyTitle, Doubts: doubt(plan.DoubtProperties)}
	}
	return plan.Field{}
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
		if namesPerson(l) {
			continue
		}
		if s = shortened(s, maxTitle); s.Legible() && page.IsTitle(s) {
			return found{s, s.Text(), 0}, true
		}
	}
	return found{}, false
}

// namesPerson reports whether a line tells whom the document is about, with the birthday
// or the address: "Re: Clara Holm, born 3 May 1961".
func namesPerson(l *page.Line) bool {
	return lex.HasNumber(l.Tokens) && label.HasForeign(l) || len(l.Dates) > 0 && page.IsAddress(l.Tokens)
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

// property is the title that the file's own properties tell.
func (r *reading) property(kind kinds.Found, issuer found) (found, bool) {
	t := strings.TrimSpace(r.Doc.MetaTitle)
	if t == "" || !utf8.ValidString(t) || utf8.RuneCountInString(t) > maxTitle || strings.EqualFold(t, kind.Value) || strings.EqualFold(t, issuer.value) {
		return found{}, false
	}
	if bare(t) == bare(strings.TrimSuffix(r.Doc.Name, path.Ext(r.Doc.Name))) {
		return found{}, false // a program took it from the name
	}
	l := &page.Line{RawLine: &page.RawLine{}, Text: t, Tokens: lex.Tokenise(t), Sure: true}
	low := lex.Fold(t)
	for _, junk := range []string{"microsoft", "untitled", "unbenannt", "document", "dokument", "sans titre"} {
		if strings.Contains(low, junk) {
			return found{}, false
		}
	}
	s := page.Span{Line: l, Start: 0, End: len(t)}
	return found{s, t, 0}, page.IsTitle(s) && !isFileName(t) && (kind.Value == "" || !page.NamesKind(l.Tokens))
}

// isFileName reports whether a title is one word with the marks that programs join
// words with, or ends as the names of files do: "final-report_v2", "letter 3.docx".
func isFileName(t string) bool {
	ending := strings.TrimPrefix(path.Ext(t), ".")
	return !strings.Contains(t, " ") && strings.ContainsAny(t, "-_/") ||
		len(ending) >= 2 && len(ending) <= 5 && strings.IndexFunc(ending, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLower(r) && !lex.IsDigit(r) }) < 0
}
