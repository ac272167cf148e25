package library

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// readingSchema is made where it is missing: how a document was read. Of one that an
// earlier version read, nothing is known.
const readingSchema = `
CREATE TABLE IF NOT EXISTS readings (doc INTEGER PRIMARY KEY, scanned INTEGER NOT NULL, whole INTEGER NOT NULL);
CREATE TRIGGER IF NOT EXISTS readings_removed AFTER DELETE ON docs BEGIN DELETE FROM readings WHERE doc = old.id; END;
`

// Text is all that a document says, and where it is.
type Text struct {
	Hash   string
	Text   string
	Fields map[string]plan.Field
	Places []Place
	// Scanned reports that it was read off a picture, and Whole that all of it was read.
	Scanned, Whole bool
}

// Texts hands over the texts of the documents that are at one of the paths or below,
// or of all where there are none.
func (l *Library) Texts(ctx context.Context, in []string, take func(Text) error) error {
	return l.read(ctx, func(db *sql.DB) error {
		var c conditions
		c.inside(in)
		where, args := c.where()
		return each(ctx, db, func(rows *sql.Rows) error {
			var t Text
			var id int64
			var packed, fields []byte
			if err := rows.Scan(&id, &t.Hash, &packed, &fields, &t.Scanned, &t.Whole); err != nil {
				return err
			}
			said, err := unpack(fields)
			if err == nil {
				err = json.Unmarshal([]byte(said), &t.Fields)
			}
			if err == nil {
				t.Text, err = unpack(packed)
			}
			if err != nil {
				return fmt.Errorf("read the text of a document: %w", err)
			}
			if t.Places, err = placesOf(ctx, db, id); err != nil {
				return err
			}
			return take(t)
		}, "SELECT d.id, d.hash, d.text, d.fields, coalesce(r.scanned, 0), coalesce(r.whole, 0) FROM docs d LEFT JOIN readings r ON r.doc = d.id"+where+" ORDER BY d.id", args...)
	})
}
