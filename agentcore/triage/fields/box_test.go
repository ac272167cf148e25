package fields

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// scan is a page read by OCR; its words are all equally wide and sure, but
// for those with a tilde before them.
func scan(rows ...string) page.Document {
	d := page.Document{Kind: "image", Method: plan.MethodOCR, Today: today}
	for i, row := range rows {
		l := page.RawLine{Page: 1, Box: []float64{0.1, 0.05 * float64(i), 0.8, 0.03}, Size: 0.03, Confidence: 0.9}
		for n, w := range strings.Fields(row) {
			clear := strings.TrimPrefix(w, "~")
			confidence := 0.9
			if clear != w {
				confidence = 0.4
			}
			l.Words = append(l.Words, page.RawWord{Text: clear, Box: []float64{0.1 + 0.1*float64(n), l.Box[1], 0.09, 0.03}, Confidence: confidence})
			l.Text = strings.TrimSpace(l.Text + " " + clear)
		}
		d.Lines = append(d.Lines, l)
	}
	return d
}

func TestEvidenceHasTheBoxOfItsWordsAndNoMore(t *testing.T) {
	rows := []struct {
		field, text string
		box         []float64
	}{
		{plan.FieldIssuer, "Alder & Finch Ltd", []float64{0.1, 0, 0.39, 0.03}},
		{plan.FieldKind, "INVOICE", []float64{0.1, 0.05, 0.09, 0.03}},
		{plan.FieldTitle, "AF-7731", []float64{0.3, 0.1, 0.09, 0.03}},
		{plan.FieldDate, "4 March 2026", []float64{0.3, 0.15, 0.29, 0.03}},
		{plan.FieldAmount, "GBP 318.00", []float64{0.3, 0.2, 0.19, 0.03}},
	}
	got := Extract(scan("Alder & Finch Ltd", "INVOICE", "Invoice No: AF-7731", "Invoice date: 4 March 2026", "Total due GBP 318.00"))
	for _, row := range rows {
		t.Run(row.field, func(t *testing.T) {
			e := got[row.field].Evidence
			if e.Text != row.text || e.Page != 1 || !closeTo(e.Box, row.box) {
				t.Errorf("evidence is %+v, want %q at %v", e, row.text, row.box)
			}
		})
	}
}

func closeTo(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-9 {
			return false
		}
	}
	return true
}

func TestWordsThatWereHardToReadMakeNoValue(t *testing.T) {
	rows := []struct{ field, text string }{
		{plan.FieldDate, "Date: ~04.03.26"},
		{plan.FieldDate, "~04/30/26"},
		{plan.FieldKind, "~INVOICE"},
		{plan.FieldTitle, "Invoice No: ~AF-7731"},
		{plan.FieldAmount, "Total ~12.60"},
		{plan.FieldIssuer, "Alder & ~Finch Ltd"},
	}
	for _, row := range rows {
		t.Run(row.text, func(t *testing.T) {
			if got := Extract(scan(row.text))[row.field]; got.Value != "" {
				t.Errorf("%+v", got)
			}
			if Extract(scan(strings.ReplaceAll(row.text, "~", "")))[row.field].Value == "" {
				t.Error("the same words, well read, make none either")
			}
		})
	}
}

func TestAWellReadWordIsBelievedMore(t *testing.T) {
	sure, faint := scan("Date: 4 March 2026"), scan("Date: 4 March 2026")
	faint.Lines[0].Words[2].Confidence = 0.6
	a, b := Extract(sure)[plan.FieldDate], Extract(faint)[plan.FieldDate]
	if a.Confidence <= b.Confidence {
		t.Errorf("%.2f well read, %.2f badly", a.Confidence, b.Confidence)
	}
}

func TestAValueInTheNextColumnBelongsToItsLabel(t *testing.T) {
	at := func(text string, x, y float64) page.RawLine {
		return page.RawLine{Page: 1, Text: text, Box: []float64{x, y, 0.2, 0.03}, Size: 0.03}
	}
	d := page.Document{Kind: "pdf", Method: plan.MethodText, Today: today, Lines: []page.RawLine{
		at("Due date", 0.1, 0.2), at("Invoice date", 0.1, 0.3), at("Invoice number", 0.1, 0.4), at("Amount due", 0.1, 0.5),
		at("3 April 2026", 0.6, 0.2), at("4 March 2026", 0.6, 0.3), at("AF-7731", 0.6, 0.4), at("318.00", 0.6, 0.5),
	}}
	got := Extract(d)
	for field, want := range map[string]string{plan.FieldDate: "2026-03-04", plan.FieldTitle: "AF-7731", plan.FieldAmount: "318.00"} {
		if got[field].Value != want {
			t.Errorf("%s is %q, want %q", field, got[field].Value, want)
		}
	}
}

func TestALogoTellsWhoIssuedADocument(t *testing.T) {
	at := func(text string, x, y, size float64) page.RawLine {
		return page.RawLine{Page: 1, Text: text, Box: []float64{x, y, 0.02 * float64(len(text)), size}, Size: size, Confidence: 1}
	}
	logo := func(text string, y, size float64) page.RawLine {
		l := at(text, 0.1, y, size)
		l.Logo, l.Confidence = true, 0.95
		return l
	}
	text := []page.RawLine{
		at("Mrs R Oduya & Mr P Oduya", 0.1, 0.16, 0.02), at("33 Cromwell Drive", 0.1, 0.18, 0.02), at("LYDNEY", 0.1, 0.2, 0.02),
		at("Your Everyday Current Account", 0.5, 0.1, 0.02), at("Period 16 July 2025 to 15 August 2025", 0.5, 0.14, 0.02),
		at("BGC ACADEMY SALARY", 0.1, 0.4, 0.02), at("DD WYE VALLEY ENERGY", 0.1, 0.43, 0.02),
	}
	for name, c := range map[string]struct {
		lines []page.RawLine
		want  string
	}{
		"no logo":                     {nil, ""},
		"a name":                      {[]page.RawLine{logo("Larchmere", 0.05, 0.04)}, "Larchmere"},
		"in small letters":            {[]page.RawLine{logo("larchmere", 0.05, 0.04)}, "larchmere"},
		"with what the firm does":     {[]page.RawLine{logo("larchmere", 0.05, 0.04), logo("BUILDING SOCIETY", 0.09, 0.015)}, "larchmere"},
		"spelled out in the text":     {[]page.RawLine{logo("larchmere", 0.05, 0.04), at("Larchmere Telecom", 0.1, 0.85, 0.02)}, "Larchmere Telecom"},
		"of which the text says less": {[]page.RawLine{logo("larchmere", 0.05, 0.04), at("Larch", 0.1, 0.85, 0.02)}, "larchmere"},
	} {
		d := page.Document{Kind: "pdf", Method: plan.MethodText, Today: today, Lines: append(c.lines, text...)}
		got := Extract(d)[plan.FieldIssuer]
		if c.want == "" && got.Confidence < believedIssuer(page.NoRole) {
			got.Value = "" // at best a likely one, to be looked at
		}
		if got.Value != c.want {
			t.Errorf("%s: the issuer is %q (%.2f), want %q", name, got.Value, got.Confidence, c.want)
		}
		for i := range d.Lines {
			d.Lines[i].Logo = false
		}
		if plain := Extract(d)[plan.FieldIssuer]; name == "in small letters" && plain.Value == c.want {
			t.Errorf("%s: %q is taken for the issuer without its being drawn", name, plain.Value)
		}
	}
}

func TestTheLargestLineIsTheTitleOfAScreenshot(t *testing.T) {
	d := scan("File Edit View", "Kitchen Plan", "Counter along the window", "Shelf above the stove")
	d.Name = "Screenshot 2026-05-06 101533.png"
	d.Lines[1].Size = 0.06
	got := Extract(d)
	if got[plan.FieldTitle].Value != "Kitchen Plan" || got[plan.FieldDate].Value != "2026-05-06" {
		t.Errorf("title %q, date %q", got[plan.FieldTitle].Value, got[plan.FieldDate].Value)
	}
	if e := got[plan.FieldDate].Evidence; e.Text != "2026-05-06" || e.Page != 0 || e.Box != nil {
		t.Errorf("evidence of the date is %+v, want the text of the name and no place", e)
	}
	if got[plan.FieldIssuer].Value != "" {
		t.Error("a screenshot got an issuer")
	}
}

func TestTheCameraTellsTheDateOfAPhoto(t *testing.T) {
	const taken = "2025:08:17 14:05:33"
	rows := []struct {
		name string
		doc  page.Document
		want string
	}{
		{"without words", scan(), "2025-08-17"},
		{"with a date on a wall", scan("14 July 2019"), "2025-08-17"},
		{"of a receipt with its date", scan("Corner Market", "RECEIPT", "Date: 16 August 2025", "Total 18.40"), "2025-08-16"},
		{"of a paper with a due date only", scan("INVOICE", "Due date: 16 September 2025"), "2025-08-17"},
		{"of a receipt whose date it settles", scan("RECEIPT", "08/17/2025", "Bought 08/09/2025"), "2025-08-17"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			row.doc.EXIFDate = taken
			got := Extract(row.doc)[plan.FieldDate]
			if got.Value != row.want || len(got.Doubts) > 0 {
				t.Errorf("%+v, want %s", got, row.want)
			}
			if got.Value == "2025-08-17" && got.Evidence.Page == 0 && got.Evidence.Text != taken {
				t.Errorf("evidence is %q, want what the camera wrote", got.Evidence.Text)
			}
		})
	}
}

func TestTheFileNameTellsADateOnlyWhereNothingElseDoes(t *testing.T) {
	rows := []struct {
		name, text, want string
		doubted          bool
	}{
		{"IMG_20260304_101533.jpg", "", "2026-03-04", false},
		{"scan_2026-03-04.pdf", "", "2026-03-04", true},
		{"20260304101533.pdf", "", "2026-03-04", true},
		{"scan_2026-03-04.pdf", "Date: 1 March 2026", "2026-03-01", false},
		{"05-12-2026.pdf", "", "", false},
		{"12345678.pdf", "", "", false},
		{"IMG_20991231.jpg", "", "", false},
	}
	for _, row := range rows {
		t.Run(fmt.Sprintf("%s with %q", row.name, row.text), func(t *testing.T) {
			d := doc(row.text)
			d.Name = row.name
			if strings.HasSuffix(row.name, ".jpg") {
				d.Kind = "image"
			}
			got := Extract(d)[plan.FieldDate]
			if got.Value != row.want || (len(got.Doubts) > 0) != row.doubted {
				t.Errorf("%+v, want %q", got, row.want)
			}
		})
	}
}

func TestPropertiesOfTheFileAreAskedLast(t *testing.T) {
	d := doc("words that say nothing at all and go on and on for longer than any heading would")
	d.MetaTitle = "Plan of the garden"
	got := Extract(d)[plan.FieldTitle]
	if got.Value != d.MetaTitle || len(got.Doubts) == 0 || got.Evidence.Page != 0 {
		t.Errorf("%+v", got)
	}
	d.Name = "Plan of the garden.pdf"
	if got, ok := Extract(d)[plan.FieldTitle]; ok {
		t.Errorf("the present name became a title: %+v", got)
	}
	d.MetaTitle = "Microsoft Word - Document1"
	if got, ok := Extract(d)[plan.FieldTitle]; ok {
		t.Errorf("junk became a title: %+v", got)
	}
}
