package page

import (
	"strconv"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

// InPeriod reports whether the n-th date of the line is one end of a period.
func InPeriod(l *Line, n int) bool {
	f := l.Dates[n]
	return n > 0 && joinsPeriod(l.Tokens[l.Dates[n-1].Next:f.First]) ||
		n+1 < len(l.Dates) && joinsPeriod(l.Tokens[f.Next:l.Dates[n+1].First]) ||
		afterOpenEnd(l.Tokens[:f.First+1])
}

// EndsPeriod reports whether the n-th date of the line is the last day of a period.
func EndsPeriod(l *Line, n int) bool {
	f := l.Dates[n]
	return n > 0 && joinsPeriod(l.Tokens[l.Dates[n-1].Next:f.First]) || afterOpenEnd(l.Tokens[:f.First+1])
}

func joinsPeriod(between []lex.Token) bool {
	if len(between) == 0 || len(between) > 2 {
		return false
	}
	for _, t := range between {
		if !lex.IsUntil(t) {
			return false
		}
	}
	return true
}

// afterOpenEnd tells of a period whose start has no year: 01.07. - 31.07.2025,
// Jan. 1–Dec. 31, 2010, 15–20 June 2009, between 3 May and 4 June 2026.
// The last of the tokens is the first of the date.
func afterOpenEnd(tokens []lex.Token) bool {
	n := len(tokens) - 1
	if n < 2 {
		return false
	}
	before, date := tokens[:n], tokens[n]
	until := before[n-1]
	joins := lex.IsUntil(until)
	if andWords[until.Fold] {
		joins = joins || hasAny(before[max(0, n-betweenReach):n-1], betweenWords)
	}
	if !joins {
		return false
	}
	start := before[:n-1]
	if n > 2 && start[n-2].Fold == "." {
		start = start[:n-2]
		if start[n-3].Kind == lex.Number {
			return true
		}
	}
	last := start[len(start)-1]
	if last.Kind == lex.Word {
		return lex.IsMonth(last) && lex.HasNumber(start[max(0, len(start)-3):])
	}
	adjacent := last.End == until.Start && until.End == date.Start
	code := len(start) > 1 && start[len(start)-2].Kind == lex.Mark // as in #19-24/07/2016
	return isDayOfMonth(last) && (adjacent && !code || until.Kind == lex.Word || lex.HasMonth(start[max(0, len(start)-3):]))
}

// isDayOfMonth tells of a number from 1 to 31.
func isDayOfMonth(t lex.Token) bool {
	n, err := strconv.Atoi(t.Fold)
	return t.Kind == lex.Number && len(t.Fold) <= 2 && err == nil && n >= 1 && n <= 31
}

func hasAny(tokens []lex.Token, of map[string]bool) bool {
	for _, t := range tokens {
		if of[t.Fold] {
			return true
		}
	}
	return false
}

// betweenReach is how many tokens before a date "between" may stand.
const betweenReach = 12

// What stands around the two dates of a period: between the 3rd and the 5th.
var (
	betweenWords = lex.Set("between", "zwischen", "entre", "tra", "tussen")
	andWords     = lex.Set("and", "und", "et", "y", "e", "en")
)
