package kit

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
)

// Filter is a part of a query that is not a word of a document. It is comparable.
type Filter struct {
	about       string // its subject
	value, less string
	least, most int64 // hundredths; 0: no bound
}

const (
	aboutKind   = "kind"
	aboutSender = "sender"
	aboutTime   = "time"
	aboutAmount = "amount"
)

// Without removes filters from a query, and returns the remaining ones.
func Without(q papers.Query, off map[Filter]bool) (papers.Query, []Filter) {
	var left []Filter
	is := func(there bool, f Filter) (taken bool) {
		if there && !off[f] {
			left = append(left, f)
		}
		return there && off[f]
	}
	said := q.KindText
	said = cmp.Or(said, q.Kind)
	if is(q.Kind != "", Filter{about: aboutKind, value: said}) {
		q.Kind, q.KindText = "", ""
	}
	if is(q.From != "", Filter{about: aboutSender, value: q.From}) {
		q.From = ""
	}
	if is(q.Since != "" || q.Before != "", Filter{about: aboutTime, value: q.Since, less: q.Before}) {
		q.Since, q.Before = "", ""
	}
	amount := Filter{about: aboutAmount, value: q.Currency}
	if q.Least != nil {
		amount.least = *q.Least
	}
	if q.Most != nil {
		amount.most = *q.Most
	}
	if is(q.Least != nil || q.Most != nil, amount) {
		q.Least, q.Most, q.Currency = nil, nil, ""
	}
	return q, left
}

// Words describe what a Filter lets through.
func (f Filter) Words() string {
	const letters = 32
	switch f.about {
	case aboutKind:
		return Short(inert.Line(f.value), letters)
	case aboutSender:
		return locale.L("From {{.Sender}}", "Sender", Short(inert.Line(f.value), letters))
	case aboutTime:
		return f.timeWords()
	}
	return f.amountWords()
}

func (f Filter) timeWords() string {
	since, err := time.Parse(time.DateOnly, f.value)
	before, errBefore := time.Parse(time.DateOnly, f.less)
	switch {
	case err != nil:
		return locale.L("Before {{.Day}}", "Day", locale.ShortDate(before))
	case errBefore != nil:
		return locale.L("Since {{.Day}}", "Day", locale.ShortDate(since))
	case since.AddDate(1, 0, 0).Equal(before) && since.YearDay() == 1:
		return since.Format("2006")
	}
	return locale.ShortDate(since) + " – " + locale.ShortDate(before.AddDate(0, 0, -1))
}

func (f Filter) amountWords() string {
	const unit = 100
	sum := func(hundredths int64) string { return AmountOf(hundredths, f.value) }
	switch {
	case f.most == 0 && f.least%unit == 1: // "over" is one more
		return locale.L("Over {{.Amount}}", "Amount", sum(f.least-1))
	case f.most == 0:
		return locale.L("At least {{.Amount}}", "Amount", sum(f.least))
	case f.least == 0 && f.most%unit == unit-1:
		return locale.L("Under {{.Amount}}", "Amount", sum(f.most+1))
	case f.least == 0:
		return locale.L("At most {{.Amount}}", "Amount", sum(f.most))
	}
	return sum(f.least) + " – " + sum(f.most)
}

// AmountOf formats an amount of hundredths: 50.00 EUR.
func AmountOf(hundredths int64, currency string) string {
	const unit = 100
	return strings.TrimSpace(locale.Amount(fmt.Sprintf("%d.%02d", hundredths/unit, hundredths%unit)) + " " + currency)
}
