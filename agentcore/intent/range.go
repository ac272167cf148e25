package intent

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Period is a span of days; the zero value means any day. A relative one, such as last
// year, holds no day before Request.On has made it absolute.
type Period struct {
	// Since and Until are days such as 2026-03-04; Until is exclusive, and "" is open.
	Since, Until string
	ago          ago
	bound        bound
}

// ago is a span relative to today: a calendar unit, or a length.
type ago struct {
	unit   string // a section [unit …] of the lexicon
	back   int
	length bool // "two years", not "the year before the last"
}

// bound is how a span limits a period.
type bound int

const (
	within bound = iota
	before       // older than it
	after        // newer than it
	from         // it and newer
	upTo         // it and older
)

// Sum is a range of amounts in one currency, in hundredths; the zero value means any
// amount.
type Sum struct {
	Least, Most int64 // Most 0: open
	Currency    string
}

const day = time.DateOnly

// On returns the request with all relative periods made absolute.
func (r Request) On(today time.Time) Request {
	for _, picks := range []*[]Pick{&r.Files.Only, &r.Files.Except} {
		made := make([]Pick, len(*picks))
		for i, p := range *picks {
			p.Dated = p.Dated.on(today)
			made[i] = p
		}
		*picks = made[:len(made):len(made)]
		if len(made) == 0 {
			*picks = nil
		}
	}
	return r
}

func (p Period) isRelative() bool { return p.ago != ago{} }

// on makes a period absolute.
func (p Period) on(today time.Time) Period {
	if !p.isRelative() {
		return p
	}
	since, until := p.ago.span(today)
	return spanOf(since, until).bounded(p.bound)
}

// span returns the days of a span.
func (a ago) span(today time.Time) (since, until time.Time) {
	y, m, d := today.Date()
	at := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	years, months, days := 0, 0, 0
	switch a.unit {
	case "year":
		years = 1
		at = time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC)
	case "month":
		months = 1
		at = time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
	case "week":
		const week = 7
		days = week
		at = at.AddDate(0, 0, -(int(at.Weekday())+6)%week) // Monday
	default:
		days = 1
	}
	if a.length { // from that long ago till today
		at = time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
		return at.AddDate(-a.back*years, -a.back*months, -a.back*days), at.AddDate(0, 0, 1)
	}
	since = at.AddDate(-a.back*years, -a.back*months, -a.back*days)
	return since, since.AddDate(years, months, days)
}

func spanOf(since, until time.Time) Period {
	return Period{Since: since.Format(day), Until: until.Format(day)}
}

// bounded returns the days given by a span.
func (p Period) bounded(b bound) Period {
	if p.isRelative() {
		p.bound = b
		return p
	}
	switch b {
	case before:
		return Period{Until: p.Since}
	case after:
		return Period{Since: p.Until}
	case from:
		return Period{Since: p.Since}
	case upTo:
		return Period{Until: p.Until}
	}
	return p
}

// holds reports whether a day is in the period. A date may be just a year or month, which
// must be in it completely.
func (p Period) holds(date string) bool {
	switch {
	case p == Period{}:
		return true
	case date == "" || p.isRelative():
		return false
	}
	since, until, ok := daysOf(date)
	return ok && (p.Since == "" || since >= p.Since) && (p.Until == "" || until <= p.Until)
}

// daysOf returns the first day of a date and the day after its last.
func daysOf(date string) (since, until string, ok bool) {
	for layout, step := range map[string][3]int{day: {0, 0, 1}, "2006-01": {0, 1, 0}, "2006": {1, 0, 0}} {
		if at, err := time.Parse(layout, date); err == nil {
			return at.Format(day), at.AddDate(step[0], step[1], step[2]).Format(day), true
		}
	}
	return "", "", false
}

func (p Period) String() string {
	if p.isRelative() {
		return fmt.Sprintf("%d %s ago, %d", p.ago.back, p.ago.unit, p.bound)
	}
	return p.Since + ".." + p.Until
}

func (s Sum) String() string { return fmt.Sprintf("%d..%d %s", s.Least, s.Most, s.Currency) }

// comparable reports whether an amount is of the currency of the range.
func (s Sum) comparable(amount, currency string) bool {
	_, ok := cents(amount)
	return ok && (s.Currency == "" || s.Currency == currency)
}

// holds reports whether an amount is in the range; false for another currency.
func (s Sum) holds(amount, currency string) bool {
	if s == (Sum{}) {
		return true
	}
	n, _ := cents(amount)
	return s.comparable(amount, currency) && n >= s.Least && (s.Most == 0 || n <= s.Most)
}

// cents parses an amount: 12, 12.5, 12,50, 1.234,50, 1,234.50, 1'234.
func cents(text string) (int64, bool) {
	const most = 15 // digits
	text, negative := strings.CutPrefix(text, "-")
	cut := strings.LastIndexAny(text, ".,")
	whole, part := text, ""
	if cut >= 0 && len(text)-cut <= len(".00") {
		whole, part = text[:cut], text[cut+1:]
	}
	for i, group := range strings.FieldsFunc(whole, func(r rune) bool { return strings.ContainsRune(".,'’", r) }) {
		if i > 0 && len(group) != 3 {
			return 0, false
		}
	}
	digits := strings.NewReplacer(".", "", ",", "", "'", "", "’", "").Replace(whole) + (part + "00")[:2]
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || whole == "" || len(digits) > most || strings.HasPrefix(digits, "+") || strings.HasPrefix(digits, "-") {
		return 0, false
	}
	if negative {
		n = -n
	}
	return n, true
}

// takeRange reads a range of amounts or dates that begins at i.
func (r *reader) takeRange(i int, it *item) bool {
	if it.is(roleBetween, roleFrom) {
		if r.takeFromTo(i + 1) {
			return true
		}
	}
	if sum, n := r.amountAt(i+1, ""); n > 0 && it.is(roleOver, roleUnder, roleAtLeast, roleAtMost) {
		r.use(i+1, n)
		limit := it.bound()
		if limit == within { // "from 50 euros"
			limit = from
		}
		return r.narrow(func(p *Pick) { p.Sum = sum.bounded(limit) })
	}
	period, n := r.dateAt(i + 1)
	if n == 0 && it.is(roleOlder) {
		period, n = r.lengthAt(i + 1)
	}
	if n > 0 && it.is(roleFrom, roleOlder, roleNewer, roleAtLeast, roleAtMost) {
		r.use(i+1, n)
		return r.narrow(func(p *Pick) { p.Dated = period.bounded(it.bound()) })
	}
	if it.is(roleAgo) {
		period, _ := r.dateAt(i)
		if period.ago.unit == "day" && r.verb.has(verbs...) {
			return false // "rename it today"
		}
		return r.narrow(func(p *Pick) { p.Dated = period })
	}
	return false
}

// bound returns how an item limits what follows it.
func (it *item) bound() bound {
	switch {
	case it.is(roleOver, roleNewer):
		return after
	case it.is(roleUnder, roleOlder):
		return before
	case it.is(roleFrom):
		return within
	case it.is(roleAtLeast):
		return from
	}
	return upTo
}

// isRange reports whether a range of amounts or dates begins at i.
func (r *reader) isRange(i int) bool {
	it := r.items[i]
	if !it.is(roleOver, roleUnder, roleAtLeast, roleAtMost, roleBetween, roleOlder, roleNewer, roleFrom, roleAgo) {
		return false
	}
	_, amount := r.amountAt(i+1, "")
	_, date := r.dateAt(i + 1)
	_, length := r.lengthAt(i + 1)
	_, number := r.numberAt(i + 1)
	return it.is(roleAgo) || amount > 0 || date > 0 || length > 0 && it.is(roleOlder) || number > 0 && it.is(roleBetween)
}

// takeFromTo reads two amounts or dates at i with a word between them.
func (r *reader) takeFromTo(i int) bool {
	joint := func(j int) bool {
		return j < len(r.items) && r.items[j].kind == tokenWord && r.items[j].is(roleCourtesy, roleTo, roleAtMost)
	}
	most, m := Sum{}, 0
	if _, n := r.numberAt(i); n > 0 {
		for gap := n; gap <= n+1 && m == 0; gap++ { // the currency may stand with both
			if joint(i + gap) {
				most, m = r.amountAt(i+gap+1, "")
				m += gap + 1
			}
			if most.Currency == "" {
				m = 0
			}
		}
	}
	if least, n := r.amountAt(i, most.Currency); m > 0 && n > 0 && least.Currency == most.Currency {
		r.use(i, m)
		return r.narrow(func(p *Pick) { p.Sum = Sum{Least: least.Least, Most: most.Most, Currency: most.Currency} })
	}
	first, n := r.dateAt(i)
	if n == 0 || first.isRelative() || !joint(i+n) {
		return false
	}
	last, more := r.dateAt(i + n + 1)
	if more == 0 || last.isRelative() {
		return false
	}
	r.use(i, n+1+more)
	return r.narrow(func(p *Pick) { p.Dated = Period{Since: first.Since, Until: last.Until} })
}

// bounded returns the range given by one amount.
func (s Sum) bounded(b bound) Sum {
	switch b {
	case after:
		return Sum{Least: s.Least + 1, Currency: s.Currency}
	case before:
		return Sum{Least: math.MinInt64, Most: s.Most - 1, Currency: s.Currency}
	case from:
		return Sum{Least: s.Least, Currency: s.Currency}
	case upTo:
		return Sum{Least: math.MinInt64, Most: s.Most, Currency: s.Currency}
	}
	return s
}

// numberAt returns the amount at i, and how many items it takes.
func (r *reader) numberAt(i int) (int64, int) {
	if i >= len(r.items) || r.items[i].kind == tokenName || r.items[i].kind == tokenEnding {
		return 0, 0
	}
	n, ok := cents(strings.TrimFunc(r.items[i].field, func(c rune) bool { return unicode.Is(unicode.Sc, c) }))
	if !ok {
		return 0, 0
	}
	return n, r.fieldLength(i)
}

// amountAt returns an amount at i with its currency, written or known, and how many items
// it takes.
func (r *reader) amountAt(i int, known string) (Sum, int) {
	start := i
	currency := r.currencyAt(i)
	if currency != "" {
		i++
	}
	amount, n := r.numberAt(i)
	if n == 0 {
		return Sum{}, 0
	}
	if at := strings.IndexFunc(r.items[i].field, func(c rune) bool { return unicode.Is(unicode.Sc, c) }); at >= 0 {
		sign := []rune(r.items[i].field[at:])[:1]
		currency = r.lexicon.values[roleCurrency][string(sign)]
	}
	i += n
	if behind := r.currencyAt(i); behind != "" && currency == "" {
		currency = behind
		i++
	}
	currency = cmp.Or(currency, known)
	if currency == "" {
		return Sum{}, 0
	}
	return Sum{Least: amount, Most: amount, Currency: currency}, i - start
}

// currencyAt returns the currency at i; "" for none.
func (r *reader) currencyAt(i int) string {
	if i >= len(r.items) {
		return ""
	}
	return r.lexicon.values[roleCurrency][r.items[i].text]
}

// dateAt returns the days of a date at i, and how many items it takes: 2024, March 2024,
// 3 March 2024, 2024-03-03, 03.03.2024, last year.
func (r *reader) dateAt(i int) (Period, int) {
	if i >= len(r.items) {
		return Period{}, 0
	}
	start := i
	for r.items[i].is(roleThings) && i+1 < len(r.items) && (r.items[i+1].is(roleAgo, roleMonth) || r.isYearWord(i+1)) {
		i++
	}
	if r.isYearWord(i) {
		i++
	}
	it := r.items[i]
	if it.is(roleAgo) {
		unit, back, _ := strings.Cut(r.lexicon.values[roleAgo][it.text], " ")
		n, _ := strconv.Atoi(back)
		return Period{ago: ago{unit: unit, back: n}}, i - start + 1
	}
	if year := r.yearAt(i); year > 0 && r.fieldLength(i) == 1 {
		since := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
		return spanOf(since, since.AddDate(1, 0, 0)), i - start + 1
	}
	for _, layout := range []string{day, "2.1.2006"} {
		if at, err := time.Parse(layout, it.field); err == nil {
			return spanOf(at, at.AddDate(0, 0, 1)), i - start + r.fieldLength(i)
		}
	}
	dayOf := 0
	if n, err := strconv.Atoi(it.text); err == nil && n >= 1 && n <= 31 && i+1 < len(r.items) {
		dayOf = n
		if i++; r.items[i].is(roleFrom) && i+1 < len(r.items) {
			i++
		}
	}
	month, err := strconv.Atoi(r.lexicon.values[roleMonth][r.items[i].text])
	if err != nil {
		return Period{}, 0
	}
	if i++; i < len(r.items) && r.items[i].is(roleFrom) {
		i++
	}
	year := r.yearAt(i)
	if year == 0 {
		return Period{}, 0
	}
	since := time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC)
	if dayOf > 0 {
		since = time.Date(year, time.Month(month), dayOf, 0, 0, 0, 0, time.UTC)
		return spanOf(since, since.AddDate(0, 0, 1)), i - start + 1
	}
	return spanOf(since, since.AddDate(0, 1, 0)), i - start + 1
}

// isYearWord reports whether the word for a year precedes one: "the year 2022".
func (r *reader) isYearWord(i int) bool {
	return i+1 < len(r.items) && r.items[i].kind == tokenWord && r.lexicon.values[roleUnit][r.items[i].text] == "year" && r.yearAt(i+1) > 0
}

// lengthAt returns the period up to today with the length at i: "two years", "6 months".
func (r *reader) lengthAt(i int) (Period, int) {
	if i+1 >= len(r.items) {
		return Period{}, 0
	}
	n, err := strconv.Atoi(r.items[i].text)
	unit := r.lexicon.values[roleUnit][r.items[i+1].text]
	if err != nil || n < 1 || unit == "" {
		return Period{}, 0
	}
	return Period{ago: ago{unit: unit, back: n, length: true}}, 2
}
