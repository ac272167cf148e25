package wire

import "encoding/json"

// The bounds of a record. A window lists no more rows than that, and 32 KiB
// keep a message within the 64 KiB that the database holds in one value.
const (
	maxRows  = 200
	maxBytes = 32 << 10
)

// A Result is the result of a tool that can be reduced to its counts and the
// first rows of its lists.
type Result interface {
	// Reduced returns what is kept of it: at most rows rows of each list, and
	// nothing that only code needs that works on whole results.
	Reduced(rows int) any
}

// Record encodes what is kept of r: as many rows as fit into the bound. It
// returns nil if not even the counts do.
func Record(r Result) json.RawMessage {
	for rows := maxRows; ; rows /= 2 {
		raw, err := json.Marshal(r.Reduced(rows))
		switch {
		case err != nil:
			return nil
		case len(raw) <= maxBytes:
			return raw
		case rows == 0:
			return nil
		}
	}
}

// First returns the first n of rows.
func First[T any](rows []T, n int) []T { return rows[:min(n, len(rows))] }
