package fields

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
)

func TestADueDateAloneIsDoubted(t *testing.T) {
	got := Extract(doc("Due date: 3 April 2026"))[plan.FieldDate]
	if len(got.Doubts) == 0 || got.Confidence >= 0.6 {
		t.Errorf("%+v, want a doubt and little confidence", got)
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
