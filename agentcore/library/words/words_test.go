package words

import (
	"strings"
	"testing"
)

func TestWordsThatMeanTheSameHaveOneKey(t *testing.T) {
	for _, same := range [][]string{
		{"Müller", "Mueller", "Muller", "MÜLLER", "Mu\u0308ller"},
		{"invoice", "Invoices", "invoiced"},
		{"receipt", "receipts"},
		{"company", "companies"},
		{"Rechnung", "Rechnungen"},
		{"Vertrag", "Verträge", "Vertraege", "Verträgen"},
		{"Haus", "Häuser", "Häusern"},
		{"facture", "factures"},
		{"recibo", "recibos"},
		{"Straße", "Strasse", "strassen"},
		{"tortoise", "tortoises"},
		{"address", "addresses"},
		{"1.234,50", "1,234.50", "1234.50", "1'234.50"},
	} {
		var k Keys
		want := k.Of(same[0])
		for _, other := range same[1:] {
			if got := k.Of(other); len(got) < 1 || len(want) < 1 || got[0].Key != want[0].Key {
				t.Errorf("%q is %v, and %q is %v", same[0], want, other, got)
			}
		}
	}
}

func TestWordsThatMeanSomethingElseKeepTheirKeys(t *testing.T) {
	var k Keys
	seen := map[string]string{}
	for _, w := range strings.Fields("status state stadt staat water wasser gas gast power poster insurance assurance bill bell tax taxi strom storm 1250 125 index") {
		key := k.Of(w)[0].Key
		if other, known := seen[key]; known {
			t.Errorf("%q and %q are both %q", w, other, key)
		}
		seen[key] = w
	}
}

func TestWordsSayWhereTheyStand(t *testing.T) {
	var k Keys
	const text = "Am 04.03.2026: 1.234,50 € für Müllers 東京."
	var said []string
	for _, w := range k.Of(text) {
		said = append(said, text[w.From:w.To]+"="+w.Key)
	}
	if got, want := strings.Join(said, " "), "Am=am 04.03.2026=04032026 2026=2026 1.234,50=123450 für=fur Müllers=mull 東=東 京=京"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestSlipsAreCounted(t *testing.T) {
	for _, row := range []struct {
		a, b string
		most int
		want int
	}{
		{"tortoise", "tortoise", 2, 0},
		{"tortoise", "tortiose", 2, 1},
		{"tortoise", "tortoisc", 2, 1},
		{"tortoise", "torose", 2, 2},
		{"tortoise", "tort", 2, 3},
		{"", "ab", 1, 2},
		{"müll", "mull", 1, 1},
	} {
		if got := Distance(row.a, row.b, row.most); got != row.want {
			t.Errorf("%q and %q: %d, want %d", row.a, row.b, got, row.want)
		}
		if got := Distance(row.b, row.a, row.most); got != row.want {
			t.Errorf("%q and %q: %d, want %d", row.b, row.a, got, row.want)
		}
	}
	for key, want := range map[string]int{"gas": 0, "4711": 0, "strom": 1, "insurance": 2, "re2024x": 0} {
		if got := Slips(key); got != want {
			t.Errorf("%q: %d, want %d", key, got, want)
		}
	}
}

func FuzzWords(f *testing.F) {
	f.Add("Müller & Söhne 1.234,50 東京 \xff")
	f.Fuzz(func(t *testing.T, text string) {
		var k Keys
		last := 0
		for _, w := range k.Of(text) {
			if w.From < 0 || w.To > len(text) || w.From >= w.To || w.From < last && w.Key == "" {
				t.Fatalf("%q: %+v", text, w)
			}
			if strings.ContainsAny(w.Key, " \"") || w.Key == "" {
				t.Fatalf("%q: the key %q", text, w.Key)
			}
			last = w.From
		}
	})
}
