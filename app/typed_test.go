package app_test

import (
	"slices"
	"testing"

	"github.com/deskhand/deskhand/app"
)

func TestDaysInSaysWhatADateCanStandFor(t *testing.T) {
	for text, want := range map[string][]string{
		"2026-05-12":      {"2026-05-12"},
		"12 May 2026":     {"2026-05-12"},
		"1. August 2025":  {"2025-08-01"},
		"20.02.2026":      {"2026-02-20"},
		"05/12/2026":      {"2026-12-05", "2026-05-12"},
		"30 Feb 2026":     nil,
		"May":             nil,
		"due 12 May 2026": nil,
		"":                nil,
	} {
		if got := app.DaysIn(text); !slices.Equal(got, want) {
			t.Errorf("%q stands for %v, want %v", text, got, want)
		}
	}
}

func TestAmountInReadsWhatAPersonTypes(t *testing.T) {
	for text, want := range map[string]string{
		"12.60":       "12.60 ",
		"12,6 EUR":    "12.60 EUR",
		"1.331,56 €":  "1331.56 EUR",
		"GBP 1,331":   "1331.00 GBP",
		"$5":          "5.00 USD",
		"-12.50":      "-12.50 ",
		"12.60 total": "",
		"May":         "",
	} {
		amount, currency, ok := app.AmountIn(text)
		if got := amount + " " + currency; ok != (want != "") || ok && got != want {
			t.Errorf("%q is %q, %t, want %q", text, got, ok, want)
		}
	}
}
