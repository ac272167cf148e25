package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/agentcore/wire/library"
)

func TestTwoOrdersAreDoneOneAfterTheOther(t *testing.T) {
	listing := scansListing(files.Entry{Path: "a.png"}, files.Entry{Path: "b.pdf"})
	moved := files.Changed{Receipt: &files.Receipt{Moved: 1}}
	first := asked("move the photos to Pics and delete b.pdf").answers(toolList, listing)
	if got := called(first.reply(t)); got != toolMove+` {"moves":[{"from":"/home/ann/Scans/a.png","to":"/home/ann/Scans/Pics/a.png"}]}` {
		t.Error(got)
	}
	denied := *first
	denied.messages = slices.Clone(first.messages)
	r := denied.fails(toolMove, chat.StatusDenied, chat.Failure{Class: chat.ErrDenied}).reply(t)
	if len(r.Calls) > 0 || !strings.Contains(r.Text, "I did not start the second.") {
		t.Errorf("after the first was denied: %q, %s", r.Text, called(r))
	}
	second := first.answers(toolMove, moved)
	if got := called(second.reply(t)); got != toolTrash+` {"paths":["/home/ann/Scans/b.pdf"]}` {
		t.Error(got)
	}
	r = second.answers(toolTrash, moved).reply(t)
	for _, want := range []string{"a.png → Pics/a.png", "- b.pdf"} {
		if !strings.Contains(r.Text, want) {
			t.Errorf("%q is missing in %q", want, r.Text)
		}
	}
}

// What is asked of an open folder that the library has not is added up from its files.
func TestASumIsOfTheOpenFolderThoughTheLibraryHasItNot(t *testing.T) {
	read := plan.Summary{Files: 3, Items: []plan.SummaryItem{
		{From: "a.pdf", To: "a.pdf", Kind: "Invoice", Issuer: "Acme", Amount: "12.50", Currency: "EUR"},
		{From: "b.pdf", To: "b.pdf", Kind: "Rechnung", Issuer: "Telekom GmbH", Amount: "30.00", Currency: "EUR"},
		{From: "c.pdf", To: "c.pdf", Kind: "Receipt", Issuer: "Acme", Amount: "7.00", Currency: "USD"},
	}}
	listing := scansListing(files.Entry{Path: "a.pdf"}, files.Entry{Path: "b.pdf"}, files.Entry{Path: "c.pdf"}, files.Entry{Path: "Old", Type: files.TypeFolder})
	ask := func(request string, outside ...string) *script {
		s := asked(request)
		s.tools = append(s.tools, chat.ToolSpec{Name: toolTable})
		return s.answers(toolTable, library.Table{Outside: outside, Documents: 1, Total: 1, Sums: []library.Sum{{Amount: "99.00", Currency: "EUR", Count: 1}}})
	}
	for request, want := range map[string]string{
		"what's the total of my invoices?": "42.50 EUR (2 documents).",
		"How much did I pay Telekom?":      "30.00 EUR (1 document).",
		"What is the sum?":                 "42.50 EUR (2 documents), and 7.00 USD (1 document).",
		"Combien font les factures ?":      "42.50 EUR (2 documents).",
	} {
		r := ask(request, "/home/ann/Scans").answers(toolList, listing).answers(toolPropose, read).reply(t)
		if !strings.HasPrefix(r.Text, want) || !strings.Contains(r.Text, "1 folder inside") && !strings.Contains(r.Text, "1 sous-dossier") {
			t.Errorf("%s: %s %s", request, r.Text, called(r))
		}
		if r = ask(request).reply(t); !strings.HasPrefix(r.Text, "99.00 EUR") {
			t.Errorf("%s: the library has it, and yet: %s %s", request, r.Text, called(r))
		}
	}
}

func TestAFolderThatIsNotMeantIsAskedAboutOnlyWhereFilesMayBe(t *testing.T) {
	listing := scansListing(files.Entry{Path: "a.pdf"}, files.Entry{Path: "b.pdf"}, files.Entry{Path: "Invoices", Type: files.TypeFolder})
	read := plan.Summary{Files: 2, Items: []plan.SummaryItem{{From: "a.pdf", Kind: "Invoice"}, {From: "b.pdf", Kind: "Letter"}}}
	r := asked("move everything to Old, not Invoices").answers(toolList, listing).answers(toolPropose, read).reply(t)
	if len(r.Calls) > 0 || !strings.Contains(r.Text, "I cannot tell whether “Invoices” is a folder to avoid") {
		t.Error(r.Text, called(r))
	}
	r = asked("move the letters to Old, not Invoices").answers(toolList, listing).answers(toolPropose, read).reply(t)
	if got := called(r); got != toolMove+` {"moves":[{"from":"/home/ann/Scans/b.pdf","to":"/home/ann/Scans/Old/b.pdf"}]}` {
		t.Error(r.Text, got)
	}
}

func TestALanguageThatNobodyReadsIsAnsweredInTheUsualOne(t *testing.T) {
	for _, request := range []string{
		"Sposta le fatture nella cartella Tasse", "Rinomina le fatture", "Verplaats de foto's naar Vakantie", "Kun je de facturen hernoemen?",
		"Mude o nome das faturas", "Przenieś faktury do folderu Podatki", "Flytta fakturorna till mappen Skatt",
	} {
		if r := asked(request).reply(t); !strings.HasPrefix(r.Text, "I did not understand") {
			t.Errorf("%s: %s", request, r.Text)
		}
	}
}

func TestWhatIsLeftOfARequestIsToldAsDataToo(t *testing.T) {
	if r := asked("tidy everything and frobnicate the receipts").reply(t); !slices.Equal(r.Left, []string{"frobnicate"}) {
		t.Errorf("%q", r.Left)
	}
	listing := scansListing(files.Entry{Path: "a.pdf"}, files.Entry{Path: "b.png"})
	r := asked("rename everything except a.pdf").answers(toolList, listing).answers(toolPropose, plan.Summary{Files: 1}).reply(t)
	if !slices.Equal(r.LeftOut, []string{"/home/ann/Scans/a.pdf"}) {
		t.Errorf("%q: %s %s", r.LeftOut, r.Text, called(r))
	}
}
