package fields

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/lex"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// lookedAt is a confidence below which no name is ready.
const lookedAt = 0.9

// A letter that was misread changes a name as much as another name does: it is asked
// about. What OCR was unsure of and is a word all the same, or stands there again, is
// not.
func TestANameWithALetterThatLooksLikeAnotherIsAskedAbout(t *testing.T) {
	tail := []string{"12 Mill Lane", "TAX INVOICE", "Date: 13/04/2026 18:32", "Bread 3.20", "Total 3.20"}
	for _, row := range []struct {
		name string
		sure bool
	}{
		{"Meadow Bakery Ltd", true},
		{"Meadow ~Bakery Ltd", true},
		{"Meadow Bakery ~Ltd", true},
		{"Meadow Bakory Ltd", false},
		{"Meadow Tailer Ltd", false},
		{"Meadow B@kery$ Ltd", false},
		{"~Holm Bakery Ltd", false},
	} {
		got := Extract(scan(append([]string{row.name}, tail...)...))[plan.FieldIssuer]
		if sure := got.Value != "" && got.Confidence >= lookedAt; sure != row.sure {
			t.Errorf("%s: issuer is %q (%.2f), want sure: %t", row.name, got.Value, got.Confidence, row.sure)
		}
	}
	again := Extract(scan(append([]string{"~Holmgart Bakery Ltd"}, append(tail, "Thank you", "Holmgart Bakery")...)...))[plan.FieldIssuer]
	if again.Value == "" || again.Confidence < lookedAt {
		t.Errorf("a name that stands there again is %q (%.2f)", again.Value, again.Confidence)
	}
}

// A word that is a common one but for a letter is put right, for a person to look at; the
// evidence is what was read. One that could be two words, that is well read, that stands
// there again or that is short and not among common words stays as it is.
func TestASlipOfTheReaderIsPutRight(t *testing.T) {
	tail := []string{"12 Mill Lane", "TAX INVOICE", "Date: 13/04/2026 18:32", "Bread 3.20", "Total 3.20"}
	for _, row := range []struct {
		head       string
		confidence float64
		want       string
	}{
		{"Meadow Bakory Ltd", 0.9, "Meadow Bakery Ltd"},
		{"MEADOW DAKERY LTD", 0.8, "MEADOW BAKERY LTD"},
		{"QNE Stop Garden Shop Ltd", 0.9, "ONE Stop Garden Shop Ltd"},
		{"Tak Bakery Ltd", 0.7, "Tak Bakery Ltd"},
		{"Holm Tailer Ltd", 0.9, "Holm Tailer Ltd"},
		{"Meadow Dakery Ltd", 0.95, "Meadow Dakery Ltd"},
	} {
		d := scan(append([]string{row.head}, tail...)...)
		for i := range d.Lines[0].Words {
			d.Lines[0].Words[i].Confidence = row.confidence
		}
		r := newReading(d)
		all, _ := r.issuerChoice(page.TradeRole)
		if got := all[0]; got.value() != row.want || got.Evidence().Text != row.head {
			t.Errorf("%s is %q, read as %q", row.head, got.value(), got.Evidence().Text)
		}
	}
	d := scan(append([]string{"Meadow Bakory Ltd"}, append(tail, "Bakory card 7")...)...)
	if got := Extract(d)[plan.FieldIssuer]; got.Value != "Meadow Bakory Ltd" {
		t.Errorf("what stands there again is %q", got.Value)
	}
}

// Of what is traded the likeliest issuer is shown where it is as likely right as wrong,
// and else is one of the choices.
func TestABadlyReadIssuerOfTradeIsShownFromEvenOdds(t *testing.T) {
	shown, asked := 0, 0
	for percent := 60; percent <= 90; percent++ {
		d := scan("Alder Holm", "12 Mill Lane", "TAX INVOICE", "Date: 13/04/2026 18:32", "Total 3.20")
		for i := range d.Lines[0].Words {
			d.Lines[0].Words[i].Confidence = float64(percent) / 100
		}
		f := Extract(d)[plan.FieldIssuer]
		switch {
		case f.Value != "" && f.Confidence >= 0.5:
			shown++
		case f.Value == "" && len(f.Candidates) > 0 && f.Candidates[0].Probability < 0.5:
			asked++
		default:
			t.Errorf("read with %d %%: %+v", percent, f)
		}
	}
	if shown == 0 || asked == 0 {
		t.Errorf("shown %d times, asked about %d times", shown, asked)
	}
}

func TestSlipsOfLettersThatLookAlike(t *testing.T) {
	for word, slip := range map[string]bool{
		"restaurunt": false, "restauront": true, "dakery": true, "bakery": false, "qne": true, "wne": false, "oistribution": true, "stadtwcrke": true, "holmgart": false,
	} {
		if got := lex.IsSlip(word); got != slip && lex.NameWordOf(word) == 0 {
			t.Errorf("%s: %t", word, got)
		}
	}
}

// A till's date that stands there twice, with one digit of the month misread, is not
// sure.
func TestADayThatOCRReadTwiceInTwoWaysIsNotSure(t *testing.T) {
	rows := []string{"Meadow Bakery Ltd", "12 Mill Lane", "RECEIPT", "Date: 13-08-2025 18:32", "Bread 3.20", "Total 3.20"}
	once := Extract(scan(rows...))[plan.FieldDate]
	twice := Extract(scan(append(rows, "Printed 13-06-2025 18:33")...))[plan.FieldDate]
	if once.Confidence < 0.9 || twice.Confidence > lookedAt {
		t.Errorf("%s %.2f, then %s %.2f", once.Value, once.Confidence, twice.Value, twice.Confidence)
	}
}

func TestAPlaceAloneIsNotWhoIssuedADocument(t *testing.T) {
	for _, place := range []string{"San Jose", "New York", "Leipzig", "United Kingdom"} {
		if got := Extract(doc(place + "|RECEIPT|Date: 13-04-2026|Total 3.20"))[plan.FieldIssuer]; got.Value != "" && got.Confidence >= 0.75 {
			t.Errorf("%s issued it (%.2f)", place, got.Confidence)
		}
	}
}

// The values of a table stand far from the heading over its labels.
func TestANameInATableOfTheSellerIsTheIssuers(t *testing.T) {
	d := cells(
		"INVOICE", 0.1, 0.05,
		"Buyer", 0.1, 0.2, "Name:", 0.1, 0.22, "Marlow Print Works Ltd", 0.5, 0.22, "VAT: GB111", 0.1, 0.24,
		"Seller", 0.1, 0.4, "Name:", 0.1, 0.42, "Holm Joinery Ltd", 0.5, 0.42, "VAT: GB222", 0.1, 0.44,
	)
	if got := Extract(d)[plan.FieldIssuer]; got.Value != "Holm Joinery Ltd" {
		t.Errorf("issuer is %q (%.2f) of %v", got.Value, got.Confidence, got.Candidates)
	}
}

func TestANumberThatOCRIsNotSureOfIsLeftOutOfANameThatIsGoodWithoutIt(t *testing.T) {
	titleOf := func(number float64, rows ...string) (plan.Field, plan.Field) {
		d := scan(rows...)
		for _, l := range d.Lines {
			for i, w := range l.Words {
				if w.Text == "AF-7731" {
					l.Words[i].Confidence = number
				}
			}
		}
		got := Extract(d)
		return got[plan.FieldTitle], got[plan.FieldIssuer]
	}
	rows := []string{"Meadow Bakery Ltd", "12 Mill Lane", "TAX INVOICE", "Invoice No: AF-7731", "Date: 13/04/2026 18:32", "Total 3.20"}
	if title, _ := titleOf(0.95, rows...); title.Value != "AF-7731" {
		t.Errorf("a clear number is %+v", title)
	}
	if title, issuer := titleOf(0.6, rows...); title.Value != "" || issuer.Value == "" {
		t.Errorf("a doubtful one is %+v, and the issuer %+v", title, issuer)
	}
	if title, _ := titleOf(0.75, "12.04", "TAX INVOICE", "Invoice No: AF-7731", "Total 3.20"); title.Value != "AF-7731" {
		t.Errorf("without an issuer it is %+v", title)
	}
}

// A name that begins with what cannot be read is not whole.
func TestANameBehindWordsOnItsLineIsNotSure(t *testing.T) {
	whole := Extract(scan("Holm Bakery Ltd", "TAX INVOICE", "Date: 13/04/2026 18:32", "Total 3.20"))[plan.FieldIssuer]
	torn := Extract(scan("XQ NE, Holm Bakery Ltd", "TAX INVOICE", "Date: 13/04/2026 18:32", "Total 3.20"))[plan.FieldIssuer]
	if whole.Value != "Holm Bakery Ltd" || torn.Value == "Holm Bakery Ltd" && torn.Confidence >= whole.Confidence {
		t.Errorf("issuer is %q (%.2f), then %q (%.2f)", whole.Value, whole.Confidence, torn.Value, torn.Confidence)
	}
}
