package alike

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// invoice is one of a series: what changes from one to the next, and what does not.
func invoice(n int, day time.Time, total int) string {
	return fmt.Sprintf(`Alder & Finch Garden Supplies
12 Orchard Lane, Millbrook ML4 7QT
Telephone 01632 960 114   VAT GB 482 7710 36
Invoice number AF-%05d
Date %s   due within fourteen days
Customer 20931 Hollow Tree Nursery, 5 Weir Street
Your standing order of the first of January was delivered by our driver in good
condition and was received by the head gardener against signature.
Terracotta pots, large, 24 pieces at 3.50          84.00
Compost, peat free, twelve bags of forty litres    %d.40
Delivery within the county                         15.00
Total amount payable                               %d.20
Please transfer the amount to account 40172238, sort code 20 11 47, and quote the
invoice number. Thank you for growing with us.`, n, day.Format("02/01/2006"), total-99, total)
}

var may = time.Date(2026, 5, 12, 0, 0, 0, 0, time.UTC)

// misread is a text as a bad picture has it: one letter in so many is another one.
func misread(s string, oneIn int, random *rand.Rand) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' && random.IntN(oneIn) == 0 {
			return 'a' + random.Int32N(26)
		}
		return r
	}, s)
}

func groupsOf(t *testing.T, x *Index) [][]int {
	t.Helper()
	groups, err := x.Groups(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var all [][]int
	for _, g := range groups {
		all = append(all, g.Texts)
	}
	return all
}

func TestAPageThatWasScannedAgainIsTheSame(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 50 {
		var x Index
		x.Add("Minutes of the allotment society. "+misread(invoice(7731, may, 214), 3, random), true) // not one of them
		x.Add(invoice(7731, may, 214), false)
		x.Add(misread(invoice(7731, may, 214), 40, random), true)
		if got := groupsOf(t, &x); !slices.EqualFunc(got, [][]int{{1, 2}}, slices.Equal[[]int]) {
			t.Fatalf("round %d: the groups are %v", round, got)
		}
	}
}

// What changes from one invoice to the next is a digit here and there: as much as a bad
// picture does.
func TestTheNextInvoiceIsAnotherOne(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	facts := func(n int, day time.Time, total int) []string {
		return []string{day.Format(time.DateOnly), fmt.Sprint("AF-", n), fmt.Sprint(total, ".20")}
	}
	for _, scanned := range []bool{false, true} {
		for _, known := range []bool{false, true} {
			var x Index
			for i := range 12 {
				n, day, total := 7731+i, may.AddDate(0, i, 0), 214
				s, all := invoice(n, day, total), facts(n, day, total)
				if scanned {
					s = misread(s, 60, random)
				}
				if !known {
					all = nil
				}
				x.Add(s, scanned, all...)
			}
			if got := groupsOf(t, &x); len(got) > 0 {
				t.Errorf("scanned %v, known %v: the groups are %v", scanned, known, got)
			}
		}
	}
}

func TestWhatDiffersIsNotTheSame(t *testing.T) {
	whole := invoice(7731, may, 214)
	for name, other := range map[string]string{
		"one amount":     invoice(7731, may, 215),
		"another number": invoice(7732, may, 214),
		"half of it":     whole[:len(whole)/2],
		"twice":          whole + "\n" + whole,
		"no words":       "12/05/2026 214.20 84.00 15.00 24 3.50",
		"nothing":        "",
	} {
		var x Index
		x.Add(whole, false)
		x.Add(other, false)
		if got := groupsOf(t, &x); len(got) > 0 {
			t.Errorf("%s: the groups are %v", name, got)
		}
	}
}

// Numbers that were misread are made up for by what is known for sure, and by nothing that
// is known to differ.
func TestFactsMakeUpForNumbersThatWereMisread(t *testing.T) {
	bad := strings.NewReplacer("84.00", "34.00", "15.00", "16.00", "960", "950", "24 pieces", "21 pieces").Replace(invoice(7731, may, 214))
	for _, tt := range []struct {
		name  string
		facts []string
		same  bool
	}{
		{"nothing is known", nil, false},
		{"date and amount", []string{"2026-05-12", "", "214.20"}, true},
		{"the date alone", []string{"2026-05-12", "", ""}, false},
		{"another number", []string{"2026-05-12", "AF-07732", "214.20"}, false},
	} {
		var x Index
		x.Add(invoice(7731, may, 214), false, "2026-05-12", "AF-07731", "214.20")
		x.Add(bad, true, tt.facts...)
		if got := groupsOf(t, &x); (len(got) == 1) != tt.same {
			t.Errorf("%s: the groups are %v", tt.name, got)
		}
	}
}

// Each of a group is the same as every other: what lies between two that are not joins one
// of them.
func TestAGroupIsNoChain(t *testing.T) {
	const first, between, last = "24 pieces", "21 pieces", "27 pieces"
	of := func(pots, bags string) string {
		return strings.NewReplacer(first, pots, "115.40", bags).Replace(invoice(7731, may, 214))
	}
	var x Index
	x.Add(of(first, "115.40"), true)
	x.Add(of(between, "118.40"), true)
	x.Add(of(last, "118.90"), true)
	for _, g := range groupsOf(t, &x) {
		for i := range g {
			for j := range i {
				if !x.compare(g[j], g[i]).Same() {
					t.Errorf("%d and %d of %v are not the same", g[j], g[i], g)
				}
			}
		}
	}
}

func TestWhatWasReadDifferentlyIsNamed(t *testing.T) {
	var x Index
	x.Add(invoice(7731, may, 214), false)
	x.Add(strings.NewReplacer("15.00", "16.00", "signature", "sxgnaxire").Replace(invoice(7731, may, 214)), true)
	groups, err := x.Groups(t.Context())
	if err != nil || len(groups) != 1 {
		t.Fatalf("%v, %v", groups, err)
	}
	if only := groups[0].Only; !slices.Equal(only[0], []string{"15.00", "signature"}) || !slices.Equal(only[1], []string{"16.00", "sxgnaxire"}) {
		t.Errorf("it is %q", only)
	}
}

// The texts of a series have nearly all words in common. That each is not compared with
// each is seen in how many pairs are.
func TestALongSeriesIsNotComparedEachWithEach(t *testing.T) {
	const series = 3000
	random := rand.New(rand.NewPCG(5, 6))
	var x Index
	for i := range series {
		x.Add(invoice(10_000+i, may.AddDate(0, 0, i), 200+i), false)
	}
	x.Add(misread(invoice(10_000+77, may.AddDate(0, 0, 77), 200+77), 60, random), true)
	having, common := x.having(), make([]int32, len(x.texts))
	compared := 0
	for i := range x.texts {
		x.candidates(having, i, common, func(int) { compared++ })
	}
	if compared > 4*series {
		t.Errorf("%d pairs are compared of %d texts", compared, series)
	}
	if got := groupsOf(t, &x); !slices.EqualFunc(got, [][]int{{77, series}}, slices.Equal[[]int]) {
		t.Errorf("the groups are %v", got)
	}
}
