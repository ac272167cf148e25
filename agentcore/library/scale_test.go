package library

import (
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

func TestScale(t *testing.T) {
	if *scale == 0 {
		t.Skip("no -library.docs")
	}
	ctx, docs := context.Background(), generated(*scale)
	bytes := 0
	for _, d := range docs {
		bytes += len(d.Pages[0])
	}
	l := open(t)
	start := time.Now()
	for some := range slices.Chunk(docs, 500) {
		if err := l.Add(ctx, some...); err != nil {
			t.Fatal(err)
		}
	}
	ours := time.Since(start)
	db, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "bare.db")+"?_pragma=journal_mode(wal)&_pragma=synchronous(normal)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.Exec("CREATE VIRTUAL TABLE w USING fts5(body, content='')"); err != nil {
		t.Fatal(err)
	}
	start = time.Now()
	for some := range slices.Chunk(docs, 500) {
		tx, _ := db.Begin()
		s, _ := tx.Prepare("INSERT INTO w(body) VALUES (?)")
		for _, d := range some {
			if _, err := s.Exec(d.Pages[0]); err != nil {
				t.Fatal(err)
			}
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	bare := time.Since(start)
	status, err := l.Status(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d documents: %.0f a second, bare FTS5 %.0f; file %.2f of the text (%d bytes)", len(docs), float64(len(docs))/ours.Seconds(), float64(len(docs))/bare.Seconds(), float64(status.Size)/float64(bytes), bytes)
	r := rand.New(rand.NewPCG(3, 4))
	h, _ := l.opened(ctx)
	var took []time.Duration
	for len(took) < 60 {
		all := strings.Fields(docs[r.IntN(len(docs))].Pages[0])
		var words []string
		for attempts := 0; len(words) <= len(took)%3 && attempts < 200; attempts++ {
			w := all[r.IntN(len(all))]
			var n int
			_ = h.QueryRow("SELECT doc FROM terms WHERE term = ?", l.keys.Of(w)[0].Key).Scan(&n)
			if n*20 <= len(docs) {
				words = append(words, w)
			}
		}
		start := time.Now()
		if _, err := l.Search(ctx, Query{Words: strings.Join(words, " ")}); err != nil {
			t.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	t.Logf("searches: median %v, slowest %v", took[30], took[59])
}
