package library

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"
)

// meaningSchema is made where it is missing. A meaning goes with its text.
const meaningSchema = `
CREATE TABLE IF NOT EXISTS meanings (doc INTEGER PRIMARY KEY, model TEXT NOT NULL, vector BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS meanings_model ON meanings (model);
CREATE TRIGGER IF NOT EXISTS meanings_removed AFTER DELETE ON docs BEGIN DELETE FROM meanings WHERE doc = old.id; END;
CREATE TRIGGER IF NOT EXISTS meanings_changed AFTER UPDATE OF text ON docs BEGIN DELETE FROM meanings WHERE doc = old.id; END;
`

// Meaning is what a text means to a model. The zero value is that of no text.
type Meaning struct {
	// Model names the model: vectors of two models do not compare.
	Model string
	// Vector points to where the texts that mean the same are.
	Vector []float32
}

// Passage is a text of a document that stands for all of it.
type Passage struct {
	Doc  int64
	Text string
}

// passageChars is how much of a document its meaning is made of: about 500 tokens,
// which is what small embedding models read.
const passageChars = 2000

// Passages lists documents whose meaning to a model is not known, the newest first and
// at most so many.
func (l *Library) Passages(ctx context.Context, model string, most int) (list []Passage, err error) {
	// Both indexes hold all that is asked of them, so that no text and no vector of the
	// others is read.
	const text = `SELECT id, names, text FROM docs WHERE id IN (SELECT d.id FROM docs d INDEXED BY docs_since
		WHERE NOT EXISTS (SELECT 1 FROM meanings m INDEXED BY meanings_model WHERE m.model = ? AND m.doc = d.id)
		ORDER BY d.since DESC, d.id DESC LIMIT ?) ORDER BY since DESC, id DESC`
	err = l.read(ctx, func(db *sql.DB) error {
		return each(ctx, db, func(rows *sql.Rows) error {
			var p Passage
			var names string
			var packed []byte
			if err := rows.Scan(&p.Doc, &names, &packed); err != nil {
				return err
			}
			body, err := unpack(packed)
			if err != nil {
				return fmt.Errorf("read the text of a document: %w", err)
			}
			body = strings.ToValidUTF8(body[:min(len(body), passageChars)], "")
			p.Text = strings.TrimSpace(names + "\n" + body)
			list = append(list, p)
			return nil
		}, text, model, most)
	})
	return list, err
}

// Understand keeps what documents mean to a model, a vector for each. Those that were
// removed meanwhile are left out.
func (l *Library) Understand(ctx context.Context, model string, docs []Passage, vectors [][]float32) error {
	return l.write(ctx, func(tx *sql.Tx) error {
		for i, d := range docs {
			const text = "INSERT OR REPLACE INTO meanings (doc, model, vector) SELECT id, ?, ? FROM docs WHERE id = ?"
			if _, err := tx.ExecContext(ctx, text, model, compact(vectors[i]), d.Doc); err != nil {
				return err
			}
		}
		return nil
	})
}

// compact keeps the direction of a vector, a byte for each number.
func compact(vector []float32) []byte {
	var largest float64
	for _, x := range vector {
		largest = max(largest, math.Abs(float64(x)))
	}
	bytes := make([]byte, len(vector))
	if largest > 0 {
		for i, x := range vector {
			bytes[i] = byte(int8(math.Round(float64(x) / largest * math.MaxInt8)))
		}
	}
	return bytes
}

// likeness is the cosine of the angle between two compact vectors of one length.
func likeness(a, b []byte) float64 {
	var ab, aa, bb int
	for i := range a {
		x, y := int(int8(a[i])), int(int8(b[i])) //nolint:gosec // as compact wrote them
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return float64(ab) / math.Sqrt(float64(max(aa, 1))*float64(max(bb, 1)))
}

// mostMeant is how many documents are found by what they mean: there is no likeness
// from which on a document is none that was looked for.
const mostMeant = 10

// meant returns the documents that mean what is looked for, the nearest first. It
// compares with each, which was measured to take 0.4 seconds for 100,000 of 768 numbers.
func (s *search) meant() ([]Hit, error) {
	where, args, err := s.where(exactly)
	if err != nil {
		return nil, err
	}
	text := "SELECT doc, vector FROM meanings NOT INDEXED WHERE "
	if where != "" {
		text += "doc IN (SELECT d.id FROM docs d" + where + ") AND "
	}
	text += "model = ?"
	type near struct {
		id   int64
		like float64
	}
	var nearest []near
	sought := compact(s.query.Meaning.Vector)
	var vector sql.RawBytes
	err = each(s.ctx, s.db, func(rows *sql.Rows) error {
		var n near
		if err := rows.Scan(&n.id, &vector); err != nil || len(vector) != len(sought) { // another version of the model made it
			return err
		}
		n.like = likeness(sought, vector)
		at, _ := slices.BinarySearchFunc(nearest, n, func(a, b near) int { return cmp.Compare(b.like, a.like) })
		nearest = slices.Insert(nearest, at, n)
		nearest = nearest[:min(len(nearest), mostMeant)]
		return nil
	}, text, append(args, s.query.Meaning.Model)...)
	if err != nil {
		return nil, err
	}
	hits := make([]Hit, len(nearest))
	for i, n := range nearest {
		if hits[i], err = s.byID(n.id); err != nil {
			return nil, err
		}
	}
	return hits, nil
}

// byID reads one document.
func (s *search) byID(id int64) (Hit, error) {
	return s.hit(s.db.QueryRowContext(s.ctx, hitColumns+"0.0 FROM docs d WHERE d.id = ?", id), some)
}

// merged puts what was found by words and by meaning into one order, by the places
// that a document has in both (reciprocal rank fusion; Cormack, Clarke and Büttcher,
// 2009, whose constant this is). What both found stands before what one found.
func merged(byWords, byMeaning []Hit) []Hit {
	const constant = 60
	all := slices.Clone(byWords)
	for i := range all {
		all[i].Score = 1 / float64(constant+1+i)
	}
	for i, h := range byMeaning {
		score := 1 / float64(constant+1+i)
		if at := slices.IndexFunc(all, func(o Hit) bool { return o.id == h.id }); at >= 0 {
			all[at].Score += score
			continue
		}
		h.Score = score
		all = append(all, h)
	}
	for i := range all {
		all[i].Score *= float64(constant+1) / 2 // 1 for what is first in both
	}
	slices.SortStableFunc(all, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	return all
}
