package lex

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Day is one day of the calendar.
type Day struct {
	Year  int
	month time.Month
	day   int
}

// String returns the day as in 2026-05-12.
func (d Day) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.month, d.day) }

// Time returns the start of the day in UTC.
func (d Day) Time() time.Time { return time.Date(d.Year, d.month, d.day, 0, 0, 0, 0, time.UTC) }

// exists reports whether the calendar has the day: no 30 February.
func (d Day) exists() bool {
	t := d.Time()
	return t.Year() == d.Year && t.Month() == d.month && t.Day() == d.day
}

// Date is a date as it is written: the tokens from first up to next.
type Date struct {
	First, Next int
	// DayFirst and monthFirst are the ways to read it; a date that can be
	// read in one way only has the other one zero.
	DayFirst, MonthFirst Day
	// Numeric says that it is written in numbers with slashes or dashes, day
	// or month first.
	Numeric bool
}

// Ambiguous says that day and month could be swapped.
func (f Date) Ambiguous() bool {
	return f.DayFirst != (Day{}) && f.MonthFirst != (Day{}) && f.DayFirst != f.MonthFirst
}

// Only is the one reading of a date that is not ambiguous.
func (f Date) Only() Day {
	if f.DayFirst != (Day{}) {
		return f.DayFirst
	}
	return f.MonthFirst
}

// FindDates finds all dates in the tokens of text, in order. Days that the
// calendar does not have are no dates.
func FindDates(text string, tokens []Token) []Date {
	var dates []Date
	for i := 0; i < len(tokens); {
		f, ok := DateAt(text, tokens, i)
		if !ok {
			i++
			continue
		}
		dates = append(dates, f)
		i = f.Next
	}
	return dates
}

// DateAt reads the date that starts at token i.
func DateAt(text string, tokens []Token, i int) (Date, bool) {
	r := dateReader{tokens, i}
	var f Date
	var ok bool
	switch {
	case tokens[i].Kind == Word:
		f, ok = r.monthDayYear()
	case tokens[i].Kind != Number:
	case len(tokens[i].Fold) == 4:
		f, ok = r.yearFirst()
	default:
		if f, ok = r.numbers(); !ok {
			f, ok = r.dayMonthYear()
		}
	}
	return f, ok && standsAlone(text, tokens[f.First].Start, tokens[f.Next-1].End)
}

// standsAlone reports whether the bytes from start to end are no part of a longer
// number or word, such as a telephone number or an address of the network.
func standsAlone(text string, start, end int) bool {
	before, after := text[:start], text[end:]
	if n := len(before); n > 0 {
		last := before[n-1]
		joined := n > 1 && (last == '-' || last == '/') && isAlnum(before[n-2])
		joined = joined || n > 1 && (last == '.' || last == ':' || last == ',') && IsDigit(rune(before[n-2]))
		if isAlnum(last) || joined {
			return false
		}
	}
	if after == "" {
		return true
	}
	if len(after) > 1 && strings.IndexByte("-./", after[0]) >= 0 && IsDigit(rune(after[1])) {
		return false
	}
	return !isAlnum(after[0]) || isTimeMark(after)
}

// isTimeMark reports whether s goes on with the time of ISO 8601: T10:15.
func isTimeMark(s string) bool {
	return len(s) > 1 && s[0] == 'T' && IsDigit(rune(s[1]))
}

func isAlnum(b byte) bool {
	return IsDigit(rune(b)) || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// dateReader reads one date from tokens, beginning at i.
type dateReader struct {
	tokens []Token
	i      int
}

// The words for year, month and day in dates of East Asia, folded.
var (
	eastYear  = Set("年", Fold("년"))
	eastMonth = Set("月", Fold("월"))
	eastDay   = Set("日", Fold("일"))
)

// yearFirst reads 2026-03-04, 2026/3/4, 2026.03.04, 2026年3月4日 and
// 2026 年 3 月 4 日.
func (r dateReader) yearFirst() (Date, bool) {
	y, ok := r.number(0, 4, 4)
	if !ok || r.i+4 >= len(r.tokens) {
		return Date{}, false
	}
	m, okM := r.number(2, 1, 2)
	d, okD := r.number(4, 1, 2)
	if !okM || !okD {
		return Date{}, false
	}
	a, b := r.tokens[r.i+1].Fold, r.tokens[r.i+3].Fold
	next := 5
	switch {
	case eastYear[a] && eastMonth[b]:
		next = r.skip(next, eastDay)
	case a != b || !isDateMark(a) || !r.adjacent(0, 4):
		return Date{}, false
	}
	return r.dated(r.i+next, Day{y, time.Month(m), d})
}

// numbers reads 04.03.2026, 4. 3. 26, 05/12/2026 and 5-12-26.
func (r dateReader) numbers() (Date, bool) {
	a, okA := r.number(0, 1, 2)
	b, okB := r.number(2, 1, 2)
	y, okY := r.year(4)
	if !okA || !okB || !okY {
		return Date{}, false
	}
	sep := r.tokens[r.i+1].Fold
	if sep != r.tokens[r.i+3].Fold || !isDateMark(sep) || !r.adjacentBut(sep) {
		return Date{}, false
	}
	f := Date{First: r.i, Next: r.i + 5, Numeric: sep != "."}
	if d := (Day{y, time.Month(b), a}); d.exists() {
		f.DayFirst = d
	}
	if d := (Day{y, time.Month(a), b}); d.exists() && f.Numeric {
		f.MonthFirst = d
	}
	return f, f.DayFirst != f.MonthFirst || f.DayFirst != (Day{})
}

// dayMonthYear reads 12 May 2026, 1. August 2025, 1er avril 2026, 3 de marzo
// de 2026, 12-May-26, 2nd of June, 2026 and 4th day of May, 2021.
func (r dateReader) dayMonthYear() (Date, bool) {
	d, ok := r.number(0, 1, 2)
	if !ok || r.i > 0 && isApostrophe(r.tokens[r.i-1]) {
		return Date{}, false
	}
	at := r.skip(r.skip(1, ordinals), dayWords)
	at = r.skip(r.skip(at, dateMarks), dateWords)
	m, ok := r.month(at)
	if !ok {
		return Date{}, false
	}
	at = r.skip(r.skip(at+1, dateMarks), dateWords)
	y, ok := r.yearOfWords(at)
	if !ok {
		return Date{}, false
	}
	return r.dated(r.i+at+1, Day{y, m, d})
}

// monthDayYear reads March 4, 2026, Sept. 4th 2026 and May 12 '26.
func (r dateReader) monthDayYear() (Date, bool) {
	m, ok := r.month(0)
	if !ok {
		return Date{}, false
	}
	at := r.skip(1, dateMarks)
	d, ok := r.number(at, 1, 2)
	if !ok {
		return Date{}, false
	}
	at = r.skip(r.skip(at+1, ordinals), dateMarks)
	y, ok := r.yearOfWords(at)
	if !ok {
		return Date{}, false
	}
	return r.dated(r.i+at+1, Day{y, m, d})
}

// dated is a date of one reading, if the calendar has it.
func (r dateReader) dated(next int, d Day) (Date, bool) {
	return Date{First: r.i, Next: next, DayFirst: d}, d.exists()
}

// number is the value of the number that stands off tokens further, if it has
// least to most digits.
func (r dateReader) number(off, least, most int) (int, bool) {
	if r.i+off >= len(r.tokens) {
		return 0, false
	}
	t := r.tokens[r.i+off]
	if t.Kind != Number || len(t.Fold) < least || len(t.Fold) > most {
		return 0, false
	}
	n, err := strconv.Atoi(t.Fold)
	return n, err == nil
}

// year is a year of four digits, or of two: 70 to 99 are those of the last
// century. A time of day (10:15) is none.
func (r dateReader) year(off int) (int, bool) {
	y, ok := r.number(off, 2, 4)
	next := r.i + off + 1
	isTime := next+1 < len(r.tokens) && r.tokens[next].Fold == ":" && r.tokens[next+1].Kind == Number &&
		len(r.tokens[next-1].Fold) == 2
	switch {
	case !ok || isTime || len(r.tokens[r.i+off].Fold) == 3:
		return 0, false
	case y >= 100:
		return y, true
	case y >= 70:
		return 1900 + y, true
	}
	return 2000 + y, true
}

// yearOfWords is the year of a date with the name of a month. Two digits with
// more of a period or of a date behind them are none: June 15-20, 2009.
func (r dateReader) yearOfWords(off int) (int, bool) {
	y, ok := r.year(off)
	at := r.i + off
	if !ok || len(r.tokens[at].Fold) > 2 || at+2 >= len(r.tokens) {
		return y, ok
	}
	more := r.tokens[at+1].Fold == "," || IsUntil(r.tokens[at+1]) && r.adjacent(off, off+2)
	return y, !more || r.tokens[at+2].Kind != Number
}

func isApostrophe(t Token) bool { return t.Fold == "'" || t.Fold == "’" }

// month is the month whose name stands off tokens further.
func (r dateReader) month(off int) (time.Month, bool) {
	if r.i+off >= len(r.tokens) || r.tokens[r.i+off].Kind != Word {
		return 0, false
	}
	m, ok := monthNames[r.tokens[r.i+off].Fold]
	return m, ok
}

// skip is off, or one further if one of the set stands there.
func (r dateReader) skip(off int, set map[string]bool) int {
	if r.i+off < len(r.tokens) && set[r.tokens[r.i+off].Fold] {
		return off + 1
	}
	return off
}

// adjacent reports whether nothing stands between the tokens from a to b.
func (r dateReader) adjacent(a, b int) bool {
	for n := r.i + a; n < r.i+b; n++ {
		if r.tokens[n].End != r.tokens[n+1].Start {
			return false
		}
	}
	return true
}

// adjacentBut tells the same of a date in numbers; after a point may be one
// space, and around any mark if the year has four digits.
func (r dateReader) adjacentBut(sep string) bool {
	before, after := 0, 0
	switch {
	case len(r.tokens[r.i+4].Fold) == 4 && sep != ".":
		before, after = 1, 1
	case sep == ".":
		after = 1
	}
	t := r.tokens[r.i:]
	return t[1].Start-t[0].End <= before && t[3].Start-t[2].End <= before &&
		t[2].Start-t[1].End <= after && t[4].Start-t[3].End <= after
}

func isDateMark(s string) bool { return s == "-" || s == "/" || s == "." }

// monthNames are months in the languages that the package knows, folded.
var monthNames = addMonths(months(
	"january jan januar janner janvier janv enero ene gennaio gen januari",
	"february feb februar feber fevrier fevr fev febrero febbraio februari",
	"march mar marz maerz mrz mars marzo maart mrt",
	"april apr avril avr abril abr aprile",
	"may mai mayo maggio mag mei",
	"june jun juni juin junio giugno giu",
	"july jul juli juillet juil julio luglio lug",
	"august aug aout agosto ago augustus",
	"september sep sept septembre septiembre settembre set",
	"october oct oktober okt octobre octubre ottobre ott",
	"november nov novembre noviembre",
	"december dec dezember dez decembre diciembre dic dicembre",
))

func months(names ...string) map[string]time.Month {
	m := map[string]time.Month{}
	for i, list := range names {
		for _, w := range strings.Fields(list) {
			m[w] = time.Month(i + 1)
		}
	}
	return m
}

// What may stand inside of a date in words.
var (
	ordinals  = Set("st", "nd", "rd", "th", "er", "e", "º", "o", "ª")
	dateMarks = Set(".", ",", "-", "/", "'", "’")
	dayWords  = Set("day")
	dateWords = Set("of", "de", "del", "'", "’")
)

// untilWords stand between the two dates of a period.
var untilWords = Set("-", "–", "—", "to", "bis", "au", "until", "till", "through", "thru", "al", "a", "tot", "zum")

// IsUntil reports whether t can stand between the two dates of a period.
func IsUntil(t Token) bool { return untilWords[t.Fold] }

// HasMonth reports whether one of the tokens is the name of a month.
func HasMonth(tokens []Token) bool { return slices.ContainsFunc(tokens, IsMonth) }

// IsMonth reports whether t is the name of a month.
func IsMonth(t Token) bool {
	_, ok := monthNames[t.Fold]
	return ok && t.Kind == Word
}
