package library

import (
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/intent"
)

// where is what documents have to be besides.
func (s *search) where(at step) (string, []any, error) {
	c := conditions{}
	q := s.query
	if q.From != "" && at == exactly {
		for _, t := range termsOf(&s.keys, q.From) {
			c.add("d.sender LIKE ?", "% "+t.key+"%")
		}
	}
	if q.Kind != "" && (at < spoken || q.KindText == "") {
		if err := s.ofKind(&c); err != nil {
			return "", nil, err
		}
	}
	c.addIf(q.Since != "", "d.since >= ?", q.Since)
	c.addIf(q.Before != "", "d.until <> '' AND d.until <= ?", q.Before)
	if q.Least != nil {
		c.add("d.amount >= ?", *q.Least)
	}
	if q.Most != nil {
		c.add("d.amount <= ?", *q.Most)
	}
	c.addIf(q.Currency != "", "d.currency = ?", q.Currency)
	c.inside(q.In)
	where, args := c.where()
	return where, args, nil
}

// ofKind adds what kinds call themselves.
func (s *search) ofKind(c *conditions) error {
	kinds, err := column[string](s.ctx, s.db, "SELECT DISTINCT kind FROM docs")
	want := strings.ToLower(s.query.Kind)
	var said []any
	for _, kind := range kinds {
		if strings.ToLower(kind) == want || intent.IsKind(want, kind) {
			said = append(said, kind)
		}
	}
	c.add("d.kind IN ("+strings.TrimSuffix(strings.Repeat("?,", len(said)), ",")+")", said...)
	return err
}

// conditions are parts of a query that all have to hold.
type conditions struct {
	parts []string
	args  []any
}

func (c *conditions) add(part string, args ...any) {
	c.parts, c.args = append(c.parts, part), append(c.args, args...)
}

func (c *conditions) addIf(holds bool, part string, args ...any) {
	if holds {
		c.add(part, args...)
	}
}

// inside keeps documents that are at one of the paths or below.
func (c *conditions) inside(paths []string) {
	var or []string
	var args []any
	for _, path := range paths {
		part, bounds := below("path", path)
		or, args = append(or, part), append(args, bounds...)
	}
	if len(or) > 0 {
		c.add("EXISTS (SELECT 1 FROM places p WHERE p.doc = d.id AND ("+strings.Join(or, " OR ")+"))", args...)
	}
}

func (c *conditions) where() (string, []any) {
	if len(c.parts) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(c.parts, " AND "), c.args
}

// below is the condition that a path is this one or below it.
func below(column, path string) (string, []any) {
	path = filepath.Clean(path)
	dir := strings.TrimSuffix(path, string(filepath.Separator)) + string(filepath.Separator)
	behind := dir[:len(dir)-1] + string(filepath.Separator+1)
	return "(" + column + " = ? OR " + column + " >= ? AND " + column + " < ?)", []any{path, dir, behind}
}
