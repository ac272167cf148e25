package rule

import (
	"errors"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/template"
)

// known is a bill.
func known(field string) []string {
	return map[string][]string{
		"date": {"2026-03-04"}, "issuer": {"SWM", "Stadtwerke Müsterstadt GmbH"}, "kind": {"Rechnung"}, "amount": {"84.20"}, "ext": {"pdf"},
	}[field]
}

func TestAConditionHoldsForWhatItSays(t *testing.T) {
	for when, want := range map[string]bool{
		"issuer ~ 'stadtwerke'":                           true,
		`issuer ~ "MUSTERSTADT"`:                          true,
		"issuer = 'swm'":                                  true,
		"issuer = 'Stadtwerke'":                           false,
		"issuer != 'x'":                                   true,
		"issuer ~ 'Stadtwerken'":                          true,
		"issuer ~ 'Stadtwerken Musterstadts'":             true,
		"issuer ~ 'Musterstadt Stadtwerken'":              false,
		"issuer ~ 'Stadtwerkehof'":                        false,
		"kind ~ 'Rechnungen'":                             true,
		"ext ~ 'pdfs'":                                    false, // too short to have an ending
		"person != 'x'":                                   false, // nothing is known of it
		"not person = 'x'":                                true,
		"amount > 84":                                     true,
		"amount >= 84,20 and amount <= 84.20":             true,
		"amount < 9":                                      false,
		"date >= 2026-03 and date < 2026-04":              true,
		"date = 2026":                                     true,
		"date > 2026":                                     false,
		"date ~ '-03-'":                                   true,
		"kind='Rechnung'and(issuer~'bank'or ext = 'PDF')": true,
		"not (kind = 'Rechnung' or ext = 'pdf')":          false,
		"NOT kind = 'x' AND ext = 'pdf'":                  true,
		"kind = 'x' or kind = 'y' or kind = 'Rechnung'":   true,
		"kind = 'x' and kind = 'Rechnung' or ext = 'pdf'": true,
		"ext = 'pdf' or kind = 'Rechnung' and kind = 'x'": true, // and binds closer
	} {
		r, err := New(when, "{date}", "")
		if err != nil {
			t.Errorf("%s: %v", when, err)
			continue
		}
		if got := r.Holds(known); got != want {
			t.Errorf("%s: %v", when, got)
		}
	}
	r, _ := New("amount > 1 and amount < 9 or kind ~ 'x'", "", "a")
	if got := strings.Join(r.Fields(), " "); got != "amount kind" {
		t.Errorf("it asks about %s", got)
	}
	if (Rule{}).Holds(known) {
		t.Error("a rule that was not made holds")
	}
}

func TestWhatIsWrongWithAConditionIsSaidWithItsPlace(t *testing.T) {
	for when, want := range map[string]Error{
		"isuer ~ 'x'":                {NoSuchField, 0, "isuer", "issuer"},
		"colour = 'x'":               {NoSuchField, 0, "colour", ""},
		"issuer is 'x'":              {NoComparison, 7, "is", ""},
		"issuer ~ x":                 {NoValue, 9, "x", ""},
		"issuer ~ ' '":               {NoValue, 9, "' '", ""},
		"issuer ~ 'x":                {NotClosed, 9, "'", ""},
		"(issuer ~ 'x'":              {NotClosed, 0, "(", ""},
		"issuer < 'x'":               {NotOrdered, 7, "<", ""},
		"date > 4.3.2026":            {NoDate, 7, "4.3.2026", ""},
		"amount > 'much'":            {NoAmount, 9, "'much'", ""},
		"amount > NaN":               {NoAmount, 9, "NaN", ""},
		"kind = 'x')":                {TooMuch, 10, ")", ""},
		"kind = 'x' and":             {Unfinished, 14, "", ""},
		"":                           {Unfinished, 0, "", ""},
		strings.Repeat("(", 60):      {TooMuch, 50, "(", ""},
		strings.Repeat("not ", 60):   {TooMuch, 199, "(", ""},
		strings.Repeat("x", most+20): {TooMuch, most, "x", ""},
	} {
		_, err := New(when, "{date}", "")
		var bad *Error
		if !errors.As(err, &bad) || *bad != want {
			t.Errorf("%.40s: %#v, want %#v", when, err, want)
		} else if bad.Error() == "" {
			t.Errorf("%.40s: no words", when)
		}
	}
}

func TestARuleDoesSomethingAndStaysBelowWhereFilesGo(t *testing.T) {
	var bad *template.Error
	for _, row := range []struct {
		name, into string
		want       error
	}{
		{"", "", ErrEmpty},
		{"{year}/{date}", "", ErrName},
		{"", "/etc", ErrInto},
		{"", "~/Energy", ErrInto},
		{"", `C:\Energy`, ErrInto},
	} {
		if _, err := New("kind = 'x'", row.name, row.into); !errors.Is(err, row.want) {
			t.Errorf("%+v: %v", row, err)
		}
	}
	for _, row := range [][2]string{{"{dat}", ""}, {"", "../x"}, {"", "{yer}"}} {
		if _, err := New("kind = 'x'", row[0], row[1]); !errors.As(err, &bad) {
			t.Errorf("%q: %v", row, err)
		}
	}
	if _, err := New("kind = 'x'", "", "Energy/{year}"); err != nil {
		t.Error(err)
	}
}

func FuzzACondition(f *testing.F) {
	f.Add("issuer ~ 'x' and not (amount > 1)")
	f.Fuzz(func(_ *testing.T, when string) {
		if r, err := New(when, "{date}", ""); err == nil {
			r.Holds(known)
		}
	})
}
