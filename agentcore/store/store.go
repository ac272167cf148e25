package store

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// The buckets of the file.
const (
	bucketMeta   = "meta"   // conversation → its meta
	bucketByTime = "bytime" // last update, conversation → nothing
	bucketMsg    = "msg"    // conversation → a bucket of big-endian seq → message
	bucketAudit  = "audit"  // big-endian seq → record
	bucketFull   = "full"   // handle → where its text lies
	bucketText   = "text"   // handle → a text of up to inlineLimit bytes
	bucketPlans  = "plans"  // plan → its record
	bucketGrants = "grants" // grant → grant
	bucketSys    = "sys"    // schema → version

	bucketCompact = "compact" // conversation → how far it is compacted
	bucketNotices = "asides"  // conversation → a bucket of big-endian seq → notice; the name on disk is older
	bucketRatios  = "ratios"  // digest of a model → the ratio of its tokens to our count
)

// Options configure a Store. The zero value is valid.
type Options struct {
	// Now is the clock; nil means the computer's.
	Now func() time.Time
	// NewID names texts and must be unguessable, since a model that knows a handle can
	// read its text: letters and digits. Nil means random.
	NewID func() string
}

// Store is an open database.
type Store struct {
	db      *bolt.DB
	path    string
	folder  string // of the texts that are files
	now     func() time.Time
	newID   func() string
	salvage Salvage
	damaged atomic.Bool // a transaction panicked: no other is begun
}

// Salvage is what happened to a file that was damaged when it was opened. The zero value
// means that it was sound.
type Salvage struct {
	MovedTo string // where it is now
	// Conversations and Messages were readable and are kept. FromSnapshot of the
	// conversations came from an earlier copy, and may lack the latest messages.
	Conversations, Messages, FromSnapshot int
}

// Salvaged returns what happened to the file that was at this path.
func (s *Store) Salvaged() Salvage { return s.salvage }

// Close waits for transactions to end and releases the file. It makes a snapshot if one
// is due, and rewrites a file that is mostly free pages.
func (s *Store) Close() error {
	if s.damaged.Load() {
		return nil // its locks may be held for ever; the process end releases the file
	}
	err := s.SnapshotIfDue(context.Background())
	if errors.Is(err, ErrClosed) {
		return nil
	}
	if s.wasteful() {
		err = errors.Join(err, s.compact())
	}
	if cerr := s.db.Close(); cerr != nil {
		err = errors.Join(err, fmt.Errorf("close the database: %w", cerr))
	}
	return err
}

func newStore(o Options, path string) *Store {
	s := &Store{now: o.Now, newID: o.NewID, path: path, folder: filepath.Join(filepath.Dir(path), "full")}
	if s.now == nil {
		s.now = time.Now
	}
	if s.newID == nil {
		// 50 bits: short enough for a model to copy, too many to guess.
		s.newID = func() string { return strings.ToLower(rand.Text()[:10]) }
	}
	return s
}

// view runs fn in a read transaction. Values from it must be copied to outlive it.
func (s *Store) view(ctx context.Context, what string, fn func(*bolt.Tx) error) error {
	return s.run(ctx, what, s.db.View, fn)
}

// update runs fn in a write transaction, which is on disk if update returns nil and has
// no effect if it does not.
func (s *Store) update(ctx context.Context, what string, fn func(*bolt.Tx) error) error {
	return s.run(ctx, what, s.db.Update, fn)
}

func (s *Store) run(ctx context.Context, what string, in func(func(*bolt.Tx) error) error, fn func(*bolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if s.damaged.Load() {
		return fmt.Errorf("%s: %w", what, ErrDamaged)
	}
	err := survive(func() error { return in(fn) })
	if errors.Is(err, errPanicked) {
		s.damaged.Store(true)
	}
	if errors.Is(err, bolterrors.ErrDatabaseNotOpen) {
		err = ErrClosed
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// errPanicked marks an ErrDamaged that was a panic of bbolt.
var errPanicked = fmt.Errorf("%w", ErrDamaged)

// survive turns the panics of bbolt on a damaged page, and faults of a file shorter than
// its map, into ErrDamaged.
func survive(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", errPanicked, r)
		}
	}()
	return fn()
}

// bucket returns a bucket of the layout. Open has checked that it exists; if a file has
// lost it since, bbolt panics, which survive turns into ErrDamaged.
func bucket(tx *bolt.Tx, name string) *bolt.Bucket { return tx.Bucket([]byte(name)) }

// readable visits the readable values of a bucket, in the order of their keys. The bucket
// must not be changed meanwhile.
func readable[T any](b *bolt.Bucket) iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		c := b.Cursor()
		for k, raw := c.First(); k != nil; k, raw = c.Next() {
			var v T
			if decode(raw, &v) == nil && !yield(string(k), v) {
				return
			}
		}
	}
}

// appendFill fills the pages of a bucket that only grows at its end.
const appendFill = 0.95

// appendRaw adds a value after the last one of a bucket.
func appendRaw(b *bolt.Bucket, raw []byte) error {
	seq, err := b.NextSequence()
	if err != nil {
		return err
	}
	b.FillPercent = appendFill
	return b.Put(bigEndian(seq), raw)
}

func bigEndian(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// put encodes v under key.
func put(tx *bolt.Tx, in string, key []byte, v any) error {
	raw, err := encode(v)
	if err != nil {
		return err
	}
	return bucket(tx, in).Put(key, raw)
}

// get decodes the value of key into v.
func get(tx *bolt.Tx, in string, key []byte, v any) error {
	raw := bucket(tx, in).Get(key)
	if raw == nil {
		return ErrNotFound
	}
	return decode(raw, v)
}

// encode writes JSON with text unescaped, so that a search need not decode it.
func encode(v any) ([]byte, error) {
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return []byte(strings.TrimSuffix(out.String(), "\n")), nil
}

func decode(raw []byte, v any) error {
	if err := json.Unmarshal(raw, v); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return nil
}
