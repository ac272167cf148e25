package ui_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/deskhand/deskhand/agentcore/library"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/widgets"
)

// withTable returns a backend that has read a year's documents.
func withTable(t *testing.T) *backend {
	t.Helper()
	d := withLibrary(t)
	for _, p := range []struct{ file, date, from, kind, number, amount, currency, doubt string }{
		{"scan 02.pdf", "2026-01-05", "Stadtwerke Musterstadt GmbH", "Stromrechnung", "7741-02", "84.20", "EUR", ""},
		{"scan 03.pdf", "2026-02-05", "Stadtwerke Musterstadt GmbH", "Stromrechnung", "7741-03", "84.20", "EUR", ""},
		{"scan 04.png", "2026-02-17", "Ferry Lines", "Ticket", "", "14.00", "EUR", plan.FieldIssuer},
		{"scan 05.png", "2026-03-01", "Edison Light & Power", "Invoice", "E-9921", "80.10", "USD", ""},
		{"scan 06.jpg", "2026-03-21", "Corner Shop", "Receipt", "", "12.60", "EUR", plan.FieldAmount},
		{"scan 07.pdf", "2026-04-02", "Northwind Traders", "Invoice", "NW-2026-118", "1250.00", "USD", ""},
		{"scan 08.pdf", "2026-04-30", "Tierarztpraxis Dr. Müller", "Rechnung", "4711", "48.00", "EUR", ""},
		{"scan 14.png", "2026-05-12", "Hollow Tree Garden", "Receipt", "HT-31", "18.95", "EUR", plan.FieldDate},
	} {
		doc := library.Document{
			Hash: p.file, Place: library.Place{Path: "/home/ada/Receipts 2026/" + p.file}, Pages: []string{p.from + " " + p.kind}, Read: d.now,
			Fields: map[string]plan.Field{},
		}
		for name, value := range map[string]string{
			plan.FieldDate: p.date, plan.FieldIssuer: p.from, plan.FieldKind: p.kind, plan.FieldNumber: p.number, plan.FieldAmount: p.amount, plan.FieldCurrency: p.currency,
		} {
			sure := 0.9
			if name == p.doubt {
				sure = 0.5
			}
			if value != "" {
				doc.Fields[name] = plan.Field{Value: value, Confidence: sure}
			}
		}
		if err := d.documents.Add(context.Background(), doc); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// tabled opens the table by its shortcut.
func tabled(t *testing.T, d *backend, v fyne.ThemeVariant) *fixture {
	t.Helper()
	h := open(t, d, v)
	h.untilSaid(locale.L("Reads {{.Languages}}", "Languages", "English"))
	h.shortcut(fyne.KeyT)
	return h
}

func TestAnAmountWithoutACurrencyIsReportedAsUncounted(t *testing.T) {
	d := withTable(t)
	if err := d.documents.Add(t.Context(), library.Document{
		Hash: "scan 09.pdf", Place: library.Place{Path: "/home/ada/Receipts 2026/scan 09.pdf"}, Pages: []string{"Statement"}, Read: d.now,
		Fields: map[string]plan.Field{plan.FieldAmount: {Value: "530.00", Confidence: 0.9}},
	}); err != nil {
		t.Fatal(err)
	}
	h := tabled(t, d, fynetheme.VariantLight)
	h.untilSaid("11 documents  ·  1 amount without a currency isn't in the totals")
	h.mustSay("Total: 409.95 EUR  ·  1,330.10 USD")
}

func TestTheTableListsDocumentsAndAddsThemUpByCurrency(t *testing.T) {
	d := withTable(t)
	d.gone = []string{"/home/ada/Receipts 2026/contract_neu.pdf"}
	h := tabled(t, d, fynetheme.VariantLight)
	h.untilSaid("9 documents  ·  No longer there: contract_neu.pdf")
	h.mustSay("Total: 409.95 EUR  ·  1,330.10 USD", "(3 to check)")

	h.filter("By sender")
	h.mustSay("Stadtwerke Musterstadt GmbH", "168.40 EUR", "1,250.00 USD")
	h.filter("By month")
	h.mustSay("February 2026", "98.20 EUR")
	h.filter("By category")
	h.mustSay("invoice electricity")
	h.filter("Documents")

	h.shortcut(fyne.KeyF)
	h.typing("over 50 euros")
	h.untilSaid("(Over 50.00 EUR  ×)")
	h.untilSaid("3 documents  ·")
	h.mustSay("Total: 316.40 EUR")
	h.filter("Over 50.00 EUR  ×")
	h.untilSaid("9 documents")

	h.press("Any sender")
	h.pick(6) // after Any, by name: Alder, Corner, Edison, Ferry, Hollow
	h.mustSay("1 document  ·", "Total: 18.95 EUR", "[Hollow Tree Garden]")
	h.press("Hollow Tree Garden")
	h.pick(1)
	h.press("Any currency")
	h.pick(3)
	h.mustSay("Total: 1,330.10 USD", "2 documents")
	h.press("USD")
	h.pick(1)
	h.press("Any date")
	h.pick(2)
	h.press("2026")
	h.pick(3)
	h.mustSay("[January 2026]", "Total: 84.20 EUR")
}

// amounts returns those of the rows, from the top.
func (h *fixture) amounts() []string {
	var all []string
	for _, words := range h.words() {
		if len(words) > 3 && words[len(words)-3] == '.' && strings.Trim(words, "0123456789.,") == "" {
			all = append(all, words)
		}
	}
	return all
}

func TestDocumentsWithoutADateComeLast(t *testing.T) {
	d := withTable(t)
	if err := d.documents.Add(t.Context(), library.Document{
		Hash: "film", Place: library.Place{Path: "/home/ada/Receipts 2026/film.mp4"}, Pages: []string{"film"}, Read: d.now,
	}); err != nil {
		t.Fatal(err)
	}
	h := tabled(t, d, fynetheme.VariantLight)
	h.untilSaid("11 documents")
	all := strings.Join(h.words(), "\n")
	if none, dated := strings.Index(all, "film.mp4"), strings.Index(all, "scan 02.pdf"); none < dated {
		t.Errorf("an unknown file is first:\n%s", all)
	}
}

func TestTheTableIsSortedByItsTitles(t *testing.T) {
	h := tabled(t, withTable(t), fynetheme.VariantLight)
	h.untilSaid("10 documents")
	h.press("Amount")
	h.mustSay("[Amount ↑]")
	if got := h.amounts(); len(got) != 9 || got[0] != "12.60" || got[8] != "1,250.00" {
		t.Errorf("rising: %q", got)
	}
	h.press("Amount ↑")
	if got := h.amounts(); got[0] != "1,250.00" || got[8] != "12.60" {
		t.Errorf("falling: %q", got)
	}
}

func TestADoubtfulCellIsCorrectedNextToItsPage(t *testing.T) {
	d := withTable(t)
	h := tabled(t, d, fynetheme.VariantLight)
	h.untilSaid("10 documents")
	h.filter("3 to check")
	h.mustSay("3 documents")
	list := find(h, "list", func(l *widgets.List) bool { return l.Visible() })
	h.window.Fyne().Canvas().Focus(list)
	h.key(fyne.KeyF2) // the uncertain field of the first document to check
	h.untilSaid("Please check")
	field := find(h, "From", func(f *widgets.Field) bool { label, _, _ := f.Words(); return label == "From" })
	if h.window.Fyne().Canvas().Focused() != field.Entry() {
		t.Errorf("the focus is on %v", h.window.Fyne().Canvas().Focused())
	}
	field.Entry().SetText("Blue Ferry Lines")
	h.key(fyne.KeyReturn)
	h.untilSaid("(2 to check)")
	hits, err := d.documents.Matching(context.Background(), d.ReadQuery("from Blue Ferry"))
	if err != nil || len(hits) != 1 {
		t.Errorf("%v, %v", hits, err)
	}
	h.filter("2 to check") // all again
	h.until("the row", func() bool { return h.says("Blue Ferry Lines") })

	// An invalid amount is refused, and a correct one can be confirmed.
	h.press("Amount")
	h.window.Fyne().Canvas().Focus(list)
	h.key(fyne.KeyF2)
	amount := find(h, "Amount", func(f *widgets.Field) bool { label, _, _ := f.Words(); return label == "Amount" })
	if _, value, source := amount.Words(); value != "12.60 EUR" || source != "Please check" {
		t.Errorf("%q, %q", value, source)
	}
	amount.Entry().SetText("much")
	amount.Said("much")
	h.mustSay("Type an amount, such as 12.60 EUR")
	amount.Entry().SetText("12.60 EUR")
	h.press("All correct")
	h.untilSaid("(1 to check)")
}

func TestSearchedWordsAreMarkedOnThePageNextToTheTable(t *testing.T) {
	h := tabled(t, withTable(t), fynetheme.VariantLight)
	h.untilSaid("10 documents")
	h.typing("finch")
	h.untilSaid("1 document")
	h.window.Fyne().Canvas().Focus(find(h, "list", func(l *widgets.List) bool { return l.Visible() }))
	h.key(fyne.KeyDown)
	h.until("the mark", func() bool { return len(h.page().Marks()) == 1 && h.page().Marks()[0].Chosen })
}

func TestRowsAreSavedForASpreadsheet(t *testing.T) {
	home := folder(t, "person")
	t.Setenv("HOME", home)
	h := tabled(t, withTable(t), fynetheme.VariantLight)
	h.untilSaid("10 documents")
	h.press("Export…")
	h.pick(2)
	h.untilSaid("Save table as")
	h.key(fyne.KeyReturn)
	h.untilSaid("Table saved as")
	files, err := filepath.Glob(filepath.Join(home, "*.csv"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil || strings.Count(string(data), "\n") != 11 || !strings.Contains(string(data), "Ferry Lines,Ticket,,14.00,EUR,") {
		t.Errorf("%v: %s", err, data)
	}
	h.press("Export…")
	h.pick(2)
	h.untilSaid("Save table as")
	h.key(fyne.KeyReturn)
	h.untilSaid("Couldn't save the table as")
	h.press("Export…")
	h.pick(1)
	h.untilSaid("Save table as")
	h.key(fyne.KeyReturn)
	h.untilSaid(".xlsx.")
	h.press("Open file")
	if len(h.opened) != 1 || filepath.Ext(h.opened[0]) != ".xlsx" {
		t.Errorf("it opened %q", h.opened)
	}
}

func TestASlowTableCanBeCancelled(t *testing.T) {
	d := withTable(t)
	h := tabled(t, d, fynetheme.VariantLight)
	h.untilSaid("10 documents")
	d.change(func(d *backend) { d.tableGate = make(chan struct{}) })
	h.typing("x")
	h.untilSaid("Looking at Receipts 2026: 40 of 120")
	h.press("Cancel")
	h.untilSaid("Stopped. The table is as it was.")
	h.mustSay("10 documents")
}

func TestAnEmptyTableSaysHowToFillIt(t *testing.T) {
	h := tabled(t, busyPast(), fynetheme.VariantLight)
	h.untilSaid("No documents yet")
	h.mustNotSay("[Date]", "(By sender)")
	h.press("Add folder…")
	h.untilSaid("Which folder would you like to add?")
}

func TestTheTableWorksByKeyboard(t *testing.T) {
	h := tabled(t, withTable(t), fynetheme.VariantLight)
	h.untilSaid("10 documents")
	mustReach(t, h.reached(), "Export…", "Any date", "Any sender", "Any kind", "Any currency", "3 to check", "Documents", "By sender", "By month", "By category",
		"Date", "Amount", "*widgets.List")
	list := find(h, "list", func(l *widgets.List) bool { return l.Visible() })
	h.window.Fyne().Canvas().Focus(list)
	h.key(fyne.KeyDown)
	h.untilSaid("[Open file]")
	mustReach(t, h.reached(), "Date", "From", "Kind", "Number", "Amount", "Open file", "Show in folder", "Close")
	h.window.Fyne().Canvas().Focus(list)
	h.key(fyne.KeyReturn)
	h.press("Show in folder")
	if want := []string{"/home/ada/Receipts 2026/contract_neu.pdf", "/home/ada/Receipts 2026"}; !slices.Equal(h.opened, want) {
		t.Errorf("it opened %q, want %q", h.opened, want)
	}
	h.key(fyne.KeyEscape)
	h.mustNotSay("[Open file]")
	h.key(fyne.KeyEscape)
	h.untilSaid("Drop scans, receipts, PDFs, screenshots")
}

func TestTheTableMatchesItsPictures(t *testing.T) {
	for _, row := range []struct {
		name  string
		v     fyne.ThemeVariant
		size  fyne.Size
		speak string
		reach func(*fixture)
	}{
		{"table-light", fynetheme.VariantLight, wide, "", func(h *fixture) { opensADoubt(h) }},
		{"table-dark-narrow", fynetheme.VariantDark, narrow, "", func(*fixture) {}},
		{"table-german", fynetheme.VariantLight, narrow, "de", func(h *fixture) { opensADoubt(h) }},
		{"table-sums-dark", fynetheme.VariantDark, wide, "", func(h *fixture) { h.filter("By sender") }},
		{"table-empty-light", fynetheme.VariantLight, narrow, "", nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			if row.speak != "" {
				t.Cleanup(locale.Load)
				t.Setenv(locale.Variable, row.speak)
				locale.Load()
			}
			d := busyPast()
			if row.reach != nil {
				d = withTable(t)
			}
			h := tabled(t, d, row.v)
			h.window.Fyne().Resize(row.size)
			if row.reach == nil {
				h.untilSaid("No documents yet")
			} else {
				h.untilSaid(locale.Amount("1330.10") + " USD")
				row.reach(h)
			}
			h.drain()
			mustLookLike(t, row.name+".png", h.picture(row.size))
		})
	}
}

// opensADoubt opens the first uncertain document.
func opensADoubt(h *fixture) {
	h.window.Fyne().Canvas().Focus(find(h, "list", func(l *widgets.List) bool { return l.Visible() }))
	h.key(fyne.KeyEnd)
	h.until("the page", func() bool { return h.page().Words() == "" })
}
