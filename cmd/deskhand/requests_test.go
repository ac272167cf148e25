package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/intent"
)

// request is one that is made of the built program without a model, and what has to
// become of the folder: "old > new", where * in a name is anything, nothing is the
// trash, and + a new file. No change at all is wanted where nothing stands. Says is
// what the answer has to hold, and with a minus what it must not.
type request struct{ text, want, says string }

// inbox is the folder that most requests are made in.
func inbox() map[string]string {
	return map[string]string{
		"receipt.txt":      "REWE Markt GmbH\nReceipt\nDate: 2026-02-03\nTotal 9.99 EUR\n",
		"invoice.txt":      "Acme Ltd\nInvoice\nInvoice date: 2026-03-04\nInvoice number: 17\nTotal 12.00 EUR\n",
		"Rechnung 4.txt":   "Stadtwerke Musterstadt GmbH\nRechnung\nRechnungsdatum: 05.04.2025\nRechnungsnummer: 4711\nGesamtbetrag 80,00 EUR\n",
		"lease.pdf":        "no page",
		"b.pdf":            "no page either",
		"IMG_0001.png":     "no picture",
		"IMG_0002.png":     "no picture either",
		"old draft.md":     "# Plans",
		"old draft (2).md": "# Plans",
	}
}

// papers are a folder of several years, senders and currencies.
func papers() map[string]string {
	return map[string]string{
		"acme march.txt": "Acme Ltd\nInvoice\nInvoice date: 2024-03-04\nInvoice number: 17\nTotal 12.00 EUR\n",
		"acme nov.txt":   fmt.Sprintf("ACME Ltd.\nInvoice\nInvoice date: %d-11-20\nInvoice number: 9\nTotal 240.00 EUR\n", time.Now().Year()-1),
		"strom.txt":      "Stadtwerke Musterstadt GmbH\nStromrechnung\nRechnungsdatum: 05.04.2023\nRechnungsnummer: 4711\nGesamtbetrag 80,00 EUR\n",
		"bon.txt":        "REWE Markt GmbH\nReceipt\nDate: 2024-02-03\nTotal 9.99 EUR\n",
		"dollar.txt":     "Best Coffee Inc.\nReceipt\nDate: 2024-01-15\nTotal 75.50 USD\n",
		"vertrag.txt":    "Wohnbau Nord GmbH\nMietvertrag\nDatum: 01.06.2022\n",
		"lease.pdf":      "no page",
		"IMG_0001.png":   "no picture",
		"IMG_0002.png":   "no picture either",
		"Draft.md":       "# Plans",
		"Draft copy.md":  "# Plans",
		"Old/scan.txt":   "Acme Ltd\nInvoice\nInvoice date: 2021-05-06\nInvoice number: 3\nTotal 33.00 EUR\n",
	}
}

func TestRequestsWithoutAModelDoWhatTheySayOrNothing(t *testing.T) {
	if n := len(requestsWithoutAModel); n < 120 {
		t.Errorf("there are %d requests", n)
	}
	mustGoAsWanted(t, inbox, requestsWithoutAModel, 0.9)
}

// mustGoAsWanted makes the requests of a table, each in a folder of its own, of one
// Deskhand that runs. None may do anything else to the folder than what is wanted, and at
// least this share has to go as wanted.
func mustGoAsWanted(t *testing.T, folder func() map[string]string, table []request, least float64) {
	t.Helper()
	running := &person{t: t, home: t.TempDir()}
	defer running.runs()()
	tell := make([]func() (bool, bool), len(table))
	limit := make(chan struct{}, programsAtOnce)
	var all sync.WaitGroup
	for i, row := range table {
		p := &person{t: t, home: running.home, dir: filepath.Join(t.TempDir(), "Inbox")}
		if row.needsOwnHome() {
			p.home = t.TempDir()
		}
		all.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			tell[i] = row.run(p, folder())
		})
	}
	all.Wait()
	good, harmful := 0, 0
	for _, outcome := range tell {
		fine, harm := outcome()
		if fine {
			good++
		}
		if harm {
			harmful++
		}
	}
	if harmful > 0 || float64(good) < least*float64(len(table)) {
		t.Errorf("of %d requests %d went as wanted and %d did harm", len(table), good, harmful)
	}
	t.Logf("%d of %d as wanted, %d harmful", good, len(table), harmful)
}

// programsAtOnce is how many programs run side by side.
const programsAtOnce = 3

// runs starts a Deskhand that does what others ask for until stop is called: it waits for
// an answer itself.
func (p *person) runs() (stop func()) {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), "a.txt")
	c := p.command("ask", "rename a.txt to b.txt", "--in", filepath.Dir(file), "--model", "none", "--approve", "ask")
	in, stdin := c.StdinPipe()
	errs, stderr := c.StderrPipe()
	if err := errors.Join(os.WriteFile(file, nil, 0o600), stdin, stderr, c.Start()); err != nil {
		p.t.Fatal(err)
	}
	said := bufio.NewReader(errs)
	if asked, err := said.ReadString('['); err != nil {
		p.t.Fatalf("%v: %s", err, asked)
	}
	return func() {
		_ = in.Close() // no answer is a no
		_, _ = io.Copy(io.Discard, said)
		_ = c.Wait()
	}
}

// needsOwnHome reports whether what is asked for is about earlier changes, or is kept for later
// files.
func (row request) needsOwnHome() bool {
	switch intent.Parse(row.text).Do {
	case intent.Undo, intent.History, intent.GoAhead, intent.KeepRule:
		return true
	}
	return false
}

// run makes the request, and returns what tells how that went.
func (row request) run(p *person, files map[string]string) func() (good, harmful bool) {
	t := p.t
	before, err := writeFolder(p.dir, files)
	if err != nil {
		return func() (bool, bool) { t.Error(err); return false, false }
	}
	said, err := row.ask(p)
	got, lost := changesSince(p.dir, before)
	return func() (good, harmful bool) {
		if err != nil || lost != nil {
			t.Errorf("%s: %v, %v\n%s", row.text, err, lost, said)
		}
		switch {
		case fits(got, row.want) && holds(said, row.says):
			return true, false
		case len(got) > 0 && !fits(got, row.want):
			t.Errorf("%s\nharms: %s\nwanted %s\nsays %s", row.text, strings.Join(got, "; "), row.want, said)
			return false, true
		}
		t.Logf("%s\nis not done (%s; %s): %s", row.text, row.want, row.says, said)
		return false, false
	}
}

// ask makes the request of the program, and returns the answer.
func (row request) ask(p *person) (string, error) {
	out, err := p.command("ask", row.text, "--in", p.dir, "--model", "none", "--approve", "all").Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == exitFailed {
		err = nil // the answer says what was not understood, or not found
	}
	return string(out), err
}

// holds reports whether an answer has all that it has to have, and nothing that it
// must not.
func holds(answer, says string) bool {
	for part := range strings.SplitSeq(says, "; ") {
		unwanted, not := strings.CutPrefix(part, "-")
		if not == strings.Contains(answer, unwanted) && part != "" {
			return false
		}
	}
	return answer != ""
}

// writeFolder makes a folder of files.
func writeFolder(dir string, files map[string]string) (map[string]fs.FileInfo, error) {
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	return filesIn(dir)
}

// filesIn returns the files below a folder by their paths in it.
func filesIn(dir string) (map[string]fs.FileInfo, error) {
	all := map[string]fs.FileInfo{}
	return all, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		rel, _ := filepath.Rel(dir, path)
		all[rel] = info
		return err
	})
}

// changesSince tells which files have another path, which are gone and which are
// new, in order.
func changesSince(dir string, before map[string]fs.FileInfo) ([]string, error) {
	now, err := filesIn(dir)
	var changes []string
	for was, info := range before {
		is := ""
		for path, other := range now {
			if os.SameFile(info, other) {
				is = path
				delete(now, path)
				break
			}
		}
		switch is {
		case was:
		case "":
			changes = append(changes, was+" >")
		default:
			changes = append(changes, was+" > "+is)
		}
	}
	for path := range now {
		changes = append(changes, "+ "+path)
	}
	slices.Sort(changes)
	return changes, err
}

// fits reports whether changes are those that are wanted.
func fits(changes []string, want string) bool {
	var wanted []string
	if want != "" {
		wanted = strings.Split(want, "; ")
	}
	return slices.EqualFunc(changes, wanted, func(got, want string) bool {
		same, err := filepath.Match(want, got)
		return same && err == nil
	})
}

// requestsWithoutAModel are what people ask for in the inbox.
var requestsWithoutAModel = []request{
	// Tidying, all or a part.
	{"tidy this folder", tidied, ""},
	{"Please rename everything in here", tidied, ""},
	{"Räum diesen Ordner auf", tidied, ""},
	{"Benenne alle Dateien um", tidied, ""},
	{"tidy everything except lease.pdf", tidied, ""},
	{"tidy everything except receipt.txt", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"tidy everything but not receipt.txt and invoice.txt", "Rechnung 4.txt > *", ""},
	{"tidy everything, but leave receipt.txt alone", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"rename all files apart from invoice.txt", "Rechnung 4.txt > *; receipt.txt > *", ""},
	{"except for receipt.txt, rename everything", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"don't touch receipt.txt. Tidy the rest.", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"tidy this folder without touching receipt.txt", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"skip receipt.txt and rename the others", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"Räum alles auf außer receipt.txt", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"Räum alles auf, aber nicht receipt.txt", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"Benenne alles um bis auf „Rechnung 4.txt“", "invoice.txt > *; receipt.txt > *", ""},
	{"Lass receipt.txt in Ruhe und benenne die anderen um", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"Sortiere alles ohne receipt.txt", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"Range tout sauf receipt.txt", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"Ordena todo excepto receipt.txt", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"tidy everything except the txt files", "", ""},
	{"tidy everything except the invoices", "receipt.txt > *", ""},
	{"Räum alles auf außer den Rechnungen", "receipt.txt > *", ""},
	{"tidy everything except what is dear to me", "", ""},
	{"tidy everything except contract.pdf", "", ""},
	{"tidy everything except the holiday stuff", "", ""},
	{"rename only the receipts", "receipt.txt > *", ""},
	{"only rename receipt.txt", "receipt.txt > *", ""},
	{"rename only invoice.txt and receipt.txt", "invoice.txt > *; receipt.txt > *", ""},
	{"rename just the invoices", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"Benenne nur die Rechnungen um", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"Benenne nur receipt.txt um", "receipt.txt > *", ""},
	{"rename the invoices from Acme", "invoice.txt > *", ""},
	{"rename the invoices from 2025", "Rechnung 4.txt > *", ""},
	{"rename the files from 2026", "invoice.txt > *; receipt.txt > *", ""},
	{"rename the txt files", "Rechnung 4.txt > *; invoice.txt > *; receipt.txt > *", ""},
	{"rename the files starting with inv", "invoice.txt > *", ""},
	{"rename only the PDFs", "", ""},
	{"rename receipt.txt", "receipt.txt > *", ""},
	{"tidy receipt.txt and invoice.txt", "invoice.txt > *; receipt.txt > *", ""},

	// By name.
	{"rename lease.pdf to Flat.pdf", "lease.pdf > Flat.pdf", ""},
	{"rename lease.pdf to Flat", "lease.pdf > Flat.pdf", ""},
	{`rename lease.pdf to "Lease of the flat"`, "lease.pdf > Lease of the flat.pdf", ""},
	{"Benenne lease.pdf in Mietvertrag.pdf um", "lease.pdf > Mietvertrag.pdf", ""},
	{"Benenne lease.pdf um zu „Mein Vertrag“", "lease.pdf > Mein Vertrag.pdf", ""},
	{"rename gone.pdf to here.pdf", "", ""},
	{"rename lease.pdf to", "", ""},
	{"rename lease.pdf and b.pdf to c.pdf", "", ""},
	{"rename lease.pdf to something nicer", "", ""},

	// Into folders.
	{"move lease.pdf into Contracts", "lease.pdf > Contracts/lease.pdf", ""},
	{"move lease.pdf and b.pdf into a folder called Contracts", "b.pdf > Contracts/b.pdf; lease.pdf > Contracts/lease.pdf", ""},
	{"put all PDFs into Contracts", "b.pdf > Contracts/b.pdf; lease.pdf > Contracts/lease.pdf", ""},
	{"move the photos into a new folder named Pictures", "IMG_0001.png > Pictures/IMG_0001.png; IMG_0002.png > Pictures/IMG_0002.png", ""},
	{"move everything except the txt files into Other", "IMG_0001.png > Other/IMG_0001.png; IMG_0002.png > Other/IMG_0002.png; b.pdf > Other/b.pdf; lease.pdf > Other/lease.pdf; old draft (2).md > Other/old draft (2).md; old draft.md > Other/old draft.md", ""},
	{"move the PDFs except lease.pdf into Contracts", "b.pdf > Contracts/b.pdf", ""},
	{"move the invoices into Bills", "Rechnung 4.txt > Bills/Rechnung 4.txt; invoice.txt > Bills/invoice.txt", ""},
	{"Verschiebe alle PDFs in den Ordner Verträge", "b.pdf > Verträge/b.pdf; lease.pdf > Verträge/lease.pdf", ""},
	{"Verschiebe lease.pdf nach Verträge", "lease.pdf > Verträge/lease.pdf", ""},
	{"Leg die Fotos in einen neuen Ordner namens Bilder", "IMG_0001.png > Bilder/IMG_0001.png; IMG_0002.png > Bilder/IMG_0002.png", ""},
	{"Verschiebe alle PDFs außer lease.pdf in den Ordner Verträge", "b.pdf > Verträge/b.pdf", ""},
	{"Déplace les PDF dans le dossier Contrats", "b.pdf > Contrats/b.pdf; lease.pdf > Contrats/lease.pdf", ""},
	{"copy lease.pdf to Backup", "+ Backup/lease.pdf", ""},
	{"copy the PDFs into Backup", "+ Backup/b.pdf; + Backup/lease.pdf", ""},
	{"Kopiere lease.pdf in den Ordner Sicherung", "+ Sicherung/lease.pdf", ""},
	{"move lease.pdf", "", ""},
	{"move the files into groups", "", ""},
	{"put everything in order by importance", "", ""},
	{"move lease.pdf into Contracts and b.pdf into Other", "b.pdf > Other/b.pdf; lease.pdf > Contracts/lease.pdf", ""},

	// Into the trash.
	{"delete lease.pdf", "lease.pdf >", ""},
	{"put lease.pdf into the trash", "lease.pdf >", ""},
	{"delete lease.pdf and b.pdf", "b.pdf >; lease.pdf >", ""},
	{"Lösche lease.pdf", "lease.pdf >", ""},
	{"Wirf lease.pdf in den Papierkorb", "lease.pdf >", ""},
	{"delete the png files", "IMG_0001.png >; IMG_0002.png >", ""},
	{"delete all files", "", ""},
	{"delete everything except lease.pdf", "", ""},
	{"Lösche alles außer lease.pdf", "", ""},
	{"delete the invoices that are paid", "", ""},
	{"delete lease.pdf unless it is signed", "", ""},

	// Names by a pattern.
	{"rename all PDFs to upper case", "b.pdf > B.pdf; lease.pdf > LEASE.pdf", ""},
	{"make the names of the png files lower case", "IMG_0001.png > img_0001.png; IMG_0002.png > img_0002.png", ""},
	{"put all md files in title case", "old draft (2).md > Old Draft (2).md; old draft.md > Old Draft.md", ""},
	{"Benenne alle PDFs in Großbuchstaben um", "b.pdf > B.pdf; lease.pdf > LEASE.pdf", ""},
	{"Schreib die Namen der PNG-Dateien klein", "IMG_0001.png > img_0001.png; IMG_0002.png > img_0002.png", ""},
	{"rename everything except IMG_0001.png to lower case", "IMG_0002.png > img_0002.png; Rechnung 4.txt > rechnung 4.txt", ""},
	{`replace "IMG" by "Photo" in all names`, "IMG_0001.png > Photo_0001.png; IMG_0002.png > Photo_0002.png", ""},
	{"replace spaces with underscores in the names of the md files", "old draft (2).md > old_draft_(2).md; old draft.md > old_draft.md", ""},
	{`Ersetze „IMG“ durch „Foto“ in allen Namen`, "IMG_0001.png > Foto_0001.png; IMG_0002.png > Foto_0002.png", ""},
	{`remove "IMG_" from the names`, "IMG_0001.png > 0001.png; IMG_0002.png > 0002.png", ""},
	{`add "2024 " in front of the PDFs`, "b.pdf > 2024 b.pdf; lease.pdf > 2024 lease.pdf", ""},
	{`add " signed" at the end of lease.pdf`, "lease.pdf > lease signed.pdf", ""},
	{`Setze „2024 “ vor die Namen der PDFs`, "b.pdf > 2024 b.pdf; lease.pdf > 2024 lease.pdf", ""},
	{"number the png files", "IMG_0001.png > 01 IMG_0001.png; IMG_0002.png > 02 IMG_0002.png", ""},
	{"Nummeriere die PDFs", "b.pdf > 01 b.pdf; lease.pdf > 02 lease.pdf", ""},
	{"replace foo", "", ""},
	{"rename all files to snake case", "", ""},
	{"rename everything to Holiday", "", ""},

	// Into folders by something.
	{"sort the PDFs and PNGs into folders by type", "IMG_0001.png > PNG/IMG_0001.png; IMG_0002.png > PNG/IMG_0002.png; b.pdf > PDF/b.pdf; lease.pdf > PDF/lease.pdf", ""},
	{"Sortiere die PDFs nach Typ in Ordner", "b.pdf > PDF/b.pdf; lease.pdf > PDF/lease.pdf", ""},
	{"sort these into folders by year", "Rechnung 4.txt > 2025/Rechnung 4.txt; invoice.txt > 2026/invoice.txt; receipt.txt > 2026/receipt.txt", ""},
	{"sort the invoices into folders by month", "Rechnung 4.txt > 2025/04/Rechnung 4.txt; invoice.txt > 2026/03/invoice.txt", ""},
	{"Sortiere alles in Ordner nach Absender", "Rechnung 4.txt > Stadtwerke Musterstadt GmbH/Rechnung 4.txt; invoice.txt > Acme Ltd/invoice.txt; receipt.txt > REWE Markt GmbH/receipt.txt", ""},
	{"Sortiere alles außer receipt.txt nach Jahr", "Rechnung 4.txt > 2025/Rechnung 4.txt; invoice.txt > 2026/invoice.txt", ""},
	{"Trie tout dans des dossiers par année", "Rechnung 4.txt > 2025/Rechnung 4.txt; invoice.txt > 2026/invoice.txt; receipt.txt > 2026/receipt.txt", ""},
	{"Ordena todo en carpetas por tipo de documento", "Rechnung 4.txt > Rechnung/Rechnung 4.txt; invoice.txt > Invoice/invoice.txt; receipt.txt > Receipt/receipt.txt", ""},
	{"sort these into folders by colour", "", ""},
	{"sort by year but not the receipts", "Rechnung 4.txt > 2025/Rechnung 4.txt; invoice.txt > 2026/invoice.txt", ""},

	// What only looks.
	{"what is in this folder?", "", ""},
	{"Was ist in diesem Ordner?", "", ""},
	{"how many PDFs are there?", "", ""},
	{"Wie viele Dateien sind hier?", "", ""},
	{"find the lease", "", ""},
	{"find duplicates", "", ""},
	{"delete the duplicates", "", ""},
	{"Zeige mir die PDFs", "", ""},
	{"what would you rename here?", "", ""},
	{"Was würdest du umbenennen?", "", ""},
	{"don't change anything, show me what you would move", "", ""},
	{"how do I rename files?", "", ""},
	{"Wie kann ich Dateien verschieben?", "", ""},
	{"what did you do?", "", ""},
	{"what can you do?", "", ""},
	{"can you send email?", "", ""},
	{"git status", "", ""},

	// Nonsense, and what is understood by half.
	{"sdkfjh lkjsdf", "", ""},
	{"tidy the blorp", "", ""},
	{"tidy everything except", "", ""},
	{"rename some of the receipts", "", ""},
	{"rename a few of these", "", ""},
	{"tidy everything unless it is lease.pdf", "", ""},
	{"don't touch lease.pdf or rename b.pdf", "", ""},
	{"rename receipt.txt instead of invoice.txt", "", ""},
	{"rename neither receipt.txt nor invoice.txt", "", ""},
	{"never rename receipt.txt", "", ""},
	{"tidy up and delete the duplicates", "", ""},
	{"rename the last three files", "", ""},
	{"rename everything older than a year", "", ""},
	{"Räum alles auf, es sei denn es ist wichtig", "", ""},
	{"Benenne keine Rechnungen um", "", ""},
	{"Benenne einige der Rechnungen um", "", ""},
	{"is this folder tidy?", "", ""},
	{"yes", "", ""},
	{"tidy receipt.txt or invoice.txt", "", ""},
	{"translate lease.pdf and rename it", "", ""},
	{"make lease.pdf upper case and b.pdf lower case", "lease.pdf > LEASE.pdf", ""},
	{"move everything to the folder above", "", ""},
	{"don't rename anything except lease.pdf", "", ""},
	{"leave everything alone except the receipts", "", ""},
	{"add the date in front of all names", "Rechnung 4.txt > 2025-04-05 Rechnung 4.txt; invoice.txt > 2026-03-04 invoice.txt; receipt.txt > 2026-02-03 receipt.txt", ""},
	{"rename lease.pdf and move it into Taxes", "", ""},
	{"if it is messy, tidy this folder", "", ""},
	{"would I not better tidy this?", "", ""},
	{"delete the invoices", "", ""},
	{"why did you delete lease.pdf?", "", ""},
	{"tidy the receipts and not the invoices", "receipt.txt > *", ""},
	{"tidy receipts, but leave the invoices alone", "receipt.txt > *", ""},
	{"Lösche lease.pdf bitte nicht", "", ""},
	{"Verschiebe nichts nach Ablage", "", ""},
	{"Verschiebe alles bis auf die PDFs, PNGs und MDs in den Ordner Ablage", "Rechnung 4.txt > Ablage/Rechnung 4.txt; invoice.txt > Ablage/invoice.txt; receipt.txt > Ablage/receipt.txt", ""},
	{"Soll ich lease.pdf löschen?", "", ""},
}

// tidied is what the rules make of the inbox.
const tidied = "Rechnung 4.txt > *; invoice.txt > *; receipt.txt > *"
