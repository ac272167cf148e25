package locale_test

import (
	"testing"
	"time"

	"github.com/deskhand/deskhand/ui/locale"
)

// speak switches the language for a test.
func speak(t *testing.T, language string) {
	t.Helper()
	t.Setenv(locale.Variable, language)
	locale.Load()
}

func TestPluralForms(t *testing.T) {
	for n, want := range map[int]string{0: "0 files", 1: "1 file", 2: "2 files", 12_000: "12,000 files"} {
		if got := locale.Files(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestGapValuesAreNotTranslated(t *testing.T) {
	if got := locale.L("Today {{.Time}}", "Time", "{{.Day}}"); got != "Today {{.Day}}" {
		t.Errorf("got %q", got)
	}
}

func TestALanguageWithoutACatalogueGetsEnglish(t *testing.T) {
	t.Setenv("LC_ALL", "fr_FR.UTF-8")
	t.Setenv("LANGUAGE", "fr:pt")
	locale.Load()
	if got := locale.L("Today {{.Time}}", "Time", "12:00"); got != "Today 12:00" {
		t.Errorf("got %q", got)
	}
}

func TestAGermanSystemGetsGerman(t *testing.T) {
	t.Setenv("LC_ALL", "de_AT.UTF-8")
	t.Setenv("LANGUAGE", "")
	locale.Load()
	defer speak(t, "en")
	for got, want := range map[string]string{
		locale.L("Today {{.Time}}", "Time", "12:00"): "Heute 12:00",
		locale.Files(1):      "1 Datei",
		locale.Files(12_000): "12.000 Dateien",
		locale.Date(time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC)): "2. Mai 2026",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestThePseudoLanguageIsLongerAndAccented(t *testing.T) {
	speak(t, locale.Pseudo)
	defer locale.Load()
	if got := locale.L("Today {{.Time}}", "Time", "12:00"); got != "«Ţóðáý 12:00··»" {
		t.Errorf("got %q", got)
	}
	t.Setenv(locale.Variable, "")
	locale.Load()
	if got := locale.L("Today {{.Time}}", "Time", "12:00"); got != "Today 12:00" {
		t.Errorf("afterwards it is %q", got)
	}
}

func TestTimesAreRelative(t *testing.T) {
	zone := time.FixedZone("east", 2*3600)
	now := time.Date(2026, 5, 12, 0, 30, 0, 0, zone)
	for _, row := range []struct {
		t    time.Time
		want string
	}{
		{now, "Today 00:30"},
		{time.Date(2026, 5, 11, 22, 15, 0, 0, time.UTC), "Today 00:15"}, // yesterday in UTC
		{time.Date(2026, 5, 11, 23, 59, 0, 0, zone), "Yesterday 23:59"},
		{time.Date(2026, 1, 2, 9, 5, 0, 0, zone), "2 January 09:05"},
		{time.Date(2025, 12, 31, 9, 5, 0, 0, zone), "31 December 2025 09:05"},
	} {
		if got := locale.When(row.t, now); got != row.want {
			t.Errorf("%v: %q, want %q", row.t, got, row.want)
		}
	}
}

func TestNumbersAreGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 10_000: "10,000", 1_234_567: "1,234,567", -1234: "-1,234", -123: "-123"} {
		if got := locale.Number(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

func TestAmountsAreGrouped(t *testing.T) {
	for decimal, want := range map[string]string{"": "", "12.60": "12.60", "1250.00": "1,250.00", "-2239429.37": "-2,239,429.37", "5000": "5,000"} {
		if got := locale.Amount(decimal); got != want {
			t.Errorf("%s: %q, want %q", decimal, got, want)
		}
	}
}
