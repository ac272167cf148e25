package fields

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// pageOf is a PDF whose lines have the sizes given, one below the other, over
// text of the usual size.
func pageOf(at ...any) page.Document {
	d := page.Document{Kind: "pdf", Method: plan.MethodText, Today: today}
	y := 0.05
	for i := 0; i < len(at); i += 2 {
		text, size := at[i].(string), at[i+1].(float64)
		one := cells(text, 0.1, y).Lines[0]
		one.Size, one.Box[3] = size, size
		d.Lines = append(d.Lines, one)
		y += size * 1.4
	}
	for range 12 {
		one := cells("and so the river went on its slow way to the sea", 0.1, y).Lines[0]
		d.Lines = append(d.Lines, one)
		y += 0.03
	}
	return d
}

func TestATitleRunsOverItsLines(t *testing.T) {
	for want, d := range map[string]page.Document{
		"Slow Rivers and the Towns Below Them":           pageOf("Front cover", 0.03, "Slow Rivers and", 0.05, "the Towns Below Them", 0.045),
		"Rivers: A Short History of Floods in the North": pageOf("Rivers: A Short History", 0.04, "of Floods in the North", 0.04, "Ada Verne, Jon Holt", 0.025),
		"Harbour Festival 2009":                          pageOf("Harbour Festival 2009", 0.04),
	} {
		f := Extract(d)[plan.FieldTitle]
		if f.Value != want || f.Evidence.Text != want {
			t.Errorf("title is %q from %q, want %q", f.Value, f.Evidence.Text, want)
		}
	}
}

func TestARowOrALabelIsNoTitle(t *testing.T) {
	for _, row := range []string{
		"Pulse 78 bpm 60-100 bpm NORMAL", "Fried Noodles 40.00 SR", "Cashier USER Time: 09:44:00", "From: a friend of the house", "Abstract",
		"Meadow Press Ltd.",
	} {
		if got, ok := Extract(pageOf(row, 0.05))[plan.FieldTitle]; ok {
			t.Errorf("%q is the title %q", row, got.Value)
		}
	}
	header := pageOf("Date Text Debit Credit", 0.05)
	for i := range header.Lines[0].Words {
		header.Lines[0].Words[i].Box[0] = 0.1 + 0.2*float64(i)
	}
	if got, ok := Extract(header)[plan.FieldTitle]; ok {
		t.Errorf("the head of a table is the title %q", got.Value)
	}
}

func TestATitleOfThePropertiesThatThePageBearsOut(t *testing.T) {
	d := pageOf("Harbour Festival 2009 Timetable", 0.02, "Friday", 0.03)
	d.MetaTitle = "Harbour Festival 2009 Timetable"
	if f := Extract(d)[plan.FieldTitle]; f.Value != d.MetaTitle || len(f.Doubts) > 0 || f.Confidence < sure {
		t.Errorf("%+v", f)
	}
}

func TestAScreenshotIsNamedByItsProgramAndWhatItShows(t *testing.T) {
	d := scan("Inbox - Postbox", "Compose", "Sent mail", "Drafts")
	d.Name = "Screenshot (12).png"
	if got := Extract(d)[plan.FieldTitle].Value; got != "Postbox Inbox" {
		t.Errorf("title is %q", got)
	}
}

func TestAKindTakesTheWordsBeforeItAndATitleThoseAround(t *testing.T) {
	for _, row := range []struct{ line, kind, title string }{
		{"ANNUAL SAFETY REPORT", "Annual Safety Report", ""},
		{"Report on the harbour wall", "Report", "Report on the harbour wall"},
		{"Job Application for Lighthouse Keeper", "Application", "Job Application for Lighthouse Keeper"},
	} {
		got := Extract(pageOf("Meadow Press Ltd.", 0.02, row.line, 0.02))
		if got[plan.FieldKind].Value != row.kind || got[plan.FieldTitle].Value != row.title {
			t.Errorf("%s: kind %q, title %q", row.line, got[plan.FieldKind].Value, got[plan.FieldTitle].Value)
		}
	}
}

func TestAKindIsACellOfItsOwnAtTheHeadOfThePage(t *testing.T) {
	row := func(y float64, cells ...string) page.RawLine {
		l := page.RawLine{Page: 1, Text: strings.Join(cells, " "), Box: []float64{0.05, y, 0.9, 0.02}, Size: 0.02}
		for i, cell := range cells {
			for n, w := range strings.Fields(cell) {
				l.Words = append(l.Words, page.RawWord{Text: w, Box: []float64{0.05 + 0.32*float64(i) + 0.06*float64(n), y, 0.05, 0.02}})
			}
		}
		return l
	}
	for _, c := range []struct {
		y    float64
		line []string
		want string
	}{
		{0.05, []string{"Quillfeather Publishing House Ltd", "PAY ADVICE", "Private and confidential"}, "Pay Advice"},
		{0.05, []string{"Quillfeather Publishing House Ltd", "Order confirmation", "Private and confidential"}, "Order confirmation"},
		{0.05, []string{"Quillfeather Publishing House Ltd", "Invoice to follow", "Private and confidential"}, ""},
		{0.6, []string{"Quillfeather Publishing House Ltd", "Invoice to follow", "Private and confidential"}, ""},
	} {
		d := page.Document{Kind: "pdf", Method: plan.MethodText, Today: today, Lines: []page.RawLine{row(c.y, c.line...)}}
		if got := Extract(d)[plan.FieldKind].Value; got != c.want {
			t.Errorf("%v at %v: the kind is %q, want %q", c.line, c.y, got, c.want)
		}
	}
}

func TestADocumentThatDoesNotSayWhatItIsIsCalledAsItsNameOrItsContentsTell(t *testing.T) {
	for _, c := range []struct{ name, text, want, evidence string }{
		{"Order confirmation.pdf", "Thistle Loom Ltd\nDate: 3 March 2026", "Order confirmation", "Order confirmation"},
		{"payslip_03.pdf", "Thistle Loom Ltd\nDate: 3 March 2026", "Payslip", "payslip"},
		{"payslip_03.pdf", "Thistle Loom Ltd\nINVOICE\nDate: 3 March 2026", "Invoice", "INVOICE"},
		{"scan_0003.pdf", "Thistle Loom Ltd\nDate: 3 March 2026", "", ""},
		{"scan_0003.pdf", "Thistle Loom Ltd\nPAYE Tax 311.80\nNational Insurance 124.71\nTax Code 1257L\nNet Pay 2104.33", "Payslip", "PAYE Tax 311.80"},
		{"scan_0003.pdf", "Thistle Loom Ltd\nNet Pay 2104.33\nNet Pay 2104.33\nNet Pay 2104.33\nTax Code 1257L", "", ""},
		{"scan_0003.pdf", "Thistle Loom Ltd\nThank you for your order!\nOrder no. TL-20871", "Order confirmation", "Thank you for your order!"},
		{"scan_0003.pdf", "Thistle Loom SA\nMerci pour votre commande\nTL-20871", "Confirmation de commande", "Merci pour votre commande"},
		{"scan_0003.pdf", "Thistle Loom Ltd\nBill To: Ada Holm\nPayment Terms: 30 days\nDue Date: 4 April 2026\nBalance Due: 12.00", "Invoice", "Bill To: Ada Holm"},
	} {
		d := page.Document{Kind: "pdf", Method: plan.MethodText, Today: today, Name: c.name, Lines: textLines(c.text)}
		got := Extract(d)[plan.FieldKind]
		if got.Value != c.want || got.Evidence.Text != c.evidence {
			t.Errorf("%s, %q: the kind is %q by %q", c.name, c.text, got.Value, got.Evidence.Text)
		}
	}
}

func TestALabelFurtherDownIsNoKind(t *testing.T) {
	for top, want := range map[float64]string{0.1: "Notes", 0.6: ""} {
		d := page.Document{Kind: "pdf", Method: plan.MethodText, Today: today, Lines: []page.RawLine{
			{Page: 1, Text: "Notes: the fence is to be painted", Box: []float64{0.1, top, 0.4, 0.02}},
		}}
		if got := Extract(d)[plan.FieldKind].Value; got != want {
			t.Errorf("at %v the kind is %q, want %q", top, got, want)
		}
	}
}

func TestATitleSaysMoreThanWhatIsKnown(t *testing.T) {
	for subject, want := range map[string]map[string]string{
		"Your receipt from Thistle Loom":           {plan.FieldKind: "Receipt", plan.FieldTitle: ""},
		"Your receipt from Thistle Loom for looms": {plan.FieldKind: "", plan.FieldTitle: "Your receipt from Thistle Loom for looms"},
		"Thistle Loom in spring":                   {plan.FieldKind: "", plan.FieldTitle: "Thistle Loom in spring"},
	} {
		d := doc("Subject: " + subject + "|Hello Ada,|here it is.")
		d.Facts = &documents.Facts{Source: documents.SourceMail, Sender: "Thistle Loom", Date: "2026-05-06", Subject: subject}
		got := Extract(d)
		for field, value := range want {
			if got[field].Value != value {
				t.Errorf("%s: %s is %q, want %q", subject, field, got[field].Value, value)
			}
		}
	}
}

func TestATillSlipThatDoesNotSayWhatItIsIsCalledOneInItsLanguage(t *testing.T) {
	for _, c := range []struct {
		rows []string
		want string
	}{
		{[]string{"HOBBS & LARCH", "2 Hinges 7.98", "Subtotal 7.98", "Total GBP 7.98", "Cash 10.00", "Change 2.02"}, "Receipt"},
		{[]string{"GASTHOF LINDE", "2 Schnitzel 31,80", "Summe EUR 31,80", "Bar 40,00", "Rückgeld 8,20", "Bediener 4"}, "Kassenbon"},
		{[]string{"LE BOUCHON", "1 Quenelle 18,50", "Total TTC EUR 18,50", "TVA 10% 1,68", "CB 18,50", "Merci de votre visite"}, "Ticket de caisse"},
		{[]string{"TABERNA LA ALCUZA", "Croquetas 9,50", "Total EUR 9,50", "Efectivo 10,00", "Cambio 0,50", "Mesa 4"}, "Ticket"},
		{[]string{"BUURTSUPER", "Kaas 4,50", "Totaal EUR 4,50", "Pin 4,50", "BTW 9% 0,37", "Tot ziens"}, "Kassabon"},
		{[]string{"HOBBS & LARCH", "2 Hinges 7.98", "Amount due GBP 7.98"}, ""},
	} {
		if got := Extract(scan(c.rows...))[plan.FieldKind].Value; got != c.want {
			t.Errorf("%q: the kind is %q, want %q", c.rows, got, c.want)
		}
		d := scan(c.rows...)
		d.Kind, d.Method = "pdf", plan.MethodText
		if got := Extract(d)[plan.FieldKind].Value; got != "" {
			t.Errorf("%q, not by OCR: the kind is %q", c.rows, got)
		}
	}
}

func TestASubjectStandsAboveTheRows(t *testing.T) {
	var at []any
	for range 24 {
		at = append(at, "one bolt and two nuts", 0.02)
	}
	if got, ok := Extract(pageOf(append(at, "Betreff: INF Further information", 0.02)...))[plan.FieldTitle]; ok {
		t.Errorf("a row is the title %q", got.Value)
	}
}

// Where kind and issuer are known, a title that only the file's properties tell would
// be looked at for nothing.
func TestADoubtfulTitleIsLeftOutWhereANameIsGoodWithoutIt(t *testing.T) {
	d := doc("Alder & Finch Ltd|INVOICE|Invoice date: 4 March 2026")
	d.MetaTitle = "Spring Offers"
	if got, ok := Extract(d)[plan.FieldTitle]; ok {
		t.Errorf("title is %+v", got)
	}
	d = doc("INVOICE|Invoice date: 4 March 2026")
	d.MetaTitle = "Spring Offers"
	if got := Extract(d)[plan.FieldTitle]; got.Value != "Spring Offers" {
		t.Errorf("title is %+v", got)
	}
}

// A subject that tells whom a letter is about, with the birthday, is no title.
func TestAPersonIsNoSubject(t *testing.T) {
	d := page.Document{Lines: textLines("Wicklow Medical Centre\nDublin, 27 February 2026\nRe: Clara Holm, DOB 12/08/1967, 3 Mill Park\nDear Dr Weber,\nthank you for seeing her."), Kind: "pdf", Method: plan.MethodText, Today: today}
	if got := Extract(d)[plan.FieldTitle].Value; strings.Contains(got, "Holm") {
		t.Errorf("the title is %q", got)
	}
}

// Two large lines that look the same are one name; three are not.
func TestALogoOfTwoLinesIsOneName(t *testing.T) {
	head := func(rows ...string) page.Document {
		d := scan(append(rows, "8 Quay Street", "1234 Harbour Town", "Invoice No: 4711", "Date: 4 March 2026", "Bread 3.20", "Milk 3.20", "Total 6.40")...)
		for i := range rows {
			l := &d.Lines[i]
			l.Box, l.Size = []float64{0.1, 0.06 * float64(i), 0.3, 0.05}, 0.05
			for n := range l.Words {
				l.Words[n].Box = []float64{0.1 + 0.15*float64(n), l.Box[1], 0.14, 0.05}
			}
		}
		for i := len(rows); i < len(d.Lines); i++ {
			d.Lines[i].Box[1] += 0.1
			for n := range d.Lines[i].Words {
				d.Lines[i].Words[n].Box[1] = d.Lines[i].Box[1]
			}
		}
		return d
	}
	if got := Extract(head("Northmere", "Borough Council"))[plan.FieldIssuer].Value; got != "Northmere Borough Council" {
		t.Errorf("issuer is %q", got)
	}
	for _, c := range Extract(head("Northmere", "Borough Council", "Parking Services"))[plan.FieldIssuer].Candidates {
		if c.Value == "Northmere Borough Council" || c.Value == "Borough Council Parking Services" {
			t.Errorf("of three lines two are one name: %q", c.Value)
		}
	}
}
