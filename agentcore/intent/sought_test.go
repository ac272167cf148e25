package intent

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/intent/span"
)

func TestWhatASearchLooksForIsFiltersAndWords(t *testing.T) {
	today := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	lastYear := span.Period{Since: "2025-01-01", Until: "2026-01-01"}
	over50 := span.Sum{Least: 5001, Currency: "EUR"}
	for text, want := range map[string]Sought{
		"tortoise":                             {Words: []string{"tortoise"}},
		"over 50 euros":                        {Only: Pick{Sum: over50}},
		"über 50 Euro":                         {Only: Pick{Sum: over50}},
		"plus de 50 euros":                     {Only: Pick{Sum: over50}},
		"más de 50 euros":                      {Only: Pick{Sum: over50}},
		"last year":                            {Only: Pick{Dated: lastYear}},
		"from Meridian":                        {Only: Pick{Sender: "Meridian"}},
		"statement from Meridian":              {Only: Pick{Sender: "Meridian"}, Words: []string{"statement"}},
		"electricity over 50 euros last year":  {Only: Pick{Sum: over50, Dated: lastYear}, Words: []string{"electricity"}},
		"which receipts are over 50 euros?":    {Only: Pick{Kind: "receipt", Sum: over50}, KindText: "receipts"},
		"find the document about the tortoise": {Words: []string{"tortoise"}},
		"meridian invoice":                     {Only: Pick{Kind: "invoice"}, KindText: "invoice", Words: []string{"meridian"}},
		"Taxi Rechnung 2025":                   {Only: Pick{Kind: "invoice", Dated: lastYear}, KindText: "rechnung", Words: []string{"taxi"}},
		"insurance 2024":                       {Words: []string{"insurance", "2024"}},
		"insurance in 2025":                    {Only: Pick{Dated: lastYear}, Words: []string{"insurance"}},
		"under 20 euros":                       {Only: Pick{Sum: span.Sum{Least: math.MinInt64, Most: 1999, Currency: "EUR"}}},

		"how much did I pay for electricity in 2025?": {Only: Pick{Dated: lastYear}, Words: []string{"electricity"}, Sum: true},
		"wie viel habe ich 2025 für Strom bezahlt?":   {Only: Pick{Dated: lastYear}, Words: []string{"strom"}, Sum: true},
		"what do my invoices from Acme sum to":        {Only: Pick{Kind: "invoice", Sender: "Acme"}, KindText: "invoices", Sum: true},
		"was ergeben zusammen die Rechnungen":         {Only: Pick{Kind: "invoice"}, KindText: "rechnungen", Sum: true},
		"cuánto suman las facturas de Acme":           {Only: Pick{Kind: "invoice", Sender: "Acme"}, KindText: "facturas", Sum: true},
		"what did I spend at Rewe last month":         {Only: Pick{Dated: span.Period{Since: "2026-10-01", Until: "2026-11-01"}}, Words: []string{"rewe"}, Sum: true},
	} {
		got := Seek(text, today)
		if strings.Join(got.Words, "|") != strings.Join(want.Words, "|") || got.Only != want.Only || got.KindText != want.KindText || got.Sum != want.Sum {
			t.Errorf("%q: %+v\nwant %+v", text, got, want)
		}
	}
}
