package span

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Sum is a range of amounts in one currency, in hundredths; the zero value means any
// amount.
type Sum struct {
	Least, Most int64 // Most 0: open
	Currency    string
}

func (s Sum) String() string { return fmt.Sprintf("%d..%d %s", s.Least, s.Most, s.Currency) }

// Comparable reports whether an amount is of the currency of the range.
func (s Sum) Comparable(amount, currency string) bool {
	_, ok := Cents(amount)
	return ok && (s.Currency == "" || s.Currency == currency)
}

// Holds reports whether an amount is in the range; false for another currency.
func (s Sum) Holds(amount, currency string) bool {
	if s == (Sum{}) {
		return true
	}
	n, _ := Cents(amount)
	return s.Comparable(amount, currency) && n >= s.Least && (s.Most == 0 || n <= s.Most)
}

// Cents parses an amount: 12, 12.5, 12,50, 1.234,50, 1,234.50, 1'234.
func Cents(text string) (int64, bool) {
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

// Bounded returns the range given by one amount.
func (s Sum) Bounded(b Bound) Sum {
	switch b {
	case After:
		return Sum{Least: s.Least + 1, Currency: s.Currency}
	case Before:
		return Sum{Least: math.MinInt64, Most: s.Most - 1, Currency: s.Currency}
	case From:
		return Sum{Least: s.Least, Currency: s.Currency}
	case UpTo:
		return Sum{Least: math.MinInt64, Most: s.Most, Currency: s.Currency}
	}
	return s
}

// Conditions returns a range of amounts as conditions.
func (s Sum) Conditions() []string {
	const hundredths = 100
	var all []string
	if s.Least != 0 && s.Least != math.MinInt64 {
		all = append(all, fmt.Sprintf("amount >= %.2f", float64(s.Least)/hundredths))
	}
	if s.Most != 0 {
		all = append(all, fmt.Sprintf("amount <= %.2f", float64(s.Most)/hundredths))
	}
	if s.Currency != "" {
		all = append(all, "currency = '"+s.Currency+"'")
	}
	return all
}
