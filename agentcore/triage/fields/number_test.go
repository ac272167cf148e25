package fields

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// numberIn is the number that a document of these lines is named with.
func numberIn(rows ...string) string {
	d := page.Document{Lines: textLines(strings.Join(rows, "\n")), Kind: "pdf", Method: plan.MethodText, Today: today}
	return Extract(d)[plan.FieldTitle].Value
}

func TestNumbersOfOtherThingsAreNotTheDocuments(t *testing.T) {
	for _, row := range []string{
		"GST Reg. No : 004417203391", "(GST Reg No. 004417203391)", "Co. No. 48213-W", "Steuer-Nr.: 4410/7725", "UID Nr. ATU4471002",
		"Kunden-Nr.: K-44710", "Tel No: 04-227-2290", "Order ID: OD4410772", "Your order AB4471", "Bestell-Nr : B44107720",
		"Lieferschein-Nr: L8765", "Contract No: C-2281", "Vol. 85, No. 152", "Table No. 40", "Purchase Order: PO-1182",
	} {
		t.Run(row, func(t *testing.T) {
			if got := numberIn("Alder & Finch Ltd", "INVOICE", row); got != "" {
				t.Errorf("the invoice is named %q", got)
			}
			if got := numberIn("Alder & Finch Ltd", "INVOICE", row, "Invoice No: AF-7731"); got != "AF-7731" {
				t.Errorf("with a number of its own it is named %q", got)
			}
		})
	}
}

func TestTheNumberOfAnOrderIsThatOfItsConfirmation(t *testing.T) {
	if got := numberIn("Alder & Finch Ltd", "Order Confirmation", "Order No: OD-4410"); got != "OD-4410" {
		t.Errorf("number is %q", got)
	}
}

func TestABareNumberBehindTheKindIsTheDocuments(t *testing.T) {
	if got := numberIn("Birke & Sohn GmbH", "Handelsrechnung (380) Nr. 471177 vom 05.03.2026"); got != "471177" {
		t.Errorf("number is %q", got)
	}
}

func TestABareNumberAloneOnItsLineNamesWhatIsNoBill(t *testing.T) {
	if got := numberIn("COURT OF THE NORTHERN ISLES", "No. 07-4471"); got != "07-4471" {
		t.Errorf("number is %q", got)
	}
}

func TestAHouseATimeAndADoubtfulNumberAreNone(t *testing.T) {
	for _, rows := range [][]string{{"No.145G, Jalan Rimbun 1"}, {"No 2A Jalan Cochrane"}, {"INVOICE", "Invoice No: 09:41 PM"}, {"INVOICE", "Invoice No: 216_01/210?"}} {
		if got, ok := Extract(scan(rows...))[plan.FieldTitle]; ok {
			t.Errorf("%s: %q", rows, got.Value)
		}
	}
}

func TestASlipWithAnAmountHasNoHeading(t *testing.T) {
	d := scan("Golden Ladle", "Guest of the house", "one tea", "two cakes", "Total GBP 12.40")
	d.Lines[1].Size = 0.06
	if got, ok := Extract(d)[plan.FieldTitle]; ok {
		t.Errorf("title is %q", got.Value)
	}
}

func TestABareNumberInAHeadingIsTheDocuments(t *testing.T) {
	d := cells("INVOICE", 0.1, 0.4, "Rechnungskor rektur Nr. RK4471", 0.1, 0.1, "Artikel Nr. 2210", 0.1, 0.5, "Schrauben", 0.1, 0.53, "Dübel", 0.1, 0.56)
	d.Lines[1].Size = 0.04
	if got := Extract(d)[plan.FieldTitle].Value; got != "RK4471" {
		t.Errorf("number is %q", got)
	}
}

// cells are lines of a PDF, each at its place; its words are as wide as their
// letters.
func cells(at ...any) page.Document {
	d := page.Document{Kind: "pdf", Method: plan.MethodText, Today: today}
	for i := 0; i < len(at); i += 3 {
		text, x, y := at[i].(string), at[i+1].(float64), at[i+2].(float64)
		l := page.RawLine{Page: 1, Text: text, Size: 0.02}
		for w := range strings.FieldsSeq(text) {
			box := []float64{x, y, 0.01 * float64(len(w)), 0.02}
			l.Words, l.Box = append(l.Words, page.RawWord{Text: w, Box: box}), page.Union(l.Box, box)
			x += box[2] + 0.01
		}
		d.Lines = append(d.Lines, l)
	}
	return d
}

func TestTheNumberStandsInTheNextCell(t *testing.T) {
	for name, d := range map[string]page.Document{
		"right of the label, behind a colon of its own": cells(
			"INVOICE", 0.1, 0.1, "Invoice No", 0.1, 0.2, ":", 0.3, 0.2, "AF-7731", 0.4, 0.2, "Table", 0.1, 0.25, "40", 0.4, 0.25),
		"below the label": cells(
			"INVOICE", 0.1, 0.1, "Customer", 0.1, 0.2, "Invoice number", 0.5, 0.2, "Date", 0.8, 0.2,
			"K-220", 0.1, 0.23, "AF-7731", 0.5, 0.23, "4 May 2026", 0.8, 0.23),
		"below, where the reader made one line of the row": cells(
			"INVOICE", 0.1, 0.1, "Customer Invoice number Dated", 0.1, 0.2, "K-220 _ AF-7731 x", 0.1, 0.23),
	} {
		t.Run(name, func(t *testing.T) {
			if got := Extract(d)[plan.FieldTitle].Value; got != "AF-7731" {
				t.Errorf("number is %q", got)
			}
		})
	}
}

func TestANumberInGroupsIsOne(t *testing.T) {
	for row, want := range map[string]string{
		"Invoice no. 2601 7719 23":                  "2601 7719 23",
		"Invoice no. MH 40 118 227":                 "MH 40 118 227",
		"Invoice no. CMA 7782 0193, for your files": "CMA 7782 0193",
		"Invoice no. 4711 12 pieces":                "4711",
	} {
		if got := numberIn("Alder & Finch Ltd", "INVOICE", row); got != want {
			t.Errorf("%s: number is %q", row, got)
		}
	}
}

func TestTheNumberOfAnotherKindIsNotTheDocuments(t *testing.T) {
	if got := numberIn("Alder & Finch Ltd", "Gutschrift GS-10077", "20.02.2026", "zu Rechnung RE-20981", "Summe 12,60 EUR"); got == "RE-20981" {
		t.Error("a credit note is named with the number of its invoice")
	}
	if got := numberIn("Alder & Finch Ltd", "Mahnung", "20.02.2026", "unsere Rechnung Nr. 20981 ist noch offen", "Summe 12,60 EUR"); got != "" {
		t.Errorf("a reminder is named %q", got)
	}
}

func TestTheUsualValuesOfALaboratoryAreNoNumber(t *testing.T) {
	if got := numberIn("Alder Laboratory", "Laboratory Report", "Reference 65-99"); got == "65-99" {
		t.Errorf("number is %q", got)
	}
}
