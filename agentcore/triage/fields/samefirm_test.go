package fields

import (
	"slices"
	"testing"
)

func TestNamesOfOneFirmInOtherWords(t *testing.T) {
	for _, row := range []struct {
		a, b string
		same bool
	}{
		{"Autocares Lindenau", "Autocares Lindenau, S.A.", true},
		{"Cooperativa Il Salice", "Cooperativa Sociale Il Salice", true},
		{"Larch & Oak", "Larch & Oak Support", true},
		{"Larch & Oak", "www.larchoak.example", true},
		{"Joinery Birkner", "post@birkner-joinery.example", true},
		{"Larch & Oak", "Birch & Oak", false},
		{"Oak", "Oak Street Pharmacy", false},
		{"Val", "Académie de Val", false},
	} {
		r := newReading(doc(row.a + "|" + row.b))
		all, _ := r.issuerCandidates()
		at := func(text string) int {
			return slices.IndexFunc(all, func(c *candidate) bool { return c.Text() == text })
		}
		a, b := at(row.a), at(row.b)
		if a < 0 || b < 0 {
			t.Errorf("%q or %q is no candidate", row.a, row.b)
			continue
		}
		if got := slices.Contains(sameFirms(all)[a], b); got != row.same {
			t.Errorf("%q and %q: one firm is %t", row.a, row.b, got)
		}
	}
}
