package fields

import "strconv"

// inPeriod tells that the n-th date of the line is one end of a period.
func inPeriod(l *line, n int) bool {
	f := l.dates[n]
	return n > 0 && joinsPeriod(l.tokens[l.dates[n-1].next:f.first]) ||
		n+1 < len(l.dates) && joinsPeriod(l.tokens[f.next:l.dates[n+1].first]) ||
		afterOpenEnd(l.tokens[:f.first+1])
}

func joinsPeriod(between []token) bool {
	if len(between) == 0 || len(between) > 2 {
		return false
	}
	for _, t := range between {
		if !untilWords[t.fold] {
			return false
		}
	}
	return true
}

// afterOpenEnd tells of a period whose start has no year: 01.07. - 31.07.2025,
// Jan. 1–Dec. 31, 2010, 15–20 June 2009, between 3 May and 4 June 2026.
// The last of the tokens is the first of the date.
func afterOpenEnd(tokens []token) bool {
	n := len(tokens) - 1
	if n < 2 {
		return false
	}
	before, date := tokens[:n], tokens[n]
	until := before[n-1]
	joins := untilWords[until.fold]
	if andWords[until.fold] {
		joins = joins || hasAny(before[max(0, n-betweenReach):n-1], betweenWords)
	}
	if !joins {
		return false
	}
	start := before[:n-1]
	if n > 2 && start[n-2].fold == "." {
		start = start[:n-2]
		if start[n-3].kind == number {
			return true
		}
	}
	last := start[len(start)-1]
	if last.kind == word {
		return isMonth(last) && hasNumber(start[max(0, len(start)-3):])
	}
	adjacent := last.end == until.start && until.end == date.start
	code := len(start) > 1 && start[len(start)-2].kind == mark // as in #19-24/07/2016
	return isDayOfMonth(last) && (adjacent && !code || until.kind == word || hasMonth(start[max(0, len(start)-3):]))
}

// isDayOfMonth tells of a number from 1 to 31.
func isDayOfMonth(t token) bool {
	n, err := strconv.Atoi(t.fold)
	return t.kind == number && len(t.fold) <= 2 && err == nil && n >= 1 && n <= 31
}

func hasAny(tokens []token, of map[string]bool) bool {
	for _, t := range tokens {
		if of[t.fold] {
			return true
		}
	}
	return false
}

// betweenReach is how many tokens before a date "between" may stand.
const betweenReach = 12

// What stands around the two dates of a period: between the 3rd and the 5th.
var (
	betweenWords = set("between", "zwischen", "entre", "tra", "tussen")
	andWords     = set("and", "und", "et", "y", "e", "en")
)
