package app

import (
	"regexp"
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
)

// DaysIn returns the days that a text can mean, such as 2026-05-12: two if day and month
// are ambiguous, none if it is not one date.
func DaysIn(text string) []string {
	tokens := lex.Tokenise(text)
	dates := lex.FindDates(text, tokens)
	if len(dates) != 1 || dates[0].First != 0 || dates[0].Next != len(tokens) {
		return nil
	}
	d := dates[0]
	if d.Ambiguous() {
		return []string{d.DayFirst.String(), d.MonthFirst.String()}
	}
	return []string{d.Only().String()}
}

// amountPattern matches an amount as users type it: digits, with a currency before or
// after.
var amountPattern = regexp.MustCompile(`^([A-Z]{3}|[€£$¥])?\s*(-?\d[\d.,' ]*?)\s*([A-Z]{3}|[€£$¥])?$`)

// centsPattern matches the end of an amount with cents.
var centsPattern = regexp.MustCompile(`[.,](\d\d?)$`)

// currencies are the codes of currency signs.
var currencies = map[string]string{"€": "EUR", "£": "GBP", "$": "USD", "¥": "JPY"}

// AmountIn parses an amount, returning, say, 1331.50 and the code of its currency, if
// given.
func AmountIn(text string) (amount, currency string, ok bool) {
	m := amountPattern.FindStringSubmatch(text)
	if m == nil {
		return "", "", false
	}
	digits, cents := m[2], ""
	if c := centsPattern.FindStringSubmatch(digits); c != nil {
		digits, cents = strings.TrimSuffix(digits, c[0]), c[1]
	}
	whole := strings.NewReplacer(".", "", ",", "", "'", "", " ", "").Replace(digits)
	currency = m[1] + m[3]
	if code, isSign := currencies[currency]; isSign {
		currency = code
	}
	return whole + "." + (cents + "00")[:2], currency, true
}
