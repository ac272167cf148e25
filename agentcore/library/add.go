package library

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/deskhand/deskhand/agentcore/plan"
	wire "github.com/deskhand/deskhand/agentcore/wire/library"
)

// Place is where a file is, and which one it is there.
type Place struct {
	Path     string        `json:"path"` // absolute
	Identity plan.Identity `json:"identity"`
	// Gone reports that it was not there when it was looked for last.
	Gone bool `json:"gone,omitempty"`
}

// Document is a file as it was read.
type Document struct {
	// Hash stands for its contents.
	Hash  string
	Place Place
	// Pages are the texts of its pages; of what has no pages, all of it.
	Pages    []string
	Fields   map[string]plan.Field
	Language string
	Read     time.Time
	// Scanned reports that its text was read off a picture, and Whole that all its pages
	// were read.
	Scanned, Whole bool
	// Unread reports that nothing in it could be read: what is known at its place, or
	// of its contents, stays.
	Unread bool
}

// pageEnd parts the texts of pages.
const pageEnd = "\f"

// Add keeps documents, all of them or none. What is known of their contents or at
// their places is replaced.
func (l *Library) Add(ctx context.Context, docs ...Document) error {
	return l.adding(ctx, func(a *adder) error {
		return a.addAll(docs)
	})
}

// adding runs f in one transaction, and learns the words that it wrote.
func (l *Library) adding(ctx context.Context, f func(*adder) error) error {
	var learned []string
	err := l.write(ctx, func(tx *sql.Tx) error {
		a, err := l.adder(ctx, tx)
		if err != nil {
			return err
		}
		l.keys.Made = a.note
		if err = f(a); err == nil {
			learned, err = a.learn()
		}
		return errors.Join(err, a.close())
	})
	if err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.forgetWords() // those of what was not written
		return err
	}
	l.learned(learned)
	return nil
}

// adder adds the documents of one transaction.
type adder struct {
	library    *Library
	ctx        context.Context
	tx         *sql.Tx
	id, said   *sql.Stmt
	doc, again *sql.Stmt
	index, off *sql.Stmt
	// Neither doc nor place replaces a row: for a statement that does, SQLite opens a
	// savepoint, and FTS5 then writes out the words that it has collected.
	leave, place *sql.Stmt
	was, rest    *sql.Stmt
	drop, how    *sql.Stmt
	// fresh are words that may not be in the vocabulary yet.
	fresh   []string
	keys    strings.Builder
	packing packing
}

func (l *Library) adder(ctx context.Context, tx *sql.Tx) (*adder, error) {
	a := &adder{library: l, ctx: ctx, tx: tx}
	var err error
	for _, s := range []struct {
		to   **sql.Stmt
		text string
	}{
		{&a.id, "SELECT id FROM docs WHERE hash = ?"},
		{&a.said, "SELECT fields FROM docs WHERE hash = ?"},
		{&a.doc, `INSERT INTO docs (id, hash, text, fields, names, sender, kind, since, until, amount, currency, language, read, size)
			VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)`},
		{&a.again, `UPDATE docs SET (hash, text, fields, names, sender, kind, since, until, amount, currency, language, read, size)
			= (?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14) WHERE id = ?1`},
		{&a.index, "INSERT INTO words (rowid, names, body) VALUES (?,?,?)"},
		{&a.off, "DELETE FROM words WHERE rowid = ?"},
		{&a.leave, "DELETE FROM places WHERE path = ?"},
		{&a.place, "INSERT INTO places (path, doc, dev, inode, size, mtime) VALUES (?,?,?,?,?,?)"},
		{&a.was, "SELECT doc FROM places WHERE path = ?"},
		{&a.rest, "SELECT count(*) FROM places WHERE doc = ?"},
		{&a.drop, "DELETE FROM docs WHERE id = ?"},
		{&a.how, "INSERT OR REPLACE INTO readings (doc, scanned, whole) VALUES (?,?,?)"},
	} {
		if *s.to, err = tx.PrepareContext(ctx, s.text); err != nil {
			return nil, errors.Join(err, a.close())
		}
	}
	return a, nil
}

func (a *adder) close() error {
	var all error
	for _, s := range []*sql.Stmt{a.id, a.said, a.doc, a.again, a.index, a.off, a.leave, a.place, a.was, a.rest, a.drop, a.how} {
		if s != nil {
			all = errors.Join(all, s.Close())
		}
	}
	return all
}

// ready is a document as it is written.
type ready struct {
	Document
	sender, names string
	text, fields  []byte // packed
	size          int
	saying, body  string // the keys of its words
	since, until  string
	amount        sql.NullInt64
}

// prepare makes of a document what is written of it.
func (a *adder) prepare(d Document) (ready, error) {
	fields, err := json.Marshal(bare(d.Fields))
	if err != nil {
		return ready{}, err
	}
	text := strings.Join(d.Pages, pageEnd)
	value := func(name string) string { return d.Fields[name].Value }
	r := ready{
		Document: d, text: a.packing.pack(text), fields: a.packing.pack(string(fields)), size: len(text), names: namesOf(d),
		sender: senderKey(&a.library.keys, value(plan.FieldIssuer)),
	}
	r.since, r.until = daysOf(value(plan.FieldDate))
	r.amount.Int64, r.amount.Valid = wire.Hundredths(value(plan.FieldAmount))
	r.saying, r.body = a.keysOf(r.names+" "+fileWords(d.Place.Path)), a.keysOf(text)
	return r, nil
}

func (a *adder) keysOf(text string) string {
	a.keys.Reset()
	a.keys.Grow(len(text) + 1) // about as long as its keys
	a.library.keys.Join(&a.keys, text)
	return a.keys.String()
}

// addAll prepares documents, and writes those that are prepared at the same time.
func (a *adder) addAll(docs []Document) error {
	docs, err := a.withSaid(docs)
	if err != nil {
		return err
	}
	const ahead = 8
	made := make(chan ready, ahead)
	group, ctx := errgroup.WithContext(a.ctx)
	group.Go(func() error {
		defer close(made)
		for _, d := range docs {
			r, err := a.prepare(d)
			if err != nil {
				return fmt.Errorf("keep %s: %w", d.Place.Path, err)
			}
			select {
			case made <- r:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	group.Go(func() error {
		for r := range made {
			if err := a.add(r); err != nil {
				return fmt.Errorf("keep %s: %w", r.Place.Path, err)
			}
		}
		return nil
	})
	return group.Wait()
}

func (a *adder) add(d ready) error {
	known, err := idOf(a.id.QueryRowContext(a.ctx, d.Hash))
	if err != nil {
		return err
	}
	other, err := idOf(a.was.QueryRowContext(a.ctx, d.Place.Path))
	if err != nil {
		return err
	}
	switch {
	case d.Unread && known != 0:
		return a.put(known, d.Place)
	case d.Unread && other != 0:
		return nil
	}
	id, err := a.keep(known, d)
	if err != nil {
		return err
	}
	if err := a.put(id, d.Place); err != nil {
		return err
	}
	if other != 0 && other != id { // the file was edited
		return a.dropUnplaced(other)
	}
	return nil
}

// idOf reads the number of a document; 0 where there is none.
func idOf(row *sql.Row) (id int64, err error) {
	if err = row.Scan(&id); errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// keep writes the row of a document, under its number or a new one, and its words.
func (a *adder) keep(known int64, d ready) (int64, error) {
	if known != 0 {
		if _, err := a.off.ExecContext(a.ctx, known); err != nil {
			return 0, err
		}
	}
	value := func(name string) string { return d.Fields[name].Value }
	id, write := sql.NullInt64{Int64: known, Valid: known != 0}, a.doc
	if known != 0 {
		write = a.again
	}
	result, err := write.ExecContext(a.ctx, id, d.Hash, d.text, d.fields, d.names, d.sender, value(plan.FieldKind), d.since, d.until,
		d.amount, value(plan.FieldCurrency), d.Language, d.Read.Unix(), d.size)
	if err != nil {
		return 0, err
	}
	if known == 0 {
		if known, err = result.LastInsertId(); err != nil {
			return 0, err
		}
	}
	if _, err := a.how.ExecContext(a.ctx, known, d.Scanned, d.Whole); err != nil {
		return 0, err
	}
	return known, a.indexed(known, d.saying, d.body)
}

// indexed writes the words of a document into the index.
func (a *adder) indexed(id int64, saying, body string) error {
	_, err := a.index.ExecContext(a.ctx, id, saying, body)
	return err
}

// note collects a word that slips are forgiven in.
func (a *adder) note(key string) {
	if isForgiven(key) {
		a.fresh = append(a.fresh, key)
	}
}

// learn writes the words that were collected into the vocabulary, and returns those
// that were not in it.
func (a *adder) learn() (learned []string, err error) {
	if len(a.fresh) == 0 {
		return nil, nil
	}
	slices.Sort(a.fresh)
	list, err := json.Marshal(slices.Compact(a.fresh))
	if err != nil {
		return nil, err
	}
	const text = "INSERT OR IGNORE INTO vocabulary SELECT value FROM json_each(?) WHERE true RETURNING term"
	return column[string](a.ctx, a.tx, text, string(list))
}

func (a *adder) put(id int64, at Place) error {
	if _, err := a.leave.ExecContext(a.ctx, at.Path); err != nil {
		return err
	}
	_, err := a.place.ExecContext(a.ctx, at.Path, id, int64(at.Identity.Dev), int64(at.Identity.Inode), at.Identity.Size, at.Identity.MtimeNS) //nolint:gosec // the same bits
	return err
}

// dropUnplaced forgets a document that is nowhere any more.
func (a *adder) dropUnplaced(id int64) error {
	var places int
	if err := a.rest.QueryRowContext(a.ctx, id).Scan(&places); err != nil || places > 0 {
		return err
	}
	_, err := a.drop.ExecContext(a.ctx, id)
	if err == nil {
		_, err = a.off.ExecContext(a.ctx, id)
	}
	return err
}

// bare are fields as they are kept: without what they could have been.
func bare(fields map[string]plan.Field) map[string]plan.Field {
	kept := make(map[string]plan.Field, len(fields))
	for name, f := range fields {
		f.Candidates, f.Features = nil, nil
		kept[name] = f
	}
	return kept
}

// namesOf is what a document says of itself: what a hit in it is worth more.
func namesOf(d Document) string {
	var all []string
	for _, spec := range plan.Specs {
		if v := d.Fields[spec.Name].Value; v != "" {
			all = append(all, v)
		}
	}
	return strings.Join(all, " ")
}

// fileWords are the words of a file's name.
func fileWords(path string) string { return strings.ReplaceAll(filepath.Base(path), "_", " ") }
