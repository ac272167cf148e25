package template

import "testing"

func TestAPatternIsCutWhereItsLastFolderEndsAndJoinedAgain(t *testing.T) {
	for _, row := range []struct{ pattern, folders, file string }{
		{"{date} {issuer}", "", "{date} {issuer}"},
		{"{year}/{issuer}/{date}[ {number}]", "{year}/{issuer}", "{date}[ {number}]"},
		{"{issuer|?a/b}/{date}", "{issuer|?a/b}", "{date}"},
	} {
		folders, file := Cut(row.pattern)
		if folders != row.folders || file != row.file || Join(folders, file) != row.pattern {
			t.Errorf("%s: %q and %q", row.pattern, folders, file)
		}
	}
}

func TestAQuotedTextIsMadeAsItIs(t *testing.T) {
	for _, text := range []string{"a {b} [c]", "plain", "]]{{"} {
		tmpl, err := Parse(Quote(text) + " {date}")
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := tmpl.Make(Values{Date: "2026-03-04"}, "").File; got != text+" 2026-03-04" {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func TestTheNameThatAPersonTypedIsDescribedByWhatIsKnownOfTheFile(t *testing.T) {
	v := Values{Date: "2026-03-04", "issuer": "Stadtwerke Musterstadt", "kind": "Rechnung", Number: "4711", "amount": "12.60"}
	for text, want := range map[string]string{
		"2026-03-04 Strom":                      "{date} Strom",
		"Strom 04.03.2026":                      "Strom {date|date:DD.MM.YYYY}",
		"20260304_stadtwerke-musterstadt":       "{date|date:YYYYMMDD}_{issuer|slug}",
		"2026-03-04 rechnung 4711 [paid]":       "{date} {kind|lower} {number} [[paid]]",
		"Rechnungen 14711":                      "Rechnungen 14711", // no value stands there by itself
		"2026 Stadtwerke Musterstadt 12.60 EUR": "{year} {issuer} {amount} EUR",
		"2026-03 Strom":                         "{date|date:YYYY-MM} Strom",
	} {
		if got := Describe(text, v); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for pattern, want := range map[string]bool{
		"{date} Strom": true, "Strom": false, "{issuer} Strom": false, "{date} Strom 4711": false, "{kind} {number}": true, "Strom[ {date}]": true,
	} {
		if got := Varies(pattern); got != want {
			t.Errorf("%s varies: %v", pattern, got)
		}
	}
}
