package bench

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/store"
)

const (
	// searchLimit is how many times a bare scan of the same bytes a search may
	// take that finds nothing.
	searchLimit = 1.5
	// firstLimit is how many times sooner than the whole scan its first hit is
	// there.
	firstLimit = 10
)

// BenchmarkSearchOf100000Messages compares a search through conversations with
// a bare scan that looks for the same words in the same bytes, in turns.
func BenchmarkSearchOf100000Messages(b *testing.B) {
	path := filepath.Join(b.TempDir(), "deskhand.db")
	conversations(b, path, 500, 200)
	var searches, firsts, scans []time.Duration
	for b.Loop() {
		for range 5 {
			s, err := store.Open(path, store.Options{})
			must(b, err)
			searches = append(searches, search(b, s, "in none of them", 0))
			firsts = append(firsts, search(b, s, "Message 7 ", 1))
			must(b, s.Close())
			scans = append(scans, bareScan(b, path, "in none of them"))
		}
	}
	ratio := float64(median(searches)) / float64(median(scans))
	sooner := float64(median(searches)) / float64(median(firsts))
	b.ReportMetric(ratio, "×scan")
	b.ReportMetric(sooner, "×sooner")
	if ratio > searchLimit || sooner < firstLimit {
		b.Errorf("a search takes %.2f times a bare scan (limit %v), its first hit is there %.1f times sooner (limit %d)", ratio, searchLimit, sooner, firstLimit)
	}
}

// conversations fills a database with conversations of messages of an ordinary length.
// The messages are written past the store, which would sync each of them.
func conversations(tb testing.TB, path string, count, each int) {
	tb.Helper()
	s, err := store.Open(path, store.Options{})
	must(tb, err)
	for c := range count {
		must(tb, s.CreateConversation(context.Background(), fmt.Sprintf("%06d", c), "Conversation", time.Unix(int64(c), 0)))
	}
	must(tb, s.Close())
	db, err := bolt.Open(path, 0o600, nil)
	must(tb, err)
	filler := strings.Repeat("the quick brown fox jumps over the lazy dog ", 4)
	must(tb, db.Update(func(tx *bolt.Tx) error {
		all := tx.Bucket([]byte("msg"))
		for c := range count {
			b := all.Bucket(fmt.Appendf(nil, "%06d", c))
			for m := range each {
				raw, err := json.Marshal(chat.Message{Role: chat.RoleUser, Text: fmt.Sprintf("Message %d %s", m, filler), Time: time.Unix(int64(c), 0)})
				must(tb, err)
				must(tb, b.Put(binary.BigEndian.AppendUint64(nil, uint64(m+1)), raw))
			}
		}
		return nil
	}))
	must(tb, db.Close())
}

// search looks for words, until so many conversations are found; 0: all.
func search(tb testing.TB, s *store.Store, words string, enough int) time.Duration {
	tb.Helper()
	start, found := time.Now(), 0
	must(tb, s.EachConversation(context.Background(), store.Filter{Search: words}, func(chat.Conversation) bool {
		found++
		return found < enough
	}))
	if found != enough {
		tb.Fatalf("found %d conversations with %q", found, words)
	}
	return time.Since(start)
}

// bareScan reads every message and looks for the words in it, whatever the case.
func bareScan(tb testing.TB, path, words string) time.Duration {
	tb.Helper()
	db, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true})
	must(tb, err)
	start := time.Now()
	must(tb, db.View(func(tx *bolt.Tx) error {
		all := tx.Bucket([]byte("msg"))
		return all.ForEachBucket(func(id []byte) error {
			return all.Bucket(id).ForEach(func(_, raw []byte) error {
				if bytes.Contains(bytes.ToLower(raw), []byte(words)) {
					return fmt.Errorf("found %q", words)
				}
				return nil
			})
		})
	}))
	took := time.Since(start)
	must(tb, db.Close())
	return took
}
