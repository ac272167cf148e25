package library

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/library/words"
	"github.com/deskhand/deskhand/agentcore/plan"
)

// Hit is a document that was found.
type Hit struct {
	Hash string
	// Places are where it is, and where it was when none of them is left.
	Places []Place
	// Page and Line are where the words stand; 0 and "" where none was asked for or
	// they stand in its name alone. Marks are the words in Line, from and to, in
	// characters.
	Page   int
	Line   string
	Marks  [][2]int
	Fields map[string]plan.Field
	// Score is in [0, 1]: larger is better. It compares hits of one search.
	Score    float64
	Language string
	Read     time.Time
	// Stale reports that the file was edited, and is told of as it was read before.
	Stale bool

	id int64
}

const (
	usualLimit = 20
	// looked is how many hits are read to be put in order.
	looked = 40
	// enough is how many hits make it needless to look for less: what is found so is
	// worth more than all that a looser step adds.
	enough = 3
)

// A search is loosened in steps until enough is found.
type step int

const (
	exactly  step = iota // all words, as they are
	forgiven             // all words, with slips and as parts of others
	spoken               // so, and the kind as a word
	most                 // all but one of them
	some                 // some of them
	steps
)

// Search finds documents, the best first; without words, the newest first.
func (l *Library) Search(ctx context.Context, q Query) (hits []Hit, err error) {
	err = l.read(ctx, func(db *sql.DB) error {
		s := search{library: l, ctx: ctx, db: db, query: q}
		if k, ok := l.spare.Get().(*words.Keys); ok {
			s.keys = *k
		}
		hits, err = s.run()
		l.spare.Put(&s.keys)
		return err
	})
	return hits, err
}

// search is one search.
type search struct {
	library *Library
	ctx     context.Context
	db      *sql.DB
	query   Query
	keys    words.Keys
	terms   []term
	// spread are the words of the index that stand for each of them, too.
	spread [][]string
}

func (s *search) run() ([]Hit, error) {
	limit := cmp.Or(s.query.Limit, usualLimit)
	s.terms = termsOf(&s.keys, s.query.Words)
	var hits []Hit
	seen := map[int64]bool{}
	for at := exactly; at < steps; at++ {
		if len(hits) >= min(enough, limit) {
			break
		}
		if at > exactly && !s.loosens(at, len(hits)) {
			continue
		}
		found, err := s.step(at, max(limit, looked))
		if err != nil {
			return nil, err
		}
		for _, h := range found {
			if !seen[h.id] {
				seen[h.id] = true
				hits = append(hits, h)
			}
		}
	}
	if s.query.Meaning.Vector != nil {
		meant, err := s.meant()
		if err != nil {
			return nil, err
		}
		hits = merged(hits, meant)
	}
	hits = hits[:min(len(hits), limit)]
	return hits, s.placed(hits)
}

// loosens reports whether a step may find more than those before, which found some: one
// word of two is enough where no document has both.
func (s *search) loosens(at step, found int) bool {
	switch at {
	case spoken:
		return s.query.KindText != ""
	case most:
		return len(s.terms) > 2
	case some:
		return len(s.terms) > 2 || len(s.terms) == 2 && found == 0
	}
	return len(s.terms) > 0 || s.query.From != "" || s.query.Kind != ""
}

// mostTerms bounds the words of one search: who pastes a letter is served by its
// beginning.
const mostTerms = 12

// term is a word that is looked for: its key, and how many slips are forgiven.
type term struct {
	key   string
	slips int
}

func termsOf(k *words.Keys, text string) []term {
	var terms []term
	for _, w := range k.Of(text) {
		known := slices.ContainsFunc(terms, func(t term) bool { return t.key == w.Key })
		if !known && len(terms) < mostTerms {
			terms = append(terms, term{w.Key, words.Slips(words.Fold(text[w.From:w.To]))})
		}
	}
	return terms
}

// hitColumns are what hit reads, but for the score.
const hitColumns = "SELECT d.id, d.hash, d.text, d.fields, d.language, d.read, "

// step returns the hits of one step.
func (s *search) step(at step, limit int) ([]Hit, error) {
	match, err := s.match(at)
	if err != nil {
		return nil, err
	}
	where, args, err := s.where(at)
	if err != nil {
		return nil, err
	}
	text := hitColumns + "0.0 FROM docs d" + where + " ORDER BY d.since DESC, d.id DESC LIMIT ?"
	if match != "" {
		// The ranked rows are found before any text is read.
		ranked := "SELECT words.rowid AS id, bm25(words, 5.0, 1.0) AS score FROM words"
		if where != "" {
			ranked += " JOIN docs d ON d.id = words.rowid"
			where += " AND "
		} else {
			where = " WHERE "
		}
		ranked += where + "words MATCH ? ORDER BY score LIMIT ?"
		args = append(args, match)
		text = hitColumns + "r.score FROM (" + ranked + ") r JOIN docs d ON d.id = r.id ORDER BY r.score"
	}
	var hits []Hit
	err = each(s.ctx, s.db, func(rows *sql.Rows) error {
		h, err := s.hit(rows, at)
		hits = append(hits, h)
		return err
	}, text, append(args, limit)...)
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits, err
}

// hit reads a row.
func (s *search) hit(row interface{ Scan(into ...any) error }, at step) (Hit, error) {
	var h Hit
	var text, fields []byte
	var read int64
	var score float64
	if err := row.Scan(&h.id, &h.Hash, &text, &fields, &h.Language, &read, &score); err != nil {
		return h, err
	}
	h.Read = time.Unix(read, 0)
	said, err := unpack(fields)
	if err == nil {
		err = json.Unmarshal([]byte(said), &h.Fields)
	}
	if err != nil {
		return h, fmt.Errorf("read what is known of a document: %w", err)
	}
	if len(s.terms) == 0 {
		h.Score = 1
		return h, nil
	}
	body, err := unpack(text)
	if err != nil {
		return h, fmt.Errorf("read the text of a document: %w", err)
	}
	best := s.bestLine(body)
	h.Page, h.Line, h.Marks = best.page, best.text, best.marks
	// bm25 is negative, and better the smaller it is. The words in one line are worth
	// more than all over a document, and as they were typed more than with endings.
	raw := -score * (1 + best.share/2 + best.literal/2)
	h.Score = (float64(steps-1-at) + raw/(1+raw)) / float64(steps)
	return h, nil
}

// match is what the index is asked; empty without words.
func (s *search) match(at step) (match string, err error) {
	var parts []string
	for i, t := range s.terms {
		one := phrase(t.key)
		if s.query.Typing && i == len(s.terms)-1 {
			one = "(" + one + " OR " + phrase(t.key) + "*)"
		}
		if at >= forgiven {
			if one, err = s.spreadTo(i, one); err != nil {
				return "", err
			}
		}
		parts = append(parts, one)
	}
	match = joined(at, parts)
	// Who is not named as the sender may stand in the text.
	var loose string
	if at > exactly {
		loose = s.query.From
	}
	if at >= spoken {
		loose += " " + s.query.KindText
	}
	for _, t := range termsOf(&s.keys, loose) {
		one, err := s.orAlike(t, phrase(t.key))
		if err != nil {
			return "", err
		}
		if match != "" {
			match = "(" + match + ") AND "
		}
		match += one
	}
	return match, nil
}

// joined is that a step asks for, of the parts of the words.
func joined(at step, parts []string) string {
	switch at {
	case most:
		var but []string
		for i := range parts {
			without := slices.Delete(slices.Clone(parts), i, i+1)
			but = append(but, "("+strings.Join(without, " AND ")+")")
		}
		return strings.Join(but, " OR ")
	case some:
		return strings.Join(parts, " OR ")
	}
	return strings.Join(parts, " AND ")
}

// phrase quotes a key, in which there is no quote.
func phrase(key string) string { return `"` + key + `"` }

// shortestPrefix is how long a word is that may go on.
const shortestPrefix = 4

// spreadTo adds to what a word is looked for by the other words that it may stand
// for, and keeps these.
func (s *search) spreadTo(i int, one string) (string, error) {
	if s.spread == nil {
		s.spread = make([][]string, len(s.terms))
	}
	if s.spread[i] == nil {
		found, err := s.alike(s.terms[i])
		if err != nil {
			return "", err
		}
		s.spread[i] = found
	}
	return spreading(s.terms[i], one, s.spread[i]), nil
}

func (s *search) orAlike(t term, one string) (string, error) {
	found, err := s.alike(t)
	return spreading(t, one, found), err
}

func (s *search) alike(t term) ([]string, error) {
	known, err := s.library.words(s.ctx, s.db)
	return known.alike(t.key, t.slips), err
}

func spreading(t term, one string, others []string) string {
	if len(t.key) >= shortestPrefix {
		one += " OR " + phrase(t.key) + "*"
	}
	for _, other := range others {
		one += " OR " + phrase(other)
	}
	return "(" + one + ")"
}

// placed adds where the hits are.
func (s *search) placed(hits []Hit) error {
	for i := range hits {
		places, err := placesOf(s.ctx, s.db, hits[i].id)
		if err != nil {
			return err
		}
		hits[i].Places = places
	}
	return nil
}
