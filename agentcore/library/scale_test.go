package library

import (
	"cmp"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
)

var scale = flag.Int("library.docs", 0, "how many generated documents the library is measured with")

// generated are texts of 300 words, of which small numbers are frequent.
func generated(n int) []Document {
	r := rand.New(rand.NewPCG(1, 2))
	const letters = "etaoinshrdlucmfw"
	word := func(i int) string {
		var b strings.Builder
		for i += 4096; i > 0; i /= 16 {
			b.WriteByte(letters[i%16])
		}
		return b.String()
	}
	zipf := rand.NewZipf(r, 1.1, 20, 60_000)
	docs := make([]Document, n)
	for i := range docs {
		var b strings.Builder
		for j := range 300 {
			b.WriteString(word(int(zipf.Uint64())))
			if b.WriteByte(' '); j%10 == 9 {
				b.WriteByte('\n')
			}
		}
		docs[i] = doc(fmt.Sprintf("/docs/%06d.pdf", i), b.String(), plan.FieldDate, "2025-01-02", plan.FieldIssuer, word(i%500), plan.FieldAmount, "12.60", plan.FieldCurrency, "EUR")
		docs[i].Place.Identity.Inode = uint64(i)
	}
	return docs
}

// TestScale measures a library of -library.docs documents, and one of a tenth of
// them. What is compared is done in turns, so that other work on the computer meets
// both alike.
func TestScale(t *testing.T) {
	if *scale == 0 {
		t.Skip("no -library.docs")
	}
	ctx, docs := context.Background(), generated(*scale)
	l, tenth := open(t), open(t)
	var ours, theirs time.Duration
	bare := bareIndex(t)
	for some := range slices.Chunk(docs, 500) {
		ours += taken(func() error { return l.Add(ctx, some...) }, t)
		theirs += taken(func() error { return bare(some) }, t)
	}
	for some := range slices.Chunk(docs[:len(docs)/10], 500) {
		if err := tenth.Add(ctx, some...); err != nil {
			t.Fatal(err)
		}
	}
	status, err := l.Status(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d documents: adding takes %.2f times what bare FTS5 takes (%v, %v); file %.2f of the text (%d bytes)",
		len(docs), ours.Seconds()/theirs.Seconds(), ours, theirs, float64(status.Size)/float64(status.Text), status.Text)
	small, large := searches(t, tenth, l, docs)
	t.Logf("searches: of a tenth median %v, slowest %v; of all median %v, slowest %v: %.2f times", small[30], small[59], large[30], large[59], large[30].Seconds()/small[30].Seconds())
}

func taken(f func() error, t *testing.T) time.Duration {
	start := time.Now()
	if err := f(); err != nil {
		t.Fatal(err)
	}
	return time.Since(start)
}

// bareIndex returns what adds texts to an index that keeps nothing else.
func bareIndex(t *testing.T) func([]Document) error {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "bare.db")+"?_pragma=journal_mode(wal)&_pragma=synchronous(normal)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.Exec("CREATE VIRTUAL TABLE w USING fts5(body, content='')"); err != nil {
		t.Fatal(err)
	}
	return func(some []Document) error {
		tx, err := db.Begin()
		if err != nil {
			return err
		}
		s, err := tx.Prepare("INSERT INTO w(body) VALUES (?)")
		for _, d := range some {
			if err == nil {
				_, err = s.Exec(d.Pages[0])
			}
		}
		return cmp.Or(err, tx.Commit())
	}
}

// searches times 60 searches of one to three words, none of which stands in more than
// a twentieth of the documents, in two libraries.
func searches(t *testing.T, small, large *Library, docs []Document) (ofSmall, ofLarge []time.Duration) {
	ctx, r := context.Background(), rand.New(rand.NewPCG(3, 4))
	h, err := large.opened(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for len(ofLarge) < 60 {
		all := strings.Fields(docs[r.IntN(len(docs))].Pages[0])
		var words []string
		for attempts := 0; len(words) <= len(ofLarge)%3 && attempts < 200; attempts++ {
			w := all[r.IntN(len(all))]
			var n int
			_ = h.QueryRow("SELECT doc FROM terms WHERE term = ?", large.keys.Of(w)[0].Key).Scan(&n)
			if n*20 <= len(docs) {
				words = append(words, w)
			}
		}
		q := Query{Words: strings.Join(words, " ")}
		search := func(l *Library) func() error { return func() error { _, err := l.Search(ctx, q); return err } }
		ofSmall = append(ofSmall, taken(search(small), t))
		ofLarge = append(ofLarge, taken(search(large), t))
	}
	slices.Sort(ofSmall)
	slices.Sort(ofLarge)
	return ofSmall, ofLarge
}
