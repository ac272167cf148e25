package fields

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// day is one day of the calendar.
type day struct {
	year  int
	month time.Month
	day   int
}

func (d day) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day) }

func (d day) time() time.Time { return time.Date(d.year, d.month, d.day, 0, 0, 0, 0, time.UTC) }

// exists tells that the calendar has the day: no 30 February.
func (d day) exists() bool {
	t := d.time()
	return t.Year() == d.year && t.Month() == d.month && t.Day() == d.day
}

// foundDate is a date as it is written: the tokens from first up to next.
type foundDate struct {
	first, next int
	// dayFirst and monthFirst are the ways to read it; a date that can be
	// read in one way only has the other one zero.
	dayFirst, monthFirst day
	// numeric says that it is written in numbers with slashes or dashes, day
	// or month first.
	numeric bool
}

// ambiguous says that day and month could be swapped.
func (f foundDate) ambiguous() bool {
	return f.dayFirst != (day{}) && f.monthFirst != (day{}) && f.dayFirst != f.monthFirst
}

// only is the one reading of a date that is not ambiguous.
func (f foundDate) only() day {
	if f.dayFirst != (day{}) {
		return f.dayFirst
	}
	return f.monthFirst
}

// findDates finds all dates in the tokens of text, in order. Days that the
// calendar does not have are no dates.
func findDates(text string, tokens []token) []foundDate {
	var dates []foundDate
	for i := 0; i < len(tokens); {
		f, ok := dateAt(text, tokens, i)
		if !ok {
			i++
			continue
		}
		dates = append(dates, f)
		i = f.next
	}
	return dates
}

// dateAt reads the date that starts at token i.
func dateAt(text string, tokens []token, i int) (foundDate, bool) {
	r := dateReader{tokens, i}
	var f foundDate
	var ok bool
	switch {
	case tokens[i].kind == word:
		f, ok = r.monthDayYear()
	case tokens[i].kind != number:
	case len(tokens[i].fold) == 4:
		f, ok = r.yearFirst()
	default:
		if f, ok = r.numbers(); !ok {
			f, ok = r.dayMonthYear()
		}
	}
	return f, ok && standsAlone(text, tokens[f.first].start, tokens[f.next-1].end)
}

// standsAlone tells that the bytes from start to end are no part of a longer
// number or word, such as a telephone number or an address of the network.
func standsAlone(text string, start, end int) bool {
	before, after := text[:start], text[end:]
	if n := len(before); n > 0 {
		last := before[n-1]
		joined := n > 1 && (last == '-' || last == '/') && isAlnum(before[n-2])
		joined = joined || n > 1 && (last == '.' || last == ':' || last == ',') && isDigit(rune(before[n-2]))
		if isAlnum(last) || joined {
			return false
		}
	}
	if after == "" {
		return true
	}
	if len(after) > 1 && strings.IndexByte("-./", after[0]) >= 0 && isDigit(rune(after[1])) {
		return false
	}
	return !isAlnum(after[0]) || isTimeMark(after)
}

// isTimeMark tells that s goes on with the time of ISO 8601: T10:15.
func isTimeMark(s string) bool {
	return len(s) > 1 && s[0] == 'T' && isDigit(rune(s[1]))
}

func isAlnum(b byte) bool {
	return isDigit(rune(b)) || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// dateReader reads one date from tokens, beginning at i.
type dateReader struct {
	tokens []token
	i      int
}

// The words for year, month and day in dates of East Asia, folded.
var (
	eastYear  = set("年", fold("년"))
	eastMonth = set("月", fold("월"))
	eastDay   = set("日", fold("일"))
)

// yearFirst reads 2026-03-04, 2026/3/4, 2026.03.04, 2026年3月4日 and
// 2026 年 3 月 4 日.
func (r dateReader) yearFirst() (foundDate, bool) {
	y, ok := r.number(0, 4, 4)
	if !ok || r.i+4 >= len(r.tokens) {
		return foundDate{}, false
	}
	m, okM := r.number(2, 1, 2)
	d, okD := r.number(4, 1, 2)
	if !okM || !okD {
		return foundDate{}, false
	}
	a, b := r.tokens[r.i+1].fold, r.tokens[r.i+3].fold
	next := 5
	switch {
	case eastYear[a] && eastMonth[b]:
		next = r.skip(next, eastDay)
	case a != b || !isDateMark(a) || !r.adjacent(0, 4):
		return foundDate{}, false
	}
	return r.dated(r.i+next, day{y, time.Month(m), d})
}

// numbers reads 04.03.2026, 4. 3. 26, 05/12/2026 and 5-12-26.
func (r dateReader) numbers() (foundDate, bool) {
	a, okA := r.number(0, 1, 2)
	b, okB := r.number(2, 1, 2)
	y, okY := r.year(4)
	if !okA || !okB || !okY {
		return foundDate{}, false
	}
	sep := r.tokens[r.i+1].fold
	if sep != r.tokens[r.i+3].fold || !isDateMark(sep) || !r.adjacentBut(sep) {
		return foundDate{}, false
	}
	f := foundDate{first: r.i, next: r.i + 5, numeric: sep != "."}
	if d := (day{y, time.Month(b), a}); d.exists() {
		f.dayFirst = d
	}
	if d := (day{y, time.Month(a), b}); d.exists() && f.numeric {
		f.monthFirst = d
	}
	return f, f.dayFirst != f.monthFirst || f.dayFirst != (day{})
}

// dayMonthYear reads 12 May 2026, 1. August 2025, 1er avril 2026, 3 de marzo
// de 2026, 12-May-26 and 2nd of June, 2026.
func (r dateReader) dayMonthYear() (foundDate, bool) {
	d, ok := r.number(0, 1, 2)
	if !ok || r.i > 0 && isApostrophe(r.tokens[r.i-1]) {
		return foundDate{}, false
	}
	at := r.skip(1, ordinals)
	at = r.skip(r.skip(at, dateMarks), dateWords)
	m, ok := r.month(at)
	if !ok {
		return foundDate{}, false
	}
	at = r.skip(r.skip(at+1, dateMarks), dateWords)
	y, ok := r.yearOfWords(at)
	if !ok {
		return foundDate{}, false
	}
	return r.dated(r.i+at+1, day{y, m, d})
}

// monthDayYear reads March 4, 2026, Sept. 4th 2026 and May 12 '26.
func (r dateReader) monthDayYear() (foundDate, bool) {
	m, ok := r.month(0)
	if !ok {
		return foundDate{}, false
	}
	at := r.skip(1, dateMarks)
	d, ok := r.number(at, 1, 2)
	if !ok {
		return foundDate{}, false
	}
	at = r.skip(r.skip(at+1, ordinals), dateMarks)
	y, ok := r.yearOfWords(at)
	if !ok {
		return foundDate{}, false
	}
	return r.dated(r.i+at+1, day{y, m, d})
}

// dated is a date of one reading, if the calendar has it.
func (r dateReader) dated(next int, d day) (foundDate, bool) {
	return foundDate{first: r.i, next: next, dayFirst: d}, d.exists()
}

// number is the value of the number that stands off tokens further, if it has
// least to most digits.
func (r dateReader) number(off, least, most int) (int, bool) {
	if r.i+off >= len(r.tokens) {
		return 0, false
	}
	t := r.tokens[r.i+off]
	if t.kind != number || len(t.fold) < least || len(t.fold) > most {
		return 0, false
	}
	n, err := strconv.Atoi(t.fold)
	return n, err == nil
}

// year is a year of four digits, or of two: 70 to 99 are those of the last
// century. A time of day (10:15) is none.
func (r dateReader) year(off int) (int, bool) {
	y, ok := r.number(off, 2, 4)
	next := r.i + off + 1
	isTime := next+1 < len(r.tokens) && r.tokens[next].fold == ":" && r.tokens[next+1].kind == number &&
		len(r.tokens[next-1].fold) == 2
	switch {
	case !ok || isTime || len(r.tokens[r.i+off].fold) == 3:
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
	if !ok || len(r.tokens[at].fold) > 2 || at+2 >= len(r.tokens) {
		return y, ok
	}
	more := r.tokens[at+1].fold == "," || untilWords[r.tokens[at+1].fold] && r.adjacent(off, off+2)
	return y, !more || r.tokens[at+2].kind != number
}

func isApostrophe(t token) bool { return t.fold == "'" || t.fold == "’" }

// month is the month whose name stands off tokens further.
func (r dateReader) month(off int) (time.Month, bool) {
	if r.i+off >= len(r.tokens) || r.tokens[r.i+off].kind != word {
		return 0, false
	}
	m, ok := monthNames[r.tokens[r.i+off].fold]
	return m, ok
}

// skip is off, or one further if one of the set stands there.
func (r dateReader) skip(off int, set map[string]bool) int {
	if r.i+off < len(r.tokens) && set[r.tokens[r.i+off].fold] {
		return off + 1
	}
	return off
}

// adjacent tells that nothing stands between the tokens from a to b.
func (r dateReader) adjacent(a, b int) bool {
	for n := r.i + a; n < r.i+b; n++ {
		if r.tokens[n].end != r.tokens[n+1].start {
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
	case len(r.tokens[r.i+4].fold) == 4 && sep != ".":
		before, after = 1, 1
	case sep == ".":
		after = 1
	}
	t := r.tokens[r.i:]
	return t[1].start-t[0].end <= before && t[3].start-t[2].end <= before &&
		t[2].start-t[1].end <= after && t[4].start-t[3].end <= after
}

func isDateMark(s string) bool { return s == "-" || s == "/" || s == "." }

// monthNames are months in the languages that the package knows, folded.
var monthNames = months(
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
)

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
	ordinals  = set("st", "nd", "rd", "th", "er", "e", "º", "o", "ª")
	dateMarks = set(".", ",", "-", "/", "'", "’")
	dateWords = set("of", "de", "del", "'", "’")
)

// untilWords stand between the two dates of a period.
var untilWords = set("-", "–", "—", "to", "bis", "au", "until", "till", "through", "thru", "al", "a", "tot", "zum")

// hasMonth reports whether one of the tokens is the name of a month.
func hasMonth(tokens []token) bool { return slices.ContainsFunc(tokens, isMonth) }

// isMonth reports whether t is the name of a month.
func isMonth(t token) bool {
	_, ok := monthNames[t.fold]
	return ok && t.kind == word
}
