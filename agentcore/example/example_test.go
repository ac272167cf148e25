package example

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// judge knows a few kinds, and what scanners and cameras write.
var judge = Judge{
	Kind: func(s string) bool {
		return slices.Contains([]string{"invoice", "rechnung", "receipt", "account statement"}, strings.ToLower(s))
	},
	Made: func(stem string) bool {
		return strings.HasPrefix(stem, "IMG_") || strings.HasPrefix(stem, "Scan ")
	},
}

// filesOf are files by their paths.
func filesOf(paths ...string) []File {
	var all []File
	for _, p := range paths {
		parts := strings.Split(p, "/")
		all = append(all, File{Folders: parts[:len(parts)-1], Name: parts[len(parts)-1]})
	}
	return all
}

func TestThePatternThatMostNamesFollowIsFound(t *testing.T) {
	for _, row := range []struct {
		want  string
		paths []string
	}{
		{"{date} {issuer} {kind} {number}", []string{"2025-01-03 Acme Invoice 17.pdf", "2025-02-03 Acme Invoice 18.pdf", "2025-02-09 Stadtwerke Bonn Rechnung.pdf", "2025-03-01 Bank Account Statement.pdf", "IMG_1.jpg", "Scan 1.pdf"}},
		{"{date} {issuer} {kind} {title}", []string{"2025-01-03 Acme Invoice 17.pdf", "2025-02-03 Acme Invoice chairs.pdf", "2025-02-09 Stadtwerke Bonn Rechnung 4.pdf", "2025-03-01 Bank Receipt.pdf"}},
		{"{issuer} - {date|date:DD.MM.YYYY} - {kind}", []string{"Acme - 03.01.2025 - Invoice.pdf", "Acme - 03.02.2025 - Invoice.pdf", "Bonn AG - 09.02.2025 - Rechnung.pdf", "Bank - 01.03.2025 - Receipt.pdf"}},
		{"{date|date:YYYYMMDD}_{issuer|slug}_{kind|lower}", []string{"20250103_acme_invoice.pdf", "20250203_acme_invoice.pdf", "20250209_stadtwerke-bonn_rechnung.pdf", "20250301_bank_receipt.pdf"}},
		{"{date}-{issuer|lower}-{kind|lower}", []string{"2025-01-03-acme-invoice.pdf", "2025-02-03-acme-invoice.pdf", "2025-02-09-bonn-rechnung.pdf", "2025-03-01-bank-receipt.pdf"}},
		{"{kind} {issuer} ({number})", []string{"Invoice Acme (17).pdf", "Invoice Acme (18).pdf", "Rechnung Bonn (3).pdf", "Receipt Bank (4).pdf"}},
		{"{date|date:YYYY-MM} {issuer} {amount} {currency}", []string{"2025-01 Acme 12.60 EUR.pdf", "2025-02 Acme 13.00 EUR.pdf", "2025-02 Bonn 7,00 EUR.pdf", "2025-03 Bank 1.00 EUR.pdf"}},
		{"{year}/{date} {issuer} {kind}", []string{"2024/2024-12-03 Acme Invoice.pdf", "2025/2025-02-03 Acme Invoice.pdf", "2025/2025-02-09 Bonn Rechnung.pdf", "2025/2025-03-01 Bank Receipt.pdf"}},
		{"{issuer}/{year}/{date} {kind}", []string{"Acme/2024/2024-12-03 Invoice.pdf", "Acme/2025/2025-02-03 Invoice.pdf", "Bonn/2025/2025-02-09 Rechnung.pdf", "Bank/2025/2025-03-01 Receipt.pdf"}},
		{"{issuer}/{date} {issuer} {kind}", []string{"Acme/2024-12-03 ACME Inc. Invoice.pdf", "Acme/2025-02-03 Acme Invoice.pdf", "Bonn/2025-02-09 Bonn Rechnung.pdf", "Bank/2025-03-01 Bank Receipt.pdf"}},
		// by what they are, which no name tells
		{"{date} {issuer} {kind}", []string{"Home/2024-12-03 Acme Invoice.pdf", "Home/2025-02-03 Acme Invoice.pdf", "Energy/2025-02-09 Bonn Rechnung.pdf", "Money/2025-03-01 Bank Receipt.pdf"}},
		// too few, too different, a machine's, nothing that differs
		{"", []string{"2025-01-03 Acme Invoice.pdf", "2025-02-03 Acme Invoice.pdf", "2025-02-09 Bonn Rechnung.pdf"}},
		{"", []string{"2025-01-03 Acme Invoice.pdf", "2025-02-03 Acme Invoice.pdf", "2025-02-09 Bonn Rechnung.pdf", "2025-02-10 Bonn Rechnung.pdf", "notes.txt", "my cv.pdf", "Acme.pdf", "letter to Jo.pdf"}},
		{"", []string{"IMG_20250103 1.jpg", "IMG_20250104 1.jpg", "IMG_20250105 1.jpg", "IMG_20250106 1.jpg"}},
		{"", []string{"Acme Invoice.pdf", "Bonn Rechnung.pdf", "Bank Receipt.pdf", "Post Receipt.pdf"}},
		{"", []string{"20250103 Invoice 1.pdf", "20250104 Invoice 2.pdf", "20250105 Invoice 3.pdf", "20250106 Invoice 4.pdf"}},
		{"", []string{"Export_17_20250103.pdf", "Export_17_20250104.pdf", "Export_17_20250105.pdf", "Export_17_20250106.pdf"}},
		{"", nil},
	} {
		p, ok := Of(filesOf(row.paths...), judge)
		if got := ""; ok {
			got = p.Template
			if got != row.want {
				t.Errorf("%s: %s, want %q", row.paths[0], got, row.want)
			}
		} else if got != row.want {
			t.Errorf("%q: no pattern, want %q", row.paths, row.want)
		}
	}
}

func TestSendersAreSpeltAndPlacedAsTheirFilesAre(t *testing.T) {
	p, ok := Of(filesOf("Home/2024/2024-12-03 Acme Invoice.pdf", "Home/2025/2025-02-03 Acme Invoice.pdf", "Home/2025/2025-02-04 ACME Inc. Invoice.pdf",
		"Energy/2025/2025-02-09 Stadtwerke Bonn Rechnung.pdf", "Money/2025/2025-03-01 Bank AG Receipt.pdf"), judge)
	if !ok {
		t.Fatal("no pattern")
	}
	for name, want := range map[string]string{
		"ACME, Inc.":           "Acme|Home/{year}",
		"stadtwerke bonn gmbh": "Stadtwerke Bonn|Energy/{year}",
		"Bank GmbH":            "|", // another one
		"Stadtwerke":           "|",
		"":                     "|",
		"Acme Europe Ltd":      "Acme|Home/{year}", // as people shorten it
		"Acmeville Ltd":        "|",
		"Bank Austria GmbH":    "|", // another legal form
	} {
		spelling, folder := p.Sender(name)
		if got := spelling + "|" + folder; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if !p.Follows("2024-12-03 Acme Invoice.pdf") || p.Follows("Scan 3.pdf") {
		t.Error("what follows it is not known")
	}
}

func TestManyNamesAreReadInOneGo(t *testing.T) {
	var all []File
	for i := range 20_000 {
		all = append(all, File{Name: fmt.Sprintf("x%d%s%d thing %d.pdf", i, strings.Repeat("-", i%97+1), i, i)})
	}
	if _, ok := Of(all, judge); ok {
		t.Error("there is a pattern in what has none")
	}
}

func FuzzNames(f *testing.F) {
	f.Add("2025-01-03 Acme (17) 12.60 EUR")
	f.Add("_-–— ,;")
	f.Fuzz(func(_ *testing.T, stem string) {
		Of(filesOf(stem, stem+" 1", stem+" 2", stem+" 3"), judge)
	})
}
