package library

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// ErrUnknown means that no document is known at a path.
var ErrUnknown = errors.New("there is no such document in the library")

// Correct keeps what the person says of the document at a path, whatever is read in
// the same contents later, and returns what was known of it before and is now.
func (l *Library) Correct(ctx context.Context, path string, said map[string]string) (was, now map[string]plan.Field, err error) {
	err = l.adding(ctx, func(a *adder) error {
		d, err := a.at(path)
		if err != nil {
			return err
		}
		was, now = d.Fields, maps.Clone(d.Fields)
		for name, value := range said {
			f := plan.Field{Value: value, Said: true, Confidence: 1, Read: now[name].Read}
			if now[name].Value == value {
				f.Evidence = now[name].Evidence
			}
			now[name] = f
		}
		d.Fields = now
		r, err := a.prepare(d)
		if err != nil {
			return err
		}
		return a.add(r)
	})
	return was, now, err
}

// at is the document at a path.
func (a *adder) at(path string) (d Document, err error) {
	const text = `SELECT d.hash, d.text, d.fields, d.language, d.read, p.dev, p.inode, p.size, p.mtime, coalesce(r.scanned, 0), coalesce(r.whole, 0)
		FROM places p JOIN docs d ON d.id = p.doc LEFT JOIN readings r ON r.doc = d.id WHERE p.path = ?`
	var packed, fields []byte
	var dev, inode, read int64
	id := &d.Place.Identity
	d.Place.Path = path
	err = a.tx.QueryRowContext(a.ctx, text, path).Scan(&d.Hash, &packed, &fields, &d.Language, &read, &dev, &inode, &id.Size, &id.MtimeNS, &d.Scanned, &d.Whole)
	if errors.Is(err, sql.ErrNoRows) {
		return d, ErrUnknown
	}
	if err != nil {
		return d, err
	}
	id.Dev, id.Inode, d.Read = uint64(dev), uint64(inode), time.Unix(read, 0) //nolint:gosec // the same bits
	pages, err := unpack(packed)
	if err != nil {
		return d, err
	}
	d.Pages = strings.Split(pages, pageEnd)
	d.Fields, err = readFields(fields)
	return d, err
}

func readFields(packed []byte) (fields map[string]plan.Field, err error) {
	text, err := unpack(packed)
	if err == nil {
		err = json.Unmarshal([]byte(text), &fields)
	}
	return fields, err
}

// Said returns what the person said of contents, by their hashes.
func (l *Library) Said(ctx context.Context, hashes []string) (said map[string]map[string]plan.Field, err error) {
	said = map[string]map[string]plan.Field{}
	list, err := json.Marshal(hashes)
	if err != nil || !l.Exists() {
		return said, err
	}
	err = l.read(ctx, func(db *sql.DB) error {
		return each(ctx, db, func(rows *sql.Rows) error {
			var hash string
			var packed []byte
			if err := rows.Scan(&hash, &packed); err != nil {
				return err
			}
			fields, err := readFields(packed)
			if fields = onlySaid(fields); len(fields) > 0 {
				said[hash] = fields
			}
			return err
		}, "SELECT hash, fields FROM docs WHERE hash IN (SELECT value FROM json_each(?))", string(list))
	})
	return said, err
}

// onlySaid are the fields that the person gave a value.
func onlySaid(fields map[string]plan.Field) map[string]plan.Field {
	maps.DeleteFunc(fields, func(_ string, f plan.Field) bool { return !f.Said })
	return fields
}

// withSaid are documents with what the person said of the same contents before.
func (a *adder) withSaid(docs []Document) ([]Document, error) {
	docs = slices.Clone(docs)
	for i, d := range docs {
		var packed []byte
		err := a.said.QueryRowContext(a.ctx, d.Hash).Scan(&packed)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, err
		}
		said, err := readFields(packed)
		if err != nil {
			return nil, err
		}
		docs[i].Fields = maps.Clone(d.Fields)
		if docs[i].Fields == nil {
			docs[i].Fields = map[string]plan.Field{}
		}
		maps.Copy(docs[i].Fields, onlySaid(said))
	}
	return docs, nil
}
