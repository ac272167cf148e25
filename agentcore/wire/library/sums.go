package library

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// Sums adds the amounts of rows up, by what a row is given as, and never across
// currencies: an amount whose currency is not known is added to none, nor is one of a
// file that is not as it was read.
func Sums(rows []Row, by func(Row) string) []Sum {
	type key struct{ of, currency string }
	total, count := map[key]int64{}, map[key]int{}
	var order []key
	for _, r := range rows {
		n, ok := Hundredths(r.Amount)
		if !ok || r.Currency == "" || r.Stale {
			continue
		}
		k := key{by(r), r.Currency}
		if count[k] == 0 {
			order = append(order, k)
		}
		total[k] += n
		count[k]++
	}
	slices.SortFunc(order, func(a, b key) int { return cmp.Or(cmp.Compare(a.of, b.of), cmp.Compare(a.currency, b.currency)) })
	sums := lists.Map(order, func(k key) Sum {
		return Sum{Key: k.of, Currency: k.currency, Amount: Amount(total[k]), Count: count[k]}
	})
	return sums
}

// What amounts are added up by.
var (
	ByCurrency = func(Row) string { return "" }
	BySender   = func(r Row) string { return r.From }
	ByMonth    = func(r Row) string { return r.Date[:min(len(r.Date), len("2006-01"))] }
	ByCategory = func(r Row) string { return cmp.Or(r.Category, strings.ToLower(r.Kind)) }
)

// Hundredths reads an amount of a field, such as -12.60; false where it has none.
func Hundredths(amount string) (int64, bool) {
	whole, part, _ := strings.Cut(amount, ".")
	const digits = 2
	part = strings.TrimRight(part, "0")
	if whole == "" || len(part) > digits {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+(part + "00")[:digits], 10, 64)
	return n, err == nil
}

// Amount is an amount of hundredths as a table has it: 1234.50.
func Amount(hundredths int64) string {
	const unit = 100
	sign := ""
	if hundredths < 0 {
		sign, hundredths = "-", -hundredths
	}
	rest := strconv.FormatInt(hundredths%unit+unit, 10)[1:]
	return sign + strconv.FormatInt(hundredths/unit, 10) + "." + rest
}
