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
			f := plan.Field{Value: value, Confidence: 1, Read: now[name].Read}
			if now[name].Value == value {
				f.Evidence = now[name].Evidence
			}
			now[name] = f
			if !slices.Contains(d.said, name) {
				d.said = append(d.said, name)
			}
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
	const text = "SELECT d.hash, d.text, d.fields, d.language, d.read, p.dev, p.inode, p.size, p.mtime FROM places p JOIN docs d ON d.id = p.doc WHERE p.path = ?"
	var packed, fields []byte
	var dev, inode, read int64
	id := &d.Place.Identity
	d.Place.Path = path
	err = a.tx.QueryRowContext(a.ctx, text, path).Scan(&d.Hash, &packed, &fields, &d.Language, &read, &dev, &inode, &id.Size, &id.MtimeNS)
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
	kept, err := readFields(fields)
	d.Fields = make(map[string]plan.Field, len(kept))
	for name, f := range kept {
		d.Fields[name] = f.Field
		if f.Said {
			d.said = append(d.said, name)
		}
	}
	return d, err
}

func readFields(packed []byte) (kept map[string]keptField, err error) {
	said, err := unpack(packed)
	if err == nil {
		err = json.Unmarshal([]byte(said), &kept)
	}
	return kept, err
}

// withSaid are documents with what the person said of the same contents before.
func (a *adder) withSaid(docs []Document) ([]Document, error) {
	docs = slices.Clone(docs)
	for i, d := range docs {
		var fields []byte
		err := a.said.QueryRowContext(a.ctx, d.Hash).Scan(&fields)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, err
		}
		kept, err := readFields(fields)
		if err != nil {
			return nil, err
		}
		docs[i].Fields = maps.Clone(d.Fields)
		for name, f := range kept {
			if f.Said {
				docs[i].Fields[name] = f.Field
				docs[i].said = append(docs[i].said, name)
			}
		}
	}
	return docs, nil
}
