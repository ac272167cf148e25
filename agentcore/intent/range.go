package intent

import (
	"cmp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/intent/span"
)

// On returns the request with all relative periods made absolute.
func (r Request) On(today time.Time) Request {
	for _, picks := range []*[]Pick{&r.Files.Only, &r.Files.Except} {
		made := make([]Pick, len(*picks))
		for i, p := range *picks {
			p.Dated = p.Dated.On(today)
			made[i] = p
		}
		*picks = made[:len(made):len(made)]
		if len(made) == 0 {
			*picks = nil
		}
	}
	return r
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
		if limit == span.Within { // "from 50 euros"
			limit = span.From
		}
		return r.narrow(func(p *Pick) { p.Sum = sum.Bounded(limit) })
	}
	period, n := r.dateAt(i + 1)
	if n == 0 && it.is(roleOlder) {
		period, n = r.lengthAt(i + 1)
	}
	if n > 0 && it.is(roleFrom, roleOlder, roleNewer, roleAtLeast, roleAtMost) {
		r.use(i+1, n)
		return r.narrow(func(p *Pick) { p.Dated = period.Bounded(it.bound()) })
	}
	if it.is(roleAgo) {
		period, _ := r.dateAt(i)
		if strings.HasPrefix(r.lexicon.values[roleAgo][it.text], "day ") && r.verb.has(verbs...) {
			return false // "rename it today"
		}
		return r.narrow(func(p *Pick) { p.Dated = period })
	}
	return false
}

// bound returns how an item limits what follows it.
func (it *item) bound() span.Bound {
	switch {
	case it.is(roleOver, roleNewer):
		return span.After
	case it.is(roleUnder, roleOlder):
		return span.Before
	case it.is(roleFrom):
		return span.Within
	case it.is(roleAtLeast):
		return span.From
	}
	return span.UpTo
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
	most, m := span.Sum{}, 0
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
		return r.narrow(func(p *Pick) { p.Sum = span.Sum{Least: least.Least, Most: most.Most, Currency: most.Currency} })
	}
	first, n := r.dateAt(i)
	if n == 0 || first.IsRelative() || !joint(i+n) {
		return false
	}
	last, more := r.dateAt(i + n + 1)
	if more == 0 || last.IsRelative() {
		return false
	}
	r.use(i, n+1+more)
	return r.narrow(func(p *Pick) { p.Dated = span.Period{Since: first.Since, Until: last.Until} })
}

// numberAt returns the amount at i, and how many items it takes.
func (r *reader) numberAt(i int) (int64, int) {
	if i >= len(r.items) || r.items[i].kind == tokenName || r.items[i].kind == tokenEnding {
		return 0, 0
	}
	n, ok := span.Cents(strings.TrimFunc(r.items[i].field, func(c rune) bool { return unicode.Is(unicode.Sc, c) }))
	if !ok {
		return 0, 0
	}
	return n, r.fieldLength(i)
}

// amountAt returns an amount at i with its currency, written or known, and how many items
// it takes.
func (r *reader) amountAt(i int, known string) (span.Sum, int) {
	start := i
	currency := r.currencyAt(i)
	if currency != "" {
		i++
	}
	amount, n := r.numberAt(i)
	if n == 0 {
		return span.Sum{}, 0
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
		return span.Sum{}, 0
	}
	return span.Sum{Least: amount, Most: amount, Currency: currency}, i - start
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
func (r *reader) dateAt(i int) (span.Period, int) {
	if i >= len(r.items) {
		return span.Period{}, 0
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
		return span.Ago(unit, n), i - start + 1
	}
	if year := r.yearAt(i); year > 0 && r.fieldLength(i) == 1 {
		since := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
		return span.Of(since, since.AddDate(1, 0, 0)), i - start + 1
	}
	for _, layout := range []string{time.DateOnly, "2.1.2006"} {
		if at, err := time.Parse(layout, it.field); err == nil {
			return span.Of(at, at.AddDate(0, 0, 1)), i - start + r.fieldLength(i)
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
		return span.Period{}, 0
	}
	if i++; i < len(r.items) && r.items[i].is(roleFrom) {
		i++
	}
	year := r.yearAt(i)
	if year == 0 {
		return span.Period{}, 0
	}
	since := time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC)
	if dayOf > 0 {
		since = time.Date(year, time.Month(month), dayOf, 0, 0, 0, 0, time.UTC)
		return span.Of(since, since.AddDate(0, 0, 1)), i - start + 1
	}
	return span.Of(since, since.AddDate(0, 1, 0)), i - start + 1
}

// isYearWord reports whether the word for a year precedes one: "the year 2022".
func (r *reader) isYearWord(i int) bool {
	return i+1 < len(r.items) && r.items[i].kind == tokenWord && r.lexicon.values[roleUnit][r.items[i].text] == "year" && r.yearAt(i+1) > 0
}

// lengthAt returns the period up to today with the length at i: "two years", "6 months".
func (r *reader) lengthAt(i int) (span.Period, int) {
	if i+1 >= len(r.items) {
		return span.Period{}, 0
	}
	n, err := strconv.Atoi(r.items[i].text)
	unit := r.lexicon.values[roleUnit][r.items[i+1].text]
	if err != nil || n < 1 || unit == "" {
		return span.Period{}, 0
	}
	return span.Length(n, unit), 2
}
