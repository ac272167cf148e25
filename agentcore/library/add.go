package library

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
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
}

// pageEnd parts the texts of pages.
const pageEnd = "\f"

// Add keeps documents, all of them or none. What is known of their contents or at
// their places is replaced.
func (l *Library) Add(ctx context.Context, docs ...Document) error {
	return l.adding(ctx, func(a *adder) error {
		for _, d := range docs {
			if err := a.add(d); err != nil {
				return fmt.Errorf("keep %s: %w", d.Place.Path, err)
			}
		}
		return nil
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
		err = errors.Join(f(a), a.close())
		learned = a.learned
		return err
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
	id, doc    *sql.Stmt
	index, off *sql.Stmt
	place      *sql.Stmt
	was, rest  *sql.Stmt
	drop, note *sql.Stmt
	// learned are words that were not in the vocabulary.
	learned []string
	keys       strings.Builder
	packing    packing
}

func (l *Library) adder(ctx context.Context, tx *sql.Tx) (*adder, error) {
	a := &adder{library: l, ctx: ctx, tx: tx}
	var err error
	for _, s := range []struct {
		to   **sql.Stmt
		text string
	}{
		{&a.id, "SELECT id FROM docs WHERE hash = ?"},
		{&a.doc, `INSERT INTO docs (id, hash, text, fields, names, sender, kind, since, until, amount, currency, language, read, size)
			VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)
			ON CONFLICT (id) DO UPDATE SET text=excluded.text, fields=excluded.fields, names=excluded.names, sender=excluded.sender, kind=excluded.kind,
			since=excluded.since, until=excluded.until, amount=excluded.amount, currency=excluded.currency, language=excluded.language,
			read=excluded.read, size=excluded.size`},
		{&a.index, "INSERT INTO words (rowid, names, body) VALUES (?,?,?)"},
		{&a.off, "DELETE FROM words WHERE rowid = ?"},
		{&a.place, "INSERT OR REPLACE INTO places (path, doc, dev, inode, size, mtime) VALUES (?,?,?,?,?,?)"},
		{&a.was, "SELECT doc FROM places WHERE path = ?"},
		{&a.rest, "SELECT count(*) FROM places WHERE doc = ?"},
		{&a.drop, "DELETE FROM docs WHERE id = ?"},
		{&a.note, "INSERT OR IGNORE INTO vocabulary (term) VALUES (?)"},
	} {
		if *s.to, err = tx.PrepareContext(ctx, s.text); err != nil {
			return nil, errors.Join(err, a.close())
		}
	}
	return a, nil
}

func (a *adder) close() error {
	var all error
	for _, s := range []*sql.Stmt{a.id, a.doc, a.index, a.off, a.place, a.was, a.rest, a.drop, a.note} {
		if s != nil {
			all = errors.Join(all, s.Close())
		}
	}
	return all
}

func (a *adder) add(d Document) error {
	var known, other int64
	switch err := a.id.QueryRowContext(a.ctx, d.Hash).Scan(&known); {
	case errors.Is(err, sql.ErrNoRows):
	case err != nil:
		return err
	default:
		if _, err := a.off.ExecContext(a.ctx, known); err != nil {
			return err
		}
	}
	err := a.was.QueryRowContext(a.ctx, d.Place.Path).Scan(&other)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
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

// keep writes the row of a document, under its number or a new one, and its words.
func (a *adder) keep(known int64, d Document) (int64, error) {
	fields, err := json.Marshal(bare(d.Fields))
	if err != nil {
		return 0, err
	}
	text := strings.Join(d.Pages, pageEnd)
	value := func(name string) string { return d.Fields[name].Value }
	since, until := daysOf(value(plan.FieldDate))
	amount, ok := hundredths(value(plan.FieldAmount))
	id := sql.NullInt64{Int64: known, Valid: known != 0}
	names := namesOf(d)
	result, err := a.doc.ExecContext(a.ctx, id, d.Hash, a.packing.pack(text), a.packing.pack(string(fields)), names,
		senderKey(&a.library.keys, value(plan.FieldIssuer)), value(plan.FieldKind), since, until,
		sql.NullInt64{Int64: amount, Valid: ok}, value(plan.FieldCurrency), d.Language, d.Read.Unix(), len(text))
	if err != nil {
		return 0, err
	}
	if known == 0 {
		if known, err = result.LastInsertId(); err != nil {
			return 0, err
		}
	}
	return known, a.indexed(known, names+" "+fileWords(d.Place.Path), text)
}

// indexed writes the words of a document into the index.
func (a *adder) indexed(id int64, names, text string) error {
	join := func(text string) string {
		a.keys.Reset()
		a.library.keys.Join(&a.keys, text)
		return a.keys.String()
	}
	saying, standing := join(names), join(text)
	if _, err := a.index.ExecContext(a.ctx, id, saying, standing); err != nil {
		return err
	}
	if err := a.noteWords(saying); err != nil {
		return err
	}
	return a.noteWords(standing)
}

// mostNoted bounds the words that are remembered to be in the vocabulary.
const mostNoted = 1 << 16

// noteWords writes words that slips are forgiven in into the vocabulary.
func (a *adder) noteWords(keys string) error {
	l := a.library
	for key := range strings.SplitSeq(keys, " ") {
		if l.noted[key] {
			continue
		}
		if l.noted == nil || len(l.noted) >= mostNoted {
			l.noted = map[string]bool{}
		}
		key = strings.Clone(key)
		l.noted[key] = true
		if !isForgiven(key) {
			continue
		}
		result, err := a.note.ExecContext(a.ctx, key)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil {
			return err
		} else if n > 0 {
			a.learned = append(a.learned, key)
		}
	}
	return nil
}

func (a *adder) put(id int64, at Place) error {
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

// bare are fields without what they could have been.
func bare(fields map[string]plan.Field) map[string]plan.Field {
	kept := make(map[string]plan.Field, len(fields))
	for name, f := range fields {
		f.Candidates, f.Features, f.Doubts = nil, nil, nil
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
