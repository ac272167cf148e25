package ui_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"fyne.io/fyne/v2"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/widgets"
)

// inPseudo switches the window to the pseudo-language for a test.
func inPseudo(t *testing.T) {
	t.Helper()
	t.Cleanup(locale.Load) // after the environment is restored
	t.Setenv(locale.Variable, locale.Pseudo)
	locale.Load()
}

// bareWords returns the words on the screen that bypass the catalogue and are not among
// names, the test's own data.
func (h *fixture) bareWords(names *regexp.Regexp) []string {
	var bare []string
	check := func(words string) {
		rest := names.ReplaceAllString(unsaid(words), "")
		if strings.ContainsFunc(rest, unicode.IsLetter) {
			bare = append(bare, words)
		}
	}
	for _, o := range h.all() {
		for _, words := range wordsOf(o) {
			for line := range strings.SplitSeq(words, "\n") {
				check(line)
			}
		}
		switch o := o.(type) {
		case *widgets.RailItem:
			check(o.Label())
		case *widgets.Entry:
			check(o.PlaceHolder)
		case *widgets.Composer:
			check(o.PlaceHolder)
		}
	}
	return bare
}

// unsaid returns the part of words outside « ».
func unsaid(words string) string {
	var b strings.Builder
	depth := 0
	for _, r := range words {
		switch {
		case r == '«':
			depth++
		case r == '»':
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func TestEveryPageUsesTheCatalogue(t *testing.T) {
	inPseudo(t)
	for _, page := range []struct {
		name  string
		show  func(t *testing.T) *fixture
		names string // data on the page
	}{
		{"home", func(t *testing.T) *fixture {
			h := light(t, busyPast())
			h.untilSaid("Downloads")
			return h
		}, `Downloads|English|\d{4}-\d\d-\d\d Alder & Finch Invoice AF-7731\.pdf|\bD\b`},
		{"chooser", func(t *testing.T) *fixture {
			t.Setenv("HOME", folder(t, "Person", "a.txt"))
			h := light(t, receipts())
			h.press(locale.L("Choose files…"))
			h.until("the folder", func() bool { return h.says("a.txt") })
			return h
		}, `a\.txt|/\S*Person|\bD\b|English`},
		{"plan", func(t *testing.T) *fixture {
			h := light(t, receipts())
			h.window.Drop([]string{receiptsFolder(t)})
			h.untilSaid(locale.N("{{.N}} file read", "{{.N}} files read", 8))
			h.until("the pages", h.drawn)
			return h
		}, receiptNames},
		{"receipt", func(t *testing.T) *fixture {
			h := light(t, receipts())
			h.window.Drop([]string{receiptsFolder(t)})
			h.untilSaid(locale.N("{{.N}} file read", "{{.N}} files read", 8))
			h.press(locale.N("Rename {{.N}} file", "Rename {{.N}} files", 6))
			h.untilSaid(locale.N("{{.N}} file renamed in {{.Folder}}", "{{.N}} files renamed in {{.Folder}}", 6, "Folder", "Receipts 2026"))
			return h
		}, receiptNames},
		{"chat", func(t *testing.T) *fixture {
			h := light(t, withConversations())
			h.rail(locale.L("Chat"))
			h.untilSaid("Archive old invoices")
			h.window.Fyne().Canvas().Focus(h.list())
			h.key(fyne.KeyDown)
			h.untilSaid("The answer to Archive old invoices")
			return h
		}, `The answer to |Archive old invoices|Rename my receipts|What is in Downloads\?|The water bill|Old times|qwen3:8b|\bD\b`},
		{"search", func(t *testing.T) *fixture {
			h := light(t, withLibrary(t))
			h.shortcut(fyne.KeyK)
			h.typing("garden over 10 euros")
			h.untilSaid("scan 14.png")
			h.until("the pages", h.drawn)
			return h
		}, `scan \d+\.png|contract_neu\.pdf|Hollow Tree Garden|Alder & Finch|Dr\. Ute Brandt|Receipt|Invoice|Mietvertrag|\d+\.\d\d EUR|the invoice for garden tools|mit Garten|_garden over 10 euros_|×|\bD\b`},
		{"table", func(t *testing.T) *fixture {
			h := light(t, withTable(t))
			h.shortcut(fyne.KeyT)
			h.untilSaid("scan 14.png")
			opensADoubt(h)
			return h
		}, `scan \d+\.\w+|contract_neu\.pdf|Hollow Tree Garden|Alder & Finch|Dr\. Ute Brandt|Stadtwerke Musterstadt GmbH|Ferry Lines|Edison Light & Power|Corner Shop|Northwind Traders|` +
			`Tierarztpraxis Dr. Müller|Strom(rechnung)?|Rechnung|[Rr]eceipt|[Ii]nvoice( electricity)?|[Tt]icket|Mietvertrag|contract|[A-Z]{1,2}-[\d-]+|\d+\.\d\d|EUR|USD|×|[↑↓]|\bD\b`},
		{"activity", func(t *testing.T) *fixture {
			h := light(t, busyPast())
			h.rail(locale.L("Activity"))
			h.untilSaid("IMG_1.jpg")
			return h
		}, `Downloads|Desktop|Notes|IMG_\d+\.jpg|\d{4}-\d\d-\d\d Shop \d+\.jpg|a\.txt|English|\bD\b`},
		{"models", func(t *testing.T) *fixture {
			h := light(t, withModels())
			h.rail(locale.L("Models"))
			h.untilSaid("qwen3:8b")
			return h
		}, `[a-z0-9.]+:[a-z0-9]+|English|\bD\b`},
		{"servers", func(t *testing.T) *fixture {
			h := light(t, withServers())
			h.rail(locale.L("Servers"))
			h.untilSaid("documents")
			return h
		}, `npx -y @acme/weather --unit [^\n]*|files|documents|weather|mail|notes|calendar|/\S+|The program "nowhere" is not on this computer, or cannot be run\.|nowhere|broken|English|\bD\b`},
		{"settings", func(t *testing.T) *fixture {
			h := light(t, receipts())
			h.rail(locale.L("Settings"))
			h.press(locale.L("Advanced…"))
			h.untilSaid("config.toml")
			return h
		}, `\{\w+\}|/\S+|_\d+[sm]_|English|Deutsch|\bD\b`},
	} {
		t.Run(page.name, func(t *testing.T) {
			h := page.show(t)
			h.drain()
			for _, words := range h.bareWords(regexp.MustCompile(page.names)) {
				t.Errorf("%q is not in the catalogue", words)
			}
		})
	}
}

// receiptNames returns the data of receipts.
const receiptNames = `Receipts 2026|\d{4}-\d\d-\d\d [^\n]*\.(png|jpg|pdf)|(scan \d+|IMG_\d+|DSC_\d+|contract_neu|document\(7\)|blank)(\.(png|jpg|pdf))?|` +
	`12 May 2026|2 Jul 2024|1\. August 2025|6 avril 2026|Alder & Finch|Hollow Tree Garden|Kaufhalle Süd|Dr\. Ute Brandt|Wasserwerk Eichtal|Fromagerie Colin|` +
	`Invoice|Receipt|Rechnung|Mietvertrag|AF-7731|12,60 EUR|\.\bpng\b|\bD\b`
