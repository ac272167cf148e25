package library

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/library/words"
)

// vocabulary is all words of the index that slips are forgiven in, by their lengths
// in bytes: the words of a length one behind the other.
type vocabulary struct {
	change int64
	sizes  map[int]string
}

// longestTerm bounds the words that are compared letter by letter.
const longestTerm = 40

// vocabulary returns the words of the index as they are now.
func (l *Library) vocabulary(ctx context.Context, db *sql.DB) (vocabulary, error) {
	l.vocab.Lock()
	defer l.vocab.Unlock()
	change := l.change.Load()
	if l.known.sizes != nil && l.known.change == change {
		return l.known, nil
	}
	rows, err := db.QueryContext(ctx, "SELECT term FROM terms")
	if err != nil {
		return vocabulary{}, err
	}
	defer func() { _ = rows.Close() }() // Err says what went wrong
	made := map[int]*strings.Builder{}
	var term sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&term); err != nil {
			return vocabulary{}, err
		}
		if len(term) > longestTerm || words.Slips(string(term)) == 0 {
			continue
		}
		b := made[len(term)]
		if b == nil {
			b = &strings.Builder{}
			made[len(term)] = b
		}
		b.Write(term)
	}
	l.known = vocabulary{change: change, sizes: map[int]string{}}
	for size, b := range made {
		l.known.sizes[size] = b.String()
	}
	return l.known, rows.Err()
}

// mostAlike is how many other words one may stand for.
const mostAlike = 8

// shortestPart is how long a word is that is looked for inside of others:
// Stromrechnung.
const shortestPart = 5

// alike returns the words that a word with a slip in it may be, those with the
// fewest first, and those that it is a part of. Forgiven are the slips of the word
// with its ending, in which one may be.
func (v vocabulary) alike(key string, forgiven int) []string {
	byDistance := make([][]string, forgiven+2)
	for size, all := range v.sizes {
		part := size > len(key) && len(key) >= shortestPart
		slip := size >= len(key)-2*forgiven && size <= len(key)+2*forgiven
		if !part && !slip {
			continue
		}
		for at := 0; at < len(all); at += size {
			term := all[at : at+size]
			if slip {
				if d := words.Distance(key, term, forgiven); d <= forgiven && d > 0 {
					byDistance[d] = append(byDistance[d], term)
					continue
				}
			}
			if part && strings.Contains(term, key) {
				byDistance[forgiven+1] = append(byDistance[forgiven+1], term)
			}
		}
	}
	var found []string
	for _, same := range byDistance {
		slices.SortFunc(same, func(a, b string) int { return len(a) - len(b) })
		found = append(found, same...)
	}
	return found[:min(len(found), mostAlike)]
}
