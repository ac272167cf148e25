package label

import "testing"

func TestATitleIsPartedWhereItIsAKindWithItsNumberOrPeriod(t *testing.T) {
	for _, row := range []struct{ title, issuer, kind, rest string }{
		{"Your Alder invoice AF-7731", "Alder Billing", "invoice", "AF-7731"},
		{"Invoice No. 118", "", "Invoice", "118"},
		{"May 2024 PAY SLIP", "Alder & Finch Ltd", "PAY SLIP", "May 2024"},
		{"Ihre Rechnung von Alder", "Alder GmbH", "Rechnung", ""},
		{"Invoice A/2021/118", "", "Invoice", "A/2021/118"},
		{"Bokningsbekräftelse FJ-77120", "Fjordbuss", "Bokningsbekräftelse", "FJ-77120"},
		{"Your invoice is overdue", "Alder", "", ""},
		{"Report on the harbour 2023", "", "", ""},
		{"2023 Report 7", "", "", ""},
		{"Invoice and receipt 7", "", "", ""},
		{"Harbour 7", "", "", ""},
		{"", "", "", ""},
	} {
		kind, rest, ok := KindIn(row.title, row.issuer)
		if !ok {
			kind, rest = "", ""
		}
		if kind != row.kind || rest != row.rest {
			t.Errorf("%q from %q: kind %q and %q, want %q and %q", row.title, row.issuer, kind, rest, row.kind, row.rest)
		}
	}
}
