package library

import (
	"math"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/intent"
)

// Query says what is looked for. All of it has to hold; the zero value is every
// document.
type Query struct {
	// Words may stand anywhere in a document.
	Words string `json:"words,omitempty"`
	// Typing reports that the last of them may go on.
	Typing bool `json:"-"`
	// Kind is a kind of documents as package intent has it, or what they call
	// themselves; KindText is how it was said.
	Kind     string `json:"kind,omitempty"`
	KindText string `json:"-"`
	// From is a part of who they are from.
	From string `json:"from,omitempty"`
	// Since and Before are days such as 2026-03-04; Before is not in it.
	Since  string `json:"since,omitempty"`
	Before string `json:"before,omitempty"`
	// Least and Most are amounts in hundredths; nil: any, also none.
	Least *int64 `json:"least,omitempty"`
	Most  *int64 `json:"most,omitempty"`
	// Currency is that of the amounts; empty: any.
	Currency string `json:"currency,omitempty"`
	// In are folders that they are in, or the files themselves; none: anywhere.
	In []string `json:"in,omitempty"`
	// Meaning is that of the words: what means the same is found besides.
	Meaning Meaning `json:"-"`
	// Limit bounds the hits; 0: 20.
	Limit int `json:"limit,omitempty"`
}

// Sums reports whether a text asks for the sum of amounts, and Read what it looks
// for: "electricity over 50 euros last year" are a word and two filters.
func Read(text string, today time.Time) (q Query, sums bool) {
	s := intent.Seek(text, today)
	q = Query{
		Words: strings.Join(s.Words, " "), From: s.Only.Sender,
		Since: s.Only.Dated.Since, Before: s.Only.Dated.Until,
	}
	if sum := s.Only.Sum; sum.Currency != "" {
		q.Currency = sum.Currency
		if sum.Least != math.MinInt64 {
			q.Least = &sum.Least
		}
		if sum.Most != 0 {
			q.Most = &sum.Most
		}
	}
	switch {
	case intent.IsTextual(s.Only.Kind):
		q.Kind, q.KindText = s.Only.Kind, s.KindText
	case s.KindText != "":
		q.Words = strings.TrimSpace(q.Words + " " + s.KindText)
	}
	for _, more := range []string{s.Only.Contains, s.Only.Name} {
		q.Words = strings.TrimSpace(q.Words + " " + more)
	}
	return q, s.Sum
}

// Filters reports whether more than words is asked for.
func (q Query) Filters() bool {
	return q.Kind != "" || q.From != "" || q.Since != "" || q.Before != "" || q.Least != nil || q.Most != nil
}
