package library

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
	wire "github.com/deskhand/deskhand/agentcore/wire/library"
)

func open(t testing.TB) *Library {
	t.Helper()
	l := New(filepath.Join(t.TempDir(), "library.db"))
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func doc(path, text string, fields ...string) Document {
	d := Document{
		Hash: "hash of " + path, Place: Place{Path: path, Identity: plan.Identity{Dev: 1, Inode: uint64(len(path)) << 8, Size: int64(len(text)), MtimeNS: 7}},
		Pages: strings.Split(text, "\f"), Fields: map[string]plan.Field{}, Language: "en", Read: time.Unix(1000, 0),
	}
	for i := 0; i+1 < len(fields); i += 2 {
		d.Fields[fields[i]] = plan.Field{Value: fields[i+1], Confidence: 0.9, Evidence: plan.Evidence{Text: fields[i+1], Page: 1}}
	}
	return d
}

func papers() []Document {
	return []Document{
		doc("/p/a.pdf", "Tierarztpraxis Dr. Müller\nBehandlung der Schildkröte\fThe tortoise was weighed. Total 48,00 €",
			plan.FieldIssuer, "Tierarztpraxis Dr. Müller", plan.FieldDate, "2025-03-04", plan.FieldAmount, "48.00", plan.FieldCurrency, "EUR", plan.FieldKind, "Rechnung"),
		doc("/p/power.pdf", "Stadtwerke Musterstadt\nStromrechnung für das Jahr 2025\nelectricity 1.234,50 €",
			plan.FieldIssuer, "Stadtwerke Musterstadt", plan.FieldDate, "2025-06-01", plan.FieldAmount, "1234.50", plan.FieldCurrency, "EUR", plan.FieldKind, "Stromrechnung"),
		doc("/p/power2.pdf", "Stadtwerke Musterstadt\nelectricity 65.50",
			plan.FieldIssuer, "Stadtwerke Musterstadt", plan.FieldDate, "2025-07-01", plan.FieldAmount, "65.50", plan.FieldCurrency, "EUR", plan.FieldKind, "Rechnung"),
		doc("/p/us.pdf", "Edison\nelectricity $ 80.10",
			plan.FieldIssuer, "Edison", plan.FieldDate, "2025-08-01", plan.FieldAmount, "80.10", plan.FieldCurrency, "USD", plan.FieldKind, "Invoice"),
		doc("/q/meridian.pdf", "Meridian Bank\nAccount statement for May 2024",
			plan.FieldIssuer, "Meridian Bank", plan.FieldDate, "2024-05-31", plan.FieldKind, "Account statement"),
		doc("/q/till.png", "CORNER SHOP\nbread 2.00\nTotal 62.00 EUR",
			plan.FieldIssuer, "Corner Shop", plan.FieldDate, "2024-05-30", plan.FieldKind, "Receipt", plan.FieldAmount, "62.00", plan.FieldCurrency, "EUR"),
	}
}

func filled(t testing.TB) *Library {
	t.Helper()
	l := open(t)
	if err := l.Add(context.Background(), papers()...); err != nil {
		t.Fatal(err)
	}
	return l
}

func today() time.Time { return time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC) }

func find(t testing.TB, l *Library, q Query) []string {
	t.Helper()
	hits, err := l.Search(context.Background(), q)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	var paths []string
	for _, h := range hits {
		paths = append(paths, h.Places[0].Path)
	}
	return paths
}

func TestDocumentsAreFoundByWhatIsTyped(t *testing.T) {
	l := filled(t)
	for text, want := range map[string]string{
		"tortoise":                              "/p/a.pdf",
		"Tortoises":                             "/p/a.pdf",
		"tortiose":                              "/p/a.pdf",
		"Schildkroete":                          "/p/a.pdf",
		"schildkrote mueller":                   "/p/a.pdf",
		"Muller":                                "/p/a.pdf",
		"find the document about the tortoise":  "/p/a.pdf",
		"strom":                                 "/p/power.pdf",
		"the statement from Meridian":           "/q/meridian.pdf",
		"statement from Merdian":                "/q/meridian.pdf",
		"1234.50":                               "/p/power.pdf",
		"over 1000 euros":                       "/p/power.pdf",
		"über 1000 Euro":                        "/p/power.pdf",
		"which receipts are over 50 euros?":     "/q/till.png",
		"till.png":                              "/q/till.png",
		"electricity from Edison":               "/p/us.pdf",
		"invoice about electricity from Edison": "/p/us.pdf",
		"Schildkröte Rechnung":                  "/p/a.pdf",
		"tortiose invoice":                      "/p/a.pdf",
		"bread Rewe":                            "/q/till.png", // one of two words
	} {
		q, _ := Read(text, today())
		if got := find(t, l, q); len(got) == 0 || got[0] != want {
			t.Errorf("%q (%+v): %q, want %s first", text, q, got, want)
		}
	}
	for text, want := range map[string]int{"last year": 4, "over 50 euros": 3, "zebra": 0, "from Nobody": 0, "between 50 and 70 euros": 2} {
		q, _ := Read(text, today())
		if got := find(t, l, q); len(got) != want {
			t.Errorf("%q (%+v): %q, want %d", text, q, got, want)
		}
	}
}

func TestAHitSaysWhereItsWordsStand(t *testing.T) {
	hits, err := filled(t).Search(context.Background(), Query{Words: "tortoise weighed"})
	if err != nil || len(hits) != 1 {
		t.Fatalf("%+v, %v", hits, err)
	}
	h := hits[0]
	if h.Page != 2 || h.Line != "The tortoise was weighed. Total 48,00 €" || fmt.Sprint(h.Marks) != "[[4 12] [17 24]]" {
		t.Errorf("page %d: %q %v", h.Page, h.Line, h.Marks)
	}
	if f := h.Fields[plan.FieldIssuer]; f.Value != "Tierarztpraxis Dr. Müller" || f.Confidence != 0.9 || f.Evidence.Page != 1 || h.Language != "en" || !h.Read.Equal(time.Unix(1000, 0)) {
		t.Errorf("%+v", h)
	}
}

func TestALongLineIsCutRoundItsWords(t *testing.T) {
	l := open(t)
	text := strings.Repeat("müßig über ", 60) + "tortoise" + strings.Repeat(" wörter", 90)
	if err := l.Add(context.Background(), doc("/a", text)); err != nil {
		t.Fatal(err)
	}
	hits, err := l.Search(context.Background(), Query{Words: "tortoise"})
	if err != nil || len(hits) != 1 || len(hits[0].Marks) != 1 {
		t.Fatalf("%+v, %v", hits, err)
	}
	said := []rune(hits[0].Line)
	if m := hits[0].Marks[0]; len(said) > mostLine || string(said[m[0]:m[1]]) != "tortoise" {
		t.Errorf("%q %v", hits[0].Line, hits[0].Marks)
	}
}

func TestAmountsAreAddedUpByCurrencyAlone(t *testing.T) {
	l := filled(t)
	q, sums := Read("how much did I pay for electricity in 2025?", today())
	if !sums {
		t.Error("it is not read as a question for a sum")
	}
	hits, err := l.Matching(context.Background(), q)
	if err != nil || len(hits) != 3 {
		t.Fatalf("%+v: %+v, %v", q, hits, err)
	}
	var rows []Row
	for _, h := range hits {
		rows = append(rows, RowOf(h.Places[0].Path, h.Fields))
	}
	if got := fmt.Sprint(wire.Sums(rows, wire.ByCurrency)); got != "[{ EUR 1300.00 2} { USD 80.10 1}]" {
		t.Error(got)
	}
	if alike, err := l.Matching(context.Background(), Query{Words: "electricty"}); err != nil || len(alike) > 0 {
		t.Errorf("what is alike is added up too: %+v, %v", alike, err)
	}
	unknown := append(slices.Clone(rows), Row{Amount: "530.00"}, Row{Currency: "EUR"}, Row{Amount: "1.00", Currency: "EUR", Stale: true})
	if got := fmt.Sprint(wire.Sums(unknown, wire.ByCurrency)); got != "[{ EUR 1300.00 2} { USD 80.10 1}]" {
		t.Errorf("with an amount of no known currency: %s", got)
	}
	if got := fmt.Sprint(wire.Sums(rows, wire.BySender)); got != "[{Edison USD 80.10 1} {Stadtwerke Musterstadt EUR 1300.00 2}]" {
		t.Error(got)
	}
	if got := fmt.Sprint(wire.Sums(rows, wire.ByMonth)); got != "[{2025-06 EUR 1234.50 1} {2025-07 EUR 65.50 1} {2025-08 USD 80.10 1}]" {
		t.Error(got)
	}
}

func TestPlacesFollowWhatBecomesOfFiles(t *testing.T) {
	ctx, l := context.Background(), filled(t)
	moved := papers()[0].Place
	moved.Path = "/new/2025-03-04 vet.pdf"
	if err := l.Follow(ctx, Move{From: "/p/a.pdf", To: moved}, Move{From: "/unknown", To: Place{Path: "/p/us.pdf"}}); err != nil {
		t.Fatal(err)
	}
	if got := find(t, l, Query{Words: "vet"}); fmt.Sprint(got) != "[/new/2025-03-04 vet.pdf]" {
		t.Errorf("%q", got)
	}
	if known, err := l.Known(ctx, moved.Identity); err != nil || len(known) != 1 || known[0] != moved {
		t.Errorf("%+v, %v", known, err)
	}
	if err := l.Missing(ctx, moved.Path); err != nil {
		t.Fatal(err)
	}
	hits, err := l.Search(ctx, Query{Words: "tortoise"})
	if err != nil || len(hits) != 1 || !hits[0].Places[0].Gone {
		t.Errorf("%+v, %v", hits, err)
	}
	// The same contents elsewhere are one document; an edited file is another.
	again, edited := papers()[0], papers()[0]
	again.Place.Path = "/copy.pdf"
	edited.Place.Path, edited.Hash, edited.Pages = "/copy.pdf", "other", []string{"zebra"}
	if err := l.Add(ctx, again); err != nil {
		t.Fatal(err)
	}
	if got := find(t, l, Query{Words: "tortoise"}); fmt.Sprint(got) != "[/copy.pdf]" {
		t.Errorf("%q", got)
	}
	if err := l.Add(ctx, edited); err != nil {
		t.Fatal(err)
	}
	if got := find(t, l, Query{Words: "zebra"}); fmt.Sprint(got) != "[/copy.pdf]" {
		t.Errorf("%q", got)
	}
}

func TestWhatCanNoLongerBeReadIsKeptAsItWas(t *testing.T) {
	ctx, l := context.Background(), filled(t)
	damaged := doc("/p/a.pdf", "")
	damaged.Hash, damaged.Place.Identity.MtimeNS, damaged.Unread = "other", 8, true
	fresh := doc("/p/locked.pdf", "")
	fresh.Unread = true
	copied := papers()[0]
	copied.Place.Path, copied.Pages, copied.Fields, copied.Unread = "/p/copy.pdf", nil, nil, true
	if err := l.Add(ctx, damaged, fresh, copied); err != nil {
		t.Fatal(err)
	}
	hits, err := l.Search(ctx, Query{Words: "tortoise"})
	if err != nil || len(hits) != 1 || len(hits[0].Places) != 2 || hits[0].Fields[plan.FieldAmount].Value != "48.00" {
		t.Fatalf("%+v, %v", hits, err)
	}
	if has, err := l.Has(ctx, damaged.Place); has || err != nil {
		t.Errorf("a file that could not be read is known as it is now: %v, %v", has, err)
	}
	if got := find(t, l, Query{Words: "locked"}); !slices.Equal(got, []string{"/p/locked.pdf"}) {
		t.Errorf("by its name: %q", got)
	}
}

func TestAFileThatIsBackOrHasOtherDatesIsKnownAsItIs(t *testing.T) {
	ctx, l := context.Background(), filled(t)
	now := papers()[0].Place
	now.Identity.MtimeNS++
	if err := errors.Join(l.Missing(ctx, now.Path), l.Follow(ctx, Move{From: now.Path, To: now})); err != nil {
		t.Fatal(err)
	}
	if has, err := l.Has(ctx, now); !has || err != nil {
		t.Errorf("%v, %v", has, err)
	}
}

func TestAFolderIsForgottenWithAllThatIsInItAlone(t *testing.T) {
	ctx, l := context.Background(), filled(t)
	copied := papers()[4]
	copied.Place.Path = "/elsewhere/meridian.pdf"
	if err := errors.Join(l.AddFolder(ctx, "/q", false), l.AddFolder(ctx, "/p", true), l.Add(ctx, copied)); err != nil {
		t.Fatal(err)
	}
	if folders, err := l.Folders(ctx); err != nil || fmt.Sprint(folders) != "[{/p 4 true} {/q 2 false}]" {
		t.Errorf("%+v, %v", folders, err)
	}
	if !bytes.Contains(stored(t, l), []byte("bread")) {
		t.Fatal("a word cannot be seen in the file")
	}
	if n, err := l.Remove(ctx, "/q"); err != nil || n != 2 {
		t.Errorf("%d, %v", n, err)
	}
	if s, err := l.Status(ctx); err != nil || s.Documents != 5 || s.Files != 5 {
		t.Errorf("%+v, %v", s, err)
	}
	if bytes.Contains(stored(t, l), []byte("bread")) {
		t.Error("a word of what was forgotten is still in the file")
	}
	if got := find(t, l, Query{Words: "bread"}); len(got) > 0 {
		t.Errorf("%q", got)
	}
	if got := find(t, l, Query{Words: "meridian"}); fmt.Sprint(got) != "[/elsewhere/meridian.pdf]" {
		t.Errorf("%q", got)
	}
	if got := find(t, l, Query{Words: "electricity", In: []string{"/p/us.pdf"}}); fmt.Sprint(got) != "[/p/us.pdf]" {
		t.Errorf("%q", got)
	}
}

func TestADamagedLibraryOrAnOlderOneIsMadeAgain(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "library 100%?.db")
	use := func(damage func()) {
		t.Helper()
		l := New(path)
		if err := errors.Join(l.Add(ctx, papers()...), l.AddFolder(ctx, "/q", true), l.AddFolder(ctx, "/p", true), l.AddFolder(ctx, "/r", true)); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Remove(ctx, "/r"); err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		damage()
		l = New(path)
		defer func() { _ = l.Close() }()
		if _, err := l.Search(ctx, Query{Words: "tortoise"}); err != nil && !isUnusable(err) {
			t.Errorf("a search in the damaged file: %v", err)
		}
		if !l.MadeAgain() {
			t.Error("nobody is told")
		}
		if folders, err := l.Folders(ctx); err != nil || fmt.Sprint(folders) != "[{/p 0 false} {/q 0 false}]" {
			t.Errorf("of the folders there are %v, %v", folders, err)
		}
		if err := l.Add(ctx, papers()...); err != nil {
			t.Fatal(err)
		}
		if got := find(t, l, Query{Words: "tortoise"}); fmt.Sprint(got) != "[/p/a.pdf]" {
			t.Errorf("%q", got)
		}
	}
	over := func(from int, with string) func() {
		return func() {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for at := from; at < len(raw); at += len(with) {
				copy(raw[at:], with)
			}
			if err := os.WriteFile(path, raw, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	use(over(0, "this is no database. "))
	use(over(4096, "damaged "))
	use(func() {
		l := New(path)
		defer func() { _ = l.Close() }()
		db, err := l.opened(ctx)
		if err == nil {
			_, err = db.Exec("PRAGMA user_version=999")
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// stored is what the files of a library hold.
func stored(t *testing.T, l *Library) (all []byte) {
	t.Helper()
	files, err := filepath.Glob(l.path + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	return all
}

func TestWhatThePersonSaysOfADocumentStays(t *testing.T) {
	ctx, l := context.Background(), filled(t)
	said := map[string]string{plan.FieldAmount: "50.00", plan.FieldIssuer: "The Vet"}
	was, now, err := l.Correct(ctx, "/p/a.pdf", said)
	if err != nil || was[plan.FieldIssuer].Value != "Tierarztpraxis Dr. Müller" || now[plan.FieldIssuer].Value != "The Vet" {
		t.Fatalf("%+v, %+v, %v", was, now, err)
	}
	scan := papers()[0]
	scan.Scanned, scan.Whole = true, true
	if err := l.Add(ctx, scan); err != nil { // it is read again
		t.Fatal(err)
	}
	if _, _, err := l.Correct(ctx, "/p/a.pdf", said); err != nil {
		t.Fatal(err)
	}
	least := int64(50_00)
	hits, err := l.Matching(ctx, Query{Words: "tortoise", From: "vet", Least: &least, Most: &least})
	if err != nil || len(hits) != 1 {
		t.Fatalf("%+v, %v", hits, err)
	}
	row := RowOf(hits[0].Places[0].Path, hits[0].Fields)
	if row.Amount != "50.00" || row.From != "The Vet" || row.Kind == "" || len(row.Doubtful) > 0 {
		t.Errorf("%+v", row)
	}
	err = l.Texts(ctx, []string{"/p/a.pdf"}, func(d Text) error {
		if !d.Scanned || !d.Whole {
			t.Errorf("a corrected document lost how it was read: %+v", d)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if _, _, err := l.Correct(ctx, "/unknown", said); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
}
