package fields

import (
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
)

// today is the day of the tests.
var today = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// doc is a document of plain text, its lines parted by "|".
func doc(text string) page.Document {
	return page.Document{
		Lines: textLines(strings.ReplaceAll(text, "|", "\n")),
		Kind:  "pdf", Method: plan.MethodText, Today: today,
	}
}

func TestDatesAreReadInManyFormsAndLanguages(t *testing.T) {
	rows := []struct{ text, want string }{
		{"Date: 2026-03-04", "2026-03-04"},
		{"Date: 2026/03/04", "2026-03-04"},
		{"Datum: 2026.03.04", "2026-03-04"},
		{"2026-03-04T10:15:00Z", "2026-03-04"},
		{"日付 2026年3月4日", "2026-03-04"},
		{"Datum: 04.03.2026", "2026-03-04"},
		{"Datum: 4.3.2026", "2026-03-04"},
		{"Datum: 04. 03. 2026", "2026-03-04"},
		{"Datum: 04.03.26", "2026-03-04"},
		{"Date: 12 May 2026", "2026-05-12"},
		{"Date: 12May2026", "2026-05-12"},
		{"Date: 12-May-2026", "2026-05-12"},
		{"Date: 12/May/26", "2026-05-12"},
		{"Date: 12th of May, 2026", "2026-05-12"},
		{"Date: 1st June 2026", "2026-06-01"},
		{"Date: March 4, 2026", "2026-03-04"},
		{"Date: MARCH 4TH 2026", "2026-03-04"},
		{"Date: Sept. 4, 2026", "2026-09-04"},
		{"Date: Feb 18 '26", "2026-02-18"},
		{"Lyon, le 6 avril 2026", "2026-04-06"},
		{"Date : 1er août 2025", "2025-08-01"},
		{"Le 14 févr. 2026", "2026-02-14"},
		{"Rechnungsdatum: 1. August 2025", "2025-08-01"},
		{"Leipzig, den 4. März 2026", "2026-03-04"},
		{"Leipzig, 4. Marz 2026", "2026-03-04"},
		{"Wien, am 7. Jänner 2026", "2026-01-07"},
		{"Fecha: 3 de marzo de 2026", "2026-03-03"},
		{"Data: 9 gennaio 2026", "2026-01-09"},
		{"Factuurdatum: 5 mei 2026", "2026-05-05"},
		{"Date: 25/12/2025", "2025-12-25"},
		{"Date: 12/25/2025", "2025-12-25"},
		{"Date: 05/05/2026", "2026-05-05"},
		{"Date: 18-02-26", "2026-02-18"},
		{"Wed 6 May 2026 10:15", "2026-05-06"},
		{"Date: 17 June 98", "1998-06-17"},
		{"Date:14/03/2026 09:41", "2026-03-14"},
		{"Date: 14/03/ 2026", "2026-03-14"},
		{"Date: 14 - 03 - 2026", "2026-03-14"},
		{"日付 2026 年 3 月 4 日", "2026-03-04"},
		{"2026년 3월 4일", "2026-03-04"},
		{"Till #12 - 14/03/2026", "2026-03-14"},
		{"Ord #70 -Reg #19- 14/03/2026", "2026-03-14"},
	}
	for _, row := range rows {
		t.Run(row.text, func(t *testing.T) {
			got := Extract(doc(row.text))[plan.FieldDate]
			if got.Value != row.want || len(got.Doubts) > 0 {
				t.Errorf("date is %q (doubts %v), want %s", got.Value, got.Doubts, row.want)
			}
		})
	}
}

func TestWhatIsNoDateOfTheDocumentIsLeftOut(t *testing.T) {
	rows := []struct{ name, text string }{
		{"the calendar has no such day", "Date: 30.02.2026"},
		{"there is no thirteenth month", "Datum: 12.13.2026"},
		{"there is no day zero", "Date: 0 May 2026"},
		{"it is before 1950", "Date: 4 March 1889"},
		{"it lies in the future", "Date: 4 March 2031"},
		{"it is more than 31 days ahead", "Date: 22 December 2026"},
		{"it is an address of the network", "Host 10.12.20.26"},
		{"it is a version", "Version 1.2.3.2026"},
		{"it is a telephone number", "Tel. 030/12/2026/17"},
		{"it is a part of an order number", "Order AB-05/12/2026-7"},
		{"it is a part of a word", "x05/12/2026y"},
		{"it has a letter for a digit", "Date: Q5/12/2026"},
		{"it is a birthday", "Date of birth: 3 May 1971"},
		{"it is a birthday in a sentence", "Your date of birth on record is 3 May 1971."},
		{"it is a German birthday", "Geburtsdatum: 03.05.1971"},
		{"it is a French birthday", "né le 3 mai 1971"},
		{"it is a period", "01.07.2025 - 31.07.2025"},
		{"it is a period in words", "from 1 July 2025 to 31 July 2025"},
		{"it is a German period", "Leistungszeitraum: 01.07.2025 bis 31.07.2025"},
		{"it is a period whose start has no year", "01.07. - 31.07.2025"},
		{"it is a print footer", "Page 2 of 3 printed 23.01.2026"},
		{"it is a German print footer", "Seite 1 von 2, gedruckt am 23.01.2026"},
		{"it is a period in one month", "Conference'09, June 15–20, 2009"},
		{"it is a period in one month with a hyphen", "Conference, June 15-20, 2009"},
		{"it is a period in one month, day first", "15–20 June 2009"},
		{"it is a period of months", "For the year Jan. 1–Dec. 31, 2010"},
		{"it is a period of spaced months", "Billing July 1 - July 31 , 2014"},
		{"it is a period between two days", "Taken between January 19 and April 10, 2009."},
		{"it is a German period in words", "Ferien 20. Dezember bis 6. Januar 2019"},
		{"only month and year stand there", "Statement for March 2026"},
		{"there is no year", "Next meeting on 16 March at 10:15"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got, ok := Extract(doc(row.text))[plan.FieldDate]; ok {
				t.Errorf("date is %+v, want none", got)
			}
		})
	}
}

func TestTheDayOfTheDocumentWinsOverTheOthers(t *testing.T) {
	rows := []struct{ name, text, want string }{
		{"invoice date before due date", "Due date: 3 April 2026|Invoice date: 4 March 2026", "2026-03-04"},
		{"plain date before due date", "Zahlbar bis: 15.08.2025|Datum: 01.08.2025", "2025-08-01"},
		{"both on one line", "Invoice date: 4 March 2026   Due date: 3 April 2026", "2026-03-04"},
		{"in columns under their heads", "Due date    Invoice date|3 April 2026    4 March 2026", "2026-03-04"},
		{"label on the line above", "Date of issue|4 March 2026|Due|3 April 2026", "2026-03-04"},
		{"labelled before unlabelled at the top", "2 January 2026|Text|Rechnungsdatum: 04.03.2026", "2026-03-04"},
		{"invoice date before service date", "Leistungsdatum: 01.03.2026|Rechnungsdatum: 04.03.2026", "2026-03-04"},
		{"letter date before the letter it answers", "Ihr Schreiben vom 03.01.2026|Leipzig, den 04.03.2026", "2026-03-04"},
		{"date before birthday", "Geb. 03.05.1971|Datum 04.03.2026", "2026-03-04"},
		{"date before delivery", "Lieferdatum: 10.03.2026|Rechnung vom 04.03.2026", "2026-03-04"},
		{"French invoice date before its due date", "Échéance : 6 mai 2026|Date de facture : 6 avril 2026", "2026-04-06"},
		{"date before the period it bills", "Abrechnungszeitraum 01.01.2025 - 31.12.2025|Datum 14.01.2026", "2026-01-14"},
		{"date before print footer", "Date: 4 March 2026|Printed 9 March 2026", "2026-03-04"},
		{"the kind is a label too", "Minutes, 9 February 2026|Next meeting on 16 March 2026", "2026-02-09"},
		{"at the top before further down", "Receipt|4 March 2026|" + strings.Repeat("words|", 40) + "8 March 2026", "2026-03-04"},
		{"whole label before its small word", "Date de facture : 6 juin 2026|Date limite de paiement le 5 juillet 2026", "2026-06-06"},
		{"not the document it belongs to", "Date de facture associée : 2 mai 2026|Date : 6 juin 2026", "2026-06-06"},
		{"hyphenated German labels", "Leistungs-Datum : 01.03.2026|Vertrags-Datum : 02.01.2026|Beleg-Datum : 04.03.2026|Lieferschein-Datum : 28.02.2026", "2026-03-04"},
		{"compounds that are of the matter", "Korrektur Nr. RK-77 vom 04.03.2026|Bestell-Datum : 01.02.2026|Lieferschein-Datum : 05.02.2026|Liefer- und Leistungsdatum : 05.02.2026", "2026-03-04"},
		{"the order that it bills", "Rechnung gemäß Bestellung vom 01.02.2026|Handelsrechnung Nr. 471 vom 04.03.2026", "2026-03-04"},
		{"a version at the top", "Vorlage-Version: 2.1 vom 24.03.2026|Rechnungskorrektur Nr. RK-77 vom 04.03.2026", "2026-03-04"},
		{"the number between kind and date", "2 January 2026 words|Rechnung # RE-77/503 von 04.03.2026|Leistungsdatum 03.03.2026", "2026-03-04"},
		{"issued at", "Invoice # RE-77/507 issued at 2026-03-04|Date of delivery 2026-02-10", "2026-03-04"},
		{"payment due date", "PAYMENT DUE DATE : 24 AUG 26|Statement date: 1 AUG 26", "2026-08-01"},
		{"date of arrival", "Date of arrival: 9 May 2026|Booking date: 1 May 2026|Date: 4 March 2026", "2026-03-04"},
		{"date before an expiry", "It must be activated by 1 October 2026|Date: 4 March 2026", "2026-03-04"},
		{"the offer's own day", "Angebot Nr. 12 vom 04.03.2026|Datum: 01.03.2026", "2026-03-04"},
		{"this agreement", "This Agreement is dated 4 March 2026|as was agreed on 1 March 2026 by both of the parties in writing", "2026-03-04"},
		{"one date of two labels", "Rechnungsdatum = Leistungsdatum 04.03.2026|Datum: 01.03.2026", "2026-03-04"},
		{"one date of two halves", "Rechnungs- und Lieferdatum: 04.03.2026|Datum: 01.03.2026", "2026-03-04"},
		{"French number and day", "Facture n° 12 du 4 mars 2026|Commande du 1 février 2026", "2026-03-04"},
		{"Japanese labels", "支払期限 2026年4月30日|発行日 2026年3月4日", "2026-03-04"},
		{"a German compound of Datum", "Kaufdatum: 04.03.2026|Garantie bis 04.03.2028", "2026-03-04"},
		{"a letter that is signed for later", "Alder Studio Ltd|2nd Floor, 60 Quay Street, Harbour Town|4 March 2026|Ms Odile Weber|8 Mill Terrace, Harbour Town|Dear Odile,|Offer of employment|Following your interviews on 27 February and 1 March 2026 we offer you the position, starting on 1 April 2026.|Please sign and return one copy by 12 March 2026.|Yours sincerely,|I accept the terms above. Signed: O. Weber  Date: 9 March 2026", "2026-03-04"},
		{"the first day of minutes", "Harbour Town Allotment Society|Minutes of the Committee Meeting|held on Wednesday 4 March 2026 at 7.30 pm in the hut|Present: A. Babbage (Chair)|1. Minutes of the meeting of 17 January 2026 were approved.|2. Balance at 31 January 118.40.|3. Plots to be let from 1 May 2026.|4. Skip on 7 and 8 May 2026.|Date of next meeting: 6 May 2026.", "2026-03-04"},
		{"minutes in a sentence", "Circolo Il Faro|Verbale dell'assemblea ordinaria dei soci|Il giorno 4 marzo 2026 alle ore 17.00, in seconda convocazione, si è riunita l'assemblea dei soci presso la sede.|1. Approvazione del bilancio al 31 dicembre 2025|2. Quota sociale, da versare entro il 31 marzo.", "2026-03-04"},
		{"a policy that is signed at its end", "FARO seguros|Condiciones particulares|Póliza H-4411|Tomador Rosa Montejo, 12/06/1970|Efecto desde 01/01/2026 00:00 hasta 31/12/2026 24:00|Prima total anual 214,55 €|Hecho por duplicado en Madrid, el 4 de marzo de 2026", "2026-03-04"},
		{"a letter that was dictated before", "Harbour Hospital|Department of Rheumatology|Dr G Weber Date dictated: 02/03/2026|Endrick Practice Date typed: 04/03/2026|3 Station Road Clinic date: 27/02/2026|Dear Dr Weber|Mrs Marlow, DOB 09/03/1949", "2026-03-04"},
		{"a letter about an advertisement", "Bewerberin Odile Weber|Quaistr. 12 35037 Marbruck|Büro Lohse|4. März 2026|Bewerbung als Zeichnerin – Ihre Anzeige vom 26. Februar 2026|Sehr geehrte Frau Lohse,|mein frühester Termin ist der 1. Juli 2026", "2026-03-04"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got := Extract(doc(row.text))[plan.FieldDate]
			if got.Value != row.want || got.Confidence < 0.55 {
				t.Errorf("date is %q (%.2f), want %s", got.Value, got.Confidence, row.want)
			}
		})
	}
}

func TestAmountsAreTheSumOfAll(t *testing.T) {
	rows := []struct{ text, want, evidence string }{
		{"Total £12.60", "12.60", "£12.60"},
		{"Total due GBP 318.00", "318.00", "GBP 318.00"},
		{"Gesamtbetrag 74,30 €", "74.30", "74,30 €"},
		{"Summe EUR 9,85", "9.85", "EUR 9,85"},
		{"Total TTC 42,80 EUR", "42.80", "42,80 EUR"},
		{"Total 1,234.50", "1234.50", "1,234.50"},
		{"Gesamt 1.234,50 EUR", "1234.50", "1.234,50 EUR"},
		{"Total TTC 1 234,50 €", "1234.50", "1 234,50 €"},
		{"Summe 1'234.50 CHF", "1234.50", "1'234.50 CHF"},
		{"Total 45 EUR", "45", "45 EUR"},
		{"T0tal $46.17", "46.17", "$46.17"},
		{"Subtotal 10.00|VAT 2.00|Total 12.00", "12.00", "12.00"},
		{"Total 12.00|Cash 20.00|Change 8.00", "12.00", "12.00"},
		{"Zwischensumme 10,00|MwSt 1,90|Summe 11,90|Gegeben 20,00", "11.90", "11,90"},
		{"Total 12.00|Amount due: 7.00", "7.00", "7.00"},
		{"Net total 100.00|Tax 20.00|Due payable: 120.00", "120.00", "120.00"},
		{"Rechnungssumme ohne USt. 100,00|Steuerbetrag 19,00|Bruttosumme 119,00", "119.00", "119,00"},
		{"Total HT 10,00|TVA 2,00|Total TTC 12,00", "12.00", "12,00"},
		{"Amount due|318.00", "318.00", "318.00"},
		{"Total VAT 3.00", "", ""},
		{"Total 3", "", ""},
		{"Total 20 %", "", ""},
		{"Total 12.345.6", "", ""},
		{"Apples 3.20", "", ""},
	}
	for _, row := range rows {
		t.Run(row.text, func(t *testing.T) {
			got := Extract(doc(row.text))[plan.FieldAmount]
			if got.Value != row.want || got.Evidence.Text != row.evidence {
				t.Errorf("amount is %q from %q, want %q from %q", got.Value, got.Evidence.Text, row.want, row.evidence)
			}
		})
	}
}

func TestKindsAreTheDocumentsOwnWords(t *testing.T) {
	for line := range strings.Lines(string(readAll(t, "testdata/kinds.txt"))) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		text, want, ok := strings.Cut(line, " =>")
		if !ok {
			t.Fatalf("a row without a kind: %q", line)
		}
		t.Run(text, func(t *testing.T) {
			if got := Extract(doc(text))[plan.FieldKind]; !strings.EqualFold(got.Value, strings.TrimSpace(want)) {
				t.Errorf("kind is %q (%.2f), want %q", got.Value, got.Confidence, strings.TrimSpace(want))
			}
		})
	}
}

func TestIssuersAreThoseWhoSentOrSold(t *testing.T) {
	for line := range strings.Lines(string(readAll(t, "testdata/issuers.txt"))) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, rest, _ := strings.Cut(line, ": ")
		text, want, ok := strings.Cut(rest, " =>")
		if !ok {
			t.Fatalf("a row without an issuer: %q", line)
		}
		t.Run(name, func(t *testing.T) {
			if got := Extract(doc(text))[plan.FieldIssuer]; got.Value != strings.TrimSpace(want) {
				t.Errorf("issuer is %q (%.2f), want %q", got.Value, got.Confidence, strings.TrimSpace(want))
			}
		})
	}
}

func TestTitlesAreNumbersSubjectsOrHeadings(t *testing.T) {
	rows := []struct{ name, text, want string }{
		{"invoice number", "Invoice No: AF-7731", "AF-7731"},
		{"invoice with a hash", "Invoice #10442", "10442"},
		{"invoice number in German", "Rechnungsnummer: SL-2025-0817", "SL-2025-0817"},
		{"abbreviated", "Rechnungs-Nr.: 2026/0331", "2026/0331"},
		{"in two parts", "Rechnung Nr. RE 20394", "RE 20394"},
		{"invoice number in French", "Facture n° LD-2914", "LD-2914"},
		{"below its label", "Invoice number|AF-7731", "AF-7731"},
		{"policy number", "Annual Statement|Policy number: MM-40912", "MM-40912"},
		{"subject of a letter", "Dear Ms Weber|Subject: Repair of the roof|Words", "Repair of the roof"},
		{"subject in German", "Betreff: Kündigung der Wohnung", "Kündigung der Wohnung"},
		{"subject in French", "Objet : Travaux de la cour", "Travaux de la cour"},
		{"subject before the number in a contract", "Rental Agreement|Contract No: 12-A|Subject: Flat 4 at Birch Court", "Flat 4 at Birch Court"},
		{"number before the subject in an invoice", "Invoice|Invoice No: 12-A|Subject: Flat 4 at Birch Court", "12-A"},
		{"heading of notes", "Garden Club Spring Planning|Minutes, 9 February 2026", "Garden Club Spring Planning"},
		{"heading in markdown", "# Trip to the coast|We take the train.", "Trip to the coast"},
		{"a tax number is no title", "Receipt|VAT No GB 000 1234 56", ""},
		{"an IBAN is no title", "Invoice|IBAN No DE12 3456", ""},
		{"a date is no number", "Invoice: 04.03.2026", ""},
		{"a word is no number", "Invoice No: pending", ""},
		{"a greeting is no heading", "Dear Ms Weber", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got := Extract(doc(row.text))[plan.FieldTitle]; got.Value != row.want {
				t.Errorf("title is %q, want %q", got.Value, row.want)
			}
		})
	}
}

func TestThePageOfASiteIsOfWhomItsTitleEndsWith(t *testing.T) {
	d := doc("Home|Orders|Nook and Nettle|Order 208-77|Placed on 8 April 2026|Chairs 120.00|Order total 120.00")
	first := func() plan.Candidate {
		f := Extract(d)[plan.FieldIssuer]
		if len(f.Candidates) == 0 {
			return plan.Candidate{}
		}
		return f.Candidates[0]
	}
	without := first()
	d.Site = "Nook and Nettle"
	if got := first(); got.Value != "Nook and Nettle" || without.Value == got.Value && got.Probability <= without.Probability {
		t.Errorf("issuer is %+v, without a title %+v", got, without)
	}
}
