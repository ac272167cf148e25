package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/mcp/servers/documents/layout"
)

var brief = []string{
	"Rechnung der Buchhandlung am Hafen", "Datum 12.03.2024, und wir bitten Sie,", "den Betrag nicht bar zu zahlen.",
	"Vielen Dank, auf bald bei uns und", "mit besten Wünschen für Sie.",
}

func TestTheLanguageOfAPageIsDetectedByItsSmallWords(t *testing.T) {
	words := func(text string) layout.Page {
		var page layout.Page
		for _, word := range strings.Fields(text) {
			page.Words = append(page.Words, layout.Word{Text: word})
		}
		return page
	}
	for text, want := range map[string]string{
		strings.Join(brief, " "): "deu",
		"Thank you for your order. The books are on the way and we hope that you like them.":                "eng",
		"Facture: nous vous prions de payer le montant dans les 30 jours avec votre carte.":                 "fra",
		"Muchas gracias por su compra. Los libros y las revistas para el cliente están en camino.":          "spa",
		"Hartelijk dank voor uw bestelling. Het bedrag van de factuur is met een korting, niet zonder.":     "nld",
		"Thank you for your order. Die Rechnung der Firma wird mit dem Paket geschickt, und das ist alles.": "",
		"TOTAL 12.40 14.03.2026 8213": "",
		"und der":                     "",
		"":                            "",
	} {
		if got := languageOf(words(text)); got != want {
			t.Errorf("%q is taken for %q, not %q", text, got, want)
		}
	}
}

// A page in a language that nobody named is read in it where it is installed, and
// else that is said.
func TestAPageIsReadInItsLanguageOrTheMissingLanguageReported(t *testing.T) {
	for name, config := range engines() {
		pool := newPool(t, config)
		got, err := pool.Read(t.Context(), of(page(t, brief...)), nil)
		must(t, err)
		if want := !slices.Contains(pool.Status().Languages, "deu"); slices.Contains(got.Missing, "deu") != want {
			t.Errorf("%s: missing %v of %v", name, got.Missing, pool.Status().Languages)
		}
		if got, err := pool.Read(t.Context(), of(page(t, brief...)), []string{"eng"}); err != nil || len(got.Missing) > 0 {
			t.Errorf("%s, asked for English: missing %v, %v", name, got.Missing, err)
		}
		if got, err := pool.Read(t.Context(), of(page(t, letter...)), nil); err != nil || len(got.Missing) > 0 {
			t.Errorf("%s, an English page: missing %v, %v", name, got.Missing, err)
		}
	}
}

// Here the data that is called German is the English one: what counts is that it is
// used.
func TestALanguageThatIsInstalledIsUsed(t *testing.T) {
	data := t.TempDir()
	found, _ := filepath.Glob("/usr/share/tesseract-ocr/*/tessdata/eng.traineddata")
	if len(found) == 0 {
		t.Fatal("Install tesseract-ocr-eng.")
	}
	english, err := os.ReadFile(found[0])
	must(t, err)
	for _, name := range []string{"eng", "deu"} {
		must(t, os.WriteFile(filepath.Join(data, name+".traineddata"), english, 0o600))
	}
	t.Setenv("TESSDATA_PREFIX", data)
	pool := newPool(t, Config{Library: withTesseract, Program: "/nowhere/tesseract", CacheDir: t.TempDir()})
	source := of(page(t, brief...))
	source.Key = "a page"
	for range 2 { // read, and out of the cache
		got, err := pool.Read(t.Context(), source, nil)
		if err != nil || len(got.Missing) > 0 || !strings.Contains(text(got.Page), "Rechnung der Buchhandlung") {
			t.Errorf("missing %v, %v:\n%s", got.Missing, err, text(got.Page))
		}
	}
}
