package label

import (
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// AfterSubject returns the colon behind "Subject" and the like at the start of a line.
func AfterSubject(l *page.Line) (int, bool) {
	if len(l.Tokens) == 0 {
		return 0, false
	}
	_, next, ok := subjects.At(l.Tokens, 0)
	if next < len(l.Tokens) && l.Tokens[next].Fold == "." {
		next++
	}
	return next, ok && next < len(l.Tokens) && l.Tokens[next].Fold == ":"
}

// IsSubject reports whether a line says what the document is about.
func IsSubject(l *page.Line) bool {
	_, ok := AfterSubject(l)
	return ok
}

// subjects stand before what a letter is about.
var subjects = lex.NewPhrases(
	lex.Entry[bool]{Class: true, List: "subject|re|regarding|concerning|betreff|betrifft|betr|objet|concerne|asunto|oggetto|onderwerp|title|titel|titre"},
	lex.Entry[bool]{Class: true, List: lex.Listed("subject")},
)
