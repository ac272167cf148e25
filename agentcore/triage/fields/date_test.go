package fields

import (
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

func TestADueDateAloneIsDoubted(t *testing.T) {
	got := Extract(doc("Due date: 3 April 2026"))[plan.FieldDate]
	if len(got.Doubts) == 0 || got.Confidence >= 0.6 {
		t.Errorf("%+v, want a doubt and little confidence", got)
	}
}

func TestADateOfAnotherMatterIsDoubted(t *testing.T) {
	invoice := func(line string) string {
		return "Larkspur Tool Hire Ltd|Invoice no. 812|Customer: Ben Ostler|" + line + "|Total: 120.00"
	}
	rechnung := func(line string) string {
		return "Maschinenring Lohberg GmbH|Rechnung Nr. 712|Kunde: Sepp Huber|" + line + "|Betrag 120,00 EUR"
	}
	rows := []struct{ name, text string }{
		{"an unknown label", rechnung("Erstzulassung: 12.03.2019")},
		{"another", rechnung("Nächste Wartung: 12.03.2019")},
		{"a French one", rechnung("Mise en circulation : 14/05/2018")},
		{"an English one", invoice("First registered: 12 March 2019")},
		{"a label above", invoice("Year built:|12 March 2019")},
		{"a day of the week between", invoice("Installed: Monday, 12 March 2018")},
		{"brackets behind a name", "Kita Sonnenschein e.V.|Betreuungsvertrag|Kind: Tom Roth (12.08.2021)|Monatsbeitrag 210,00 EUR"},
		{"an order", rechnung("Ihre Bestellung vom: 12.03.2019")},
		{"an appointment", rechnung("Termin: 12.03.2019")},
		{"an arrival", rechnung("Eingangsdatum: 12.03.2019")},
		{"a service before a due date", "Zahlbar bis 20.03.2026|Leistungsdatum: 01.03.2026"},
		{"an accident", invoice("Accident date: 12 March 2019")},
		{"another invoice", invoice("Previous invoice: 12 March 2019")},
		{"the invoice before", rechnung("Rechnungsdatum der Vorrechnung: 12.03.2019")},
		{"the offer that it bills", rechnung("Angebotsdatum: 12.03.2019")},
		{"the offer that is taken", "Schreinerei Holzapfel|Auftragsbestätigung zum Angebot vom 03.02.2024|Auftrag Nr. 7|Summe 900,00 EUR"},
		{"a contract that is changed", "Telekom Ost GmbH|Änderung Ihres Vertrags|Ihr Vertrag vom 05.06.2019 wird zum Monatsende geändert.|Kundennummer 4411"},
		{"a lease that is mentioned", "Hausverwaltung Kern GmbH|Mieterhöhung|wir beziehen uns auf Ihren Mietvertrag vom 15.03.2012.|Ab dem 01.07.2025 beträgt die Miete 720,00 EUR."},
		{"a lease at the start of a line", "Hausverwaltung Kern GmbH|Mieterhöhung|ab dem 01.07.2025 beträgt die Miete 720,00 EUR.|Ihr Mietvertrag vom 15.03.2012."},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got := Extract(doc(row.text))[plan.FieldDate]
			if len(got.Candidates) == 0 || got.Value != "" && len(got.Doubts) == 0 {
				t.Errorf("%+v, want candidates and a doubt", got)
			}
		})
	}
}

func TestTheDayOnWhichSomebodyWasHiredIsNotThatOfAPayslip(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"Entgeltabrechnung|Eintritt 01.09.2014|Köln, den 4. März 2024", "2024-03-04"},
		{"Payslip|Date of joining: 3 March 2019|Pay date: 4 April 2025", "2025-04-04"},
		{"Nómina|Antigüedad: 03/10/2016|Total 1.200,00", ""},
	} {
		if got := Extract(doc(row.text))[plan.FieldDate]; got.Value != row.want {
			t.Errorf("%s: %+v", row.text, got)
		}
	}
}

func TestADateOfTheDocumentIsNotDoubted(t *testing.T) {
	rows := []struct{ name, text, want string }{
		{"a place", "Erstzulassung: 12.03.2019|Köln, den 4. März 2024", "2024-03-04"},
		{"a known label", "Erstzulassung: 12.03.2019|Datum: 04.03.2024", "2024-03-04"},
		{"a second mention", "4 March 2024|Dear Ms Lane|Received: 4 March 2024", "2024-03-04"},
		{"a bill that speaks of itself", "Stadtwerke Hohenlinden|Ihre Rechnung vom 04.03.2024|Betrag 120,00 EUR", "2024-03-04"},
		{"the order date of an order confirmation", "Alder & Finch Ltd|Order Confirmation|Order date: 4 March 2024|Total 12.00", "2024-03-04"},
		{"not the day of what is ended", "Kanzlei Brömmel|Köln, den 4. März 2024|Kündigung des Mietverhältnisses vom 01.09.2019|Sehr geehrter Herr Overkamp,", "2024-03-04"},
		{"an Italian number and day", "Idraulica Ferretti snc|Fattura n. 77 del 15/02/2025|Rif. Vs. ordine del 20/01/2025|Totale fattura 2.035,00", "2025-02-15"},
		{"not the letter before", "Möbelhaus Sternberg KG|2. Mahnung|Unsere Zahlungserinnerung vom 06.05.2024|Datum: 27.05.2024|Bitte überweisen Sie 649,00 EUR", "2024-05-27"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got := Extract(doc(row.text))[plan.FieldDate]; got.Value != row.want || len(got.Doubts) > 0 {
				t.Errorf("date is %q (%.2f, doubts %v), want %s", got.Value, got.Confidence, got.Doubts, row.want)
			}
		})
	}
}

// A cell of a row may be empty: the label of a date is then that of its column.
func TestALabelIsThatOfTheColumn(t *testing.T) {
	d := doc("Ferro Stahlhandel KG|Rechnung|Rechnungsnr Rechnungsdatum Lieferdatum Bestelldatum|RE-5521 14.02.2024 30.01.2024|Summe 1.428,00 EUR")
	columns := map[string]float64{"Rechnungsnr": 0.1, "Rechnungsdatum": 0.27, "Lieferdatum": 0.45, "Bestelldatum": 0.64, "RE-5521": 0.1, "14.02.2024": 0.45, "30.01.2024": 0.64}
	for i := range d.Lines {
		y := 0.05 + 0.03*float64(i)
		d.Lines[i].Box = []float64{0.1, y, 0.7, 0.012}
		for _, text := range strings.Fields(d.Lines[i].Text) {
			x, ok := columns[text]
			if !ok {
				break
			}
			d.Lines[i].Words = append(d.Lines[i].Words, page.RawWord{Text: text, Box: []float64{x, y, 0.007 * float64(len(text)), 0.012}, Confidence: 1})
		}
	}
	if got := Extract(d)[plan.FieldDate]; got.Value != "" && len(got.Doubts) == 0 {
		t.Errorf("date is %q (%.2f) without a doubt", got.Value, got.Confidence)
	}
}

func TestDatesInSentencesAndListsAreNeverSure(t *testing.T) {
	rows := []struct {
		name, text string
		want       string
		most       float64
	}{
		{"in a sentence", "We met all of our friends and neighbours there on 4 March 2026.", "2026-03-04", 0.74},
		{"a list of bookings", "Shop 4 March 2026 3.20|Shop 5 March 2026 3.20|Shop 6 March 2026 3.20", "2026-03-04", 0.69},
		{"a list under a head", "Booking  Date|Shop 4 March 2026 3.20|Shop 5 March 2026 3.20|Shop 6 March 2026 3.20|Shop 7 March 2026 3.20", "2026-03-04", 0.69},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got := Extract(doc(row.text))[plan.FieldDate]
			if got.Value != row.want || got.Confidence > row.most {
				t.Errorf("date is %q (%.2f), want %s and at most %.2f", got.Value, got.Confidence, row.want, row.most)
			}
		})
	}
}

func TestATillsDateWithATimeOfDayIsSure(t *testing.T) {
	for _, text := range []string{"04/13/2026 06:32 PM", "06:32PM 568268 13-04-26", "Reg 7 13-04-2026 18:32:05 #01"} {
		d := doc("Corner Market|Milk 3.20|Bread 2.10|" + text + "|Total 5.30")
		d.Kind, d.Method = "image", plan.MethodText
		if got := Extract(d)[plan.FieldDate]; got.Value != "2026-04-13" || got.Confidence < 0.8 {
			t.Errorf("%s: date is %q (%.2f), want 2026-04-13 and at least 0.80", text, got.Value, got.Confidence)
		}
	}
}

func TestATillsTimeMayStandInTheNextCell(t *testing.T) {
	d := doc("Corner Market|Milk 3.20|13-04-2026|18:32|Total 5.30")
	d.Kind = "image"
	for i := range d.Lines {
		d.Lines[i].Box = []float64{0.1, 0.1 * float64(i+1), 0.3, 0.02}
	}
	d.Lines[3].Box = []float64{0.6, 0.3, 0.2, 0.02}
	if got := Extract(d)[plan.FieldDate]; got.Value != "2026-04-13" || got.Confidence < 0.8 {
		t.Errorf("date is %q (%.2f), want 2026-04-13 and at least 0.80", got.Value, got.Confidence)
	}
}

func TestDayAndMonthAreNotSwapped(t *testing.T) {
	yes, no := true, false
	rows := []struct {
		name, text string
		dayFirst   *bool
		want       string // empty: it must be doubted
	}{
		{"nothing decides it", "Corner Market|RECEIPT|05/12/2025|Total 18.40", nil, ""},
		{"a receipt of the future decides it", "Corner Market|RECEIPT|05/12/2026|Total 18.40", nil, "2026-05-12"},
		{"a time of day in the future decides it", "Corner Market|05/12/2026 10:15|Total 18.40", nil, "2026-05-12"},
		{"a form of firm and its money decide it", "Pasar Indah Sdn Bhd|05/03/2026 10:15|Total RM 18.40", nil, "2026-03-05"},
		{"a misread dollar does not outweigh them", "Pasar Indah Sdn Bhd|thank you for your visit|05/03/2026|Total RM 18.40|$ 3", nil, "2026-03-05"},
		{"a VAT id decides it", "Receipt|05/03/2026|Total 18.40|VAT Reg No GB123456789", nil, "2026-03-05"},
		{"a telephone prefix decides it", "Receipt|05/03/2026|Total 18.40|Tel +61 2 5550 1234", nil, "2026-03-05"},
		{"a state and its post code decide it", "Receipt|Springfield, IL 62701|05/03/2026|Total 18.40", nil, "2026-05-03"},
		{"sales tax decides it", "Receipt|05/03/2026|Sales tax 1.40|Total 18.40", nil, "2026-05-03"},
		{"Canada decides nothing", "Receipt|Toronto|05/03/2026|HST 1.40|Total $18.40", nil, ""},
		{"facts that disagree decide nothing", "Receipt|05/03/2026|VAT 1.40|Sales tax 1.40|Total 18.40", nil, ""},
		{"English alone decides nothing", "Thank you for your visit|05/12/2026", nil, ""},
		{"the future decides nothing", "Date: 04/12/2026|Date: 06/12/2026|Total 9.00", nil, ""},
		{"a euro sign decides it", "Thank you|05/03/2026|Total €18.40", nil, "2026-03-05"},
		{"pounds decide it", "Thank you for your order|05/03/2026|Total £18.40", nil, "2026-03-05"},
		{"dollars in English decide it", "Thank you for your order|05/03/2026|Total $18.40", nil, "2026-05-03"},
		{"dollars alone do not", "05/03/2026|$18.40", nil, ""},
		{"Australian dollars decide it the other way", "Thank you for your order|05/03/2026|Total AUD 18.40", nil, "2026-03-05"},
		{"German decides it", "Rechnung|Vielen Dank für Ihren Einkauf|05/03/2026", nil, "2026-03-05"},
		{"French decides it", "Facture|Merci de votre visite|05/03/2026", nil, "2026-03-05"},
		{"a point is for day first", "05.03.2026", nil, "2026-03-05"},
		{"another date decides it: day first", "Date: 05/03/2026|Due date: 19/03/2026", nil, "2026-03-05"},
		{"another date decides it: month first", "Date: 05/03/2026|Due date: 05/19/2026", nil, "2026-05-03"},
		{"the same day in words decides it", "05/03/2026|3 May 2026|words", nil, "2026-05-03"},
		{"two that disagree decide nothing", "Date: 05/03/2026|Due 19/03/2026|Due 05/19/2026", nil, ""},
		{"the person says day first", "05/03/2026|Thank you for your order|Total $18.40", &yes, "2026-03-05"},
		{"the person says month first", "05/03/2026|Total £18.40", &no, "2026-05-03"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			d := doc(row.text)
			d.DayFirst = row.dayFirst
			got := Extract(d)[plan.FieldDate]
			switch {
			case row.want == "" && (len(got.Doubts) == 0 || got.Confidence >= 0.6 || got.Value == ""):
				t.Errorf("%+v, want a date in doubt", got)
			case row.want != "" && (got.Value != row.want || len(got.Doubts) > 0 || got.Confidence < 0.6):
				t.Errorf("%+v, want %s without doubt", got, row.want)
			}
		})
	}
}

// A year in full is a check on what was read; two digits are none.
func TestABadlyReadDateIsLookedAtWhereItsYearIsWhole(t *testing.T) {
	rows := []string{"Meadow Bakery Ltd", "RECEIPT", "Date: ~%s 18:32", "Total 3.20"}
	read := func(day string) plan.Field {
		return Extract(scan(rows[0], rows[1], strings.Replace(rows[2], "%s", day, 1), rows[3]))[plan.FieldDate]
	}
	if f := read("13/04/2026"); f.Value != "2026-04-13" || f.Confidence >= lookedAt {
		t.Errorf("a whole year is %+v", f)
	}
	if f := read("13/04/26"); f.Value != "" {
		t.Errorf("a short one is %+v", f)
	}
}

func TestOfTwoPrintsOfOneReceiptTheOneThatIsReadBetterIsRight(t *testing.T) {
	d := scan("Meadow Bakery Ltd", "RECEIPT", "Date: 13/08/2026 18:32", "Total 3.20", "Closed: 13/06/2026 18:59")
	for i, w := range d.Lines[2].Words {
		if w.Text == "13/08/2026" {
			d.Lines[2].Words[i].Confidence = 0.8
		}
	}
	if f := Extract(d)[plan.FieldDate]; f.Value != "2026-06-13" {
		t.Errorf("date is %+v", f)
	}
}

func TestADayToComeIsAskedAboutWhereOnlyItsCountryTellsTheOrder(t *testing.T) {
	yes := true
	for _, c := range []struct {
		date, more string
		said       *bool
		want       string // empty: asked about
	}{
		{"05/12/2026", "", nil, ""},
		{"05/12/2026", "", &yes, ""},
		{"05/12/2025", "", nil, "2025-12-05"},
		{"05/12/2026", "|Delivered 18/11/2026", nil, "2026-12-05"},
		{"05/11/2026", "", nil, "2026-11-05"},
	} {
		d := doc("Alder & Finch Ltd|INVOICE|VAT Reg No GB 123 4567 89|Invoice date: " + c.date + "|Total GBP 12.00" + c.more)
		d.DayFirst = c.said
		got := Extract(d)[plan.FieldDate]
		asked := slices.ContainsFunc(got.Doubts, func(r plan.Reason) bool { return r.Code == plan.DoubtSwapped })
		if asked != (c.want == "") || !asked && got.Value != c.want {
			t.Errorf("%s%s: %+v", c.date, c.more, got)
		}
	}
}
