package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/guard"
)

// Audit appends records in one transaction. Records are never removed.
func (s *Store) Audit(ctx context.Context, records ...guard.Record) error {
	raws := make([][]byte, len(records))
	for i, r := range records {
		raw, err := encode(r)
		if err != nil {
			return err
		}
		raws[i] = raw
	}
	return s.update(ctx, "write the audit", func(tx *bolt.Tx) error {
		return appendAudit(tx, raws)
	})
}

func appendAudit(tx *bolt.Tx, raws [][]byte) error {
	b := bucket(tx, bucketAudit)
	for _, raw := range raws {
		if err := appendRaw(b, raw); err != nil {
			return err
		}
	}
	return nil
}

// AuditFilter selects records. The zero value selects all.
type AuditFilter struct {
	// Search is looked for in the whole record, ignoring case: the tool, its arguments,
	// paths, who decided.
	Search string
	// Since and Before bound the time of the call: Since ≤ when < Before. Zero means no
	// bound.
	Since, Before time.Time
	// NoLooks leaves out what only our own code read.
	NoLooks bool
	// Limit is the most records to return; 0 means all.
	Limit int
}

// AuditRecords returns the selected records, newest first: one per call, as it ended. A
// call during which the program ended is shown as running.
func (s *Store) AuditRecords(ctx context.Context, f AuditFilter) ([]guard.Record, error) {
	var out []guard.Record
	ended := map[string]bool{} // those whose beginning is still to come
	search := newNeedle(f.Search)
	err := s.view(ctx, "read the audit", func(tx *bolt.Tx) error {
		b := bucket(tx, bucketAudit)
		c := b.Cursor()
		for k, raw := c.Last(); k != nil && (f.Limit <= 0 || len(out) < f.Limit); k, raw = c.Prev() {
			var r guard.Record
			if decode(raw, &r) != nil || ended[r.ID] {
				continue // unreadable, or its end was returned already
			}
			if r.ID != "" && r.Status != chat.StatusRunning {
				ended[r.ID] = true
			}
			if f.chooses(r) && search.in(words(r)) {
				out = append(out, r)
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// words returns the text that a search looks in.
func words(r guard.Record) string {
	all := []string{r.Tool, r.Server, string(r.Args), r.AskedBy, r.By, string(r.Verdict), string(r.Status), r.Result}
	for _, e := range r.Effect {
		all = append(all, e.From, e.To)
	}
	all = append(all, r.Batch)
	for _, f := range r.Files {
		all = append(all, f.From, f.To, f.SHA256)
	}
	return strings.Join(all, "\n")
}

func (f AuditFilter) chooses(r guard.Record) bool {
	if f.NoLooks && r.IsLook() {
		return false
	}
	return !r.When.Before(f.Since) && (f.Before.IsZero() || r.When.Before(f.Before))
}

// Grants returns the grants that outlive the program.
func (s *Store) Grants(ctx context.Context) ([]guard.Grant, error) {
	var out []guard.Grant
	err := s.view(ctx, "read the grants", func(tx *bolt.Tx) error {
		b := bucket(tx, bucketGrants)
		return b.ForEach(func(_, raw []byte) error {
			var g guard.Grant
			if err := decode(raw, &g); err != nil {
				return err
			}
			out = append(out, g)
			return nil
		})
	})
	if err != nil {
		return nil, err // a part of them would be misleading
	}
	return out, nil
}

// AddGrant stores a grant under its ID.
func (s *Store) AddGrant(ctx context.Context, g guard.Grant) error {
	if g.ID == "" {
		return fmt.Errorf("keep a grant: no id")
	}
	return s.update(ctx, "keep a grant", func(tx *bolt.Tx) error {
		return put(tx, bucketGrants, []byte(g.ID), g)
	})
}

// RemoveGrant removes a grant.
func (s *Store) RemoveGrant(ctx context.Context, id string) error {
	return s.update(ctx, "take back a grant", func(tx *bolt.Tx) error {
		b := bucket(tx, bucketGrants)
		if b.Get([]byte(id)) == nil {
			return ErrNotFound
		}
		return b.Delete([]byte(id))
	})
}
