package library

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"

	"modernc.org/sqlite"

	"github.com/deskhand/deskhand/agentcore/library/words"
)

// version is that of the schema, and of the keys of words: another one makes the
// library again.
const version = 2

const schema = `
CREATE TABLE docs (
  id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, text BLOB NOT NULL, fields BLOB NOT NULL, names TEXT NOT NULL,
  sender TEXT NOT NULL, kind TEXT NOT NULL, since TEXT NOT NULL, until TEXT NOT NULL, amount INTEGER, currency TEXT NOT NULL,
  language TEXT NOT NULL, read INTEGER NOT NULL, size INTEGER NOT NULL);
CREATE INDEX docs_since ON docs (since);
CREATE TABLE places (
  path TEXT PRIMARY KEY, doc INTEGER NOT NULL, dev INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL,
  mtime INTEGER NOT NULL, gone INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX places_doc ON places (doc);
CREATE INDEX places_inode ON places (inode);
CREATE TABLE folders (path TEXT PRIMARY KEY, whole INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5 (names, body, content='', contentless_delete=1, tokenize='ascii');
CREATE VIRTUAL TABLE terms USING fts5vocab ('words', 'row');
CREATE TABLE vocabulary (term TEXT PRIMARY KEY) WITHOUT ROWID;
`

// Library is a library in a file.
type Library struct {
	path string

	mu   sync.Mutex // held by who writes, and to open
	db   atomic.Pointer[sql.DB]
	keys words.Keys // of whom has mu; what it remembers is in the vocabulary
	aged atomic.Bool
	// known are the words of the open database, once a search has asked for them.
	vocab sync.Mutex
	known *vocabulary
	// spare are Keys that remember the words of other searches.
	spare sync.Pool
}

// New returns the library in a file, which nothing is done with before it is used.
func New(path string) *Library { return &Library{path: path} }

// Close closes the file.
func (l *Library) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if db := l.db.Swap(nil); db != nil {
		return db.Close()
	}
	return nil
}

// Exists reports whether there is a library, without opening it.
func (l *Library) Exists() bool {
	_, err := os.Stat(l.path)
	return err == nil
}

// MadeAgain reports whether the library was damaged, or of another version, and
// was made again without what was in it.
func (l *Library) MadeAgain() bool { return l.aged.Load() }

// opened returns the open database.
func (l *Library) opened(ctx context.Context) (*sql.DB, error) {
	if db := l.db.Load(); db != nil {
		return db, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.open(ctx)
}

// open opens the database; l.mu is held.
func (l *Library) open(ctx context.Context) (*sql.DB, error) {
	if db := l.db.Load(); db != nil {
		return db, nil
	}
	db, err := connect(ctx, l.path)
	if isUnusable(err) {
		l.aged.Store(true)
		if err := discard(l.path); err != nil {
			return nil, fmt.Errorf("remove what is left of the library: %w", err)
		}
		db, err = connect(ctx, l.path)
	}
	if err == nil && l.aged.Load() {
		err = l.refill(ctx, db)
	}
	if err != nil {
		return nil, fmt.Errorf("open the library: %w", err)
	}
	l.forgetWords()
	l.db.Store(db)
	return db, nil
}

// errVersion means that another version of the program made the library.
var errVersion = errors.New("the library is of another version")

func connect(ctx context.Context, path string) (*sql.DB, error) {
	made, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) // SQLite would let others read it
	if err != nil {
		return nil, err
	}
	if err := made.Close(); err != nil {
		return nil, err
	}
	// A checkpoint after every 32 MB of the log: pages that change again and again while
	// a folder is added are written into the database once.
	options := "?_pragma=journal_mode(wal)&_pragma=synchronous(normal)&_pragma=secure_delete(on)&_pragma=busy_timeout(10000)&_pragma=cache_size(-8000)&_pragma=wal_autocheckpoint(8000)&_txlock=immediate"
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+options)
	if err != nil {
		return nil, err
	}
	const connections = 3 // one writes, and two search
	db.SetMaxOpenConns(connections)
	if err := prepare(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// prepare makes what is in an empty database, and looks at what is in another.
func prepare(ctx context.Context, db *sql.DB) error {
	var is, tables int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&is); err != nil {
		return err
	}
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&tables); err != nil {
		return err
	}
	switch {
	case is == version:
		_, err := db.ExecContext(ctx, meaningSchema+readingSchema)
		return err
	case tables > 0:
		return errVersion
	}
	_, err := db.ExecContext(ctx, fmt.Sprintf("BEGIN;%s;%s;PRAGMA user_version=%d;COMMIT", schema, meaningSchema+readingSchema, version))
	return err
}

// isUnusable reports whether an error says that the file is no library of this
// version.
func isUnusable(err error) bool {
	const corrupt, notADatabase, primary = 11, 26, 0xff // SQLITE_CORRUPT, SQLITE_NOTADB
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()&primary == corrupt || e.Code()&primary == notADatabase
	}
	return errors.Is(err, errVersion)
}

// discard removes a library with what SQLite keeps next to it: all of it was made
// out of the person's files, which are where they were.
func discard(path string) error {
	var all error
	for _, file := range []string{path, path + "-wal", path + "-shm"} {
		if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	return all
}

// mended passes on an error of a use. After one that says that the file is damaged
// the next use makes it again.
func (l *Library) mended(err error) error {
	if !isUnusable(err) {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if db := l.db.Swap(nil); db != nil {
		l.aged.Store(true)
		return errors.Join(err, db.Close(), discard(l.path))
	}
	return err
}

// read runs f on the database.
func (l *Library) read(ctx context.Context, f func(*sql.DB) error) error {
	db, err := l.opened(ctx)
	if err != nil {
		return err
	}
	return l.mended(f(db))
}

// querier is the database, or a transaction in it.
type querier interface {
	QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
}

// each hands the rows of a query to row, one after the other.
func each(ctx context.Context, in querier, row func(*sql.Rows) error, text string, args ...any) error {
	rows, err := in.QueryContext(ctx, text, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // Err says what went wrong
	for rows.Next() {
		if err := row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// column reads queries that have one column.
func column[T any](ctx context.Context, in querier, text string, args ...any) (values []T, err error) {
	err = each(ctx, in, func(rows *sql.Rows) error {
		var value T
		err := rows.Scan(&value)
		values = append(values, value)
		return err
	}, text, args...)
	return values, err
}

// write runs f in one transaction.
func (l *Library) write(ctx context.Context, f func(*sql.Tx) error) error {
	return l.mended(l.transact(ctx, f))
}

func (l *Library) transact(ctx context.Context, f func(*sql.Tx) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	db, err := l.open(ctx)
	if err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
