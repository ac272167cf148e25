package library

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/library/words"
)

// vocabulary is all words of the index that slips are forgiven in, by their lengths
// in bytes.
type vocabulary struct{ sizes map[int]sized }

// sized are words of one length, one behind the other, and the letters of each.
// They are only ever added to, so that a search reads what it began with.
type sized struct {
	words   []byte
	letters []uint32
}

// longestTerm bounds the words that are compared letter by letter.
const longestTerm = 40

// isForgiven reports whether slips are forgiven in a word of the index.
func isForgiven(term string) bool { return len(term) <= longestTerm && words.Slips(term) > 0 }

func (v *vocabulary) add(term string) {
	s := v.sizes[len(term)]
	s.words = append(s.words, term...)
	s.letters = append(s.letters, words.Letters(term))
	v.sizes[len(term)] = s
}

// forgetWords forgets what is known of the words of the database; l.mu is held.
func (l *Library) forgetWords() {
	l.vocab.Lock()
	defer l.vocab.Unlock()
	l.known, l.keys = nil, words.Keys{}
}

// learned adds words that a transaction wrote.
func (l *Library) learned(terms []string) {
	l.vocab.Lock()
	defer l.vocab.Unlock()
	if l.known == nil {
		return
	}
	for _, term := range terms {
		l.known.add(term)
	}
}

// words returns the words of the index as they are now.
func (l *Library) words(ctx context.Context, db *sql.DB) (vocabulary, error) {
	l.vocab.Lock()
	defer l.vocab.Unlock()
	if l.known == nil {
		made, err := readWords(ctx, db)
		if err != nil {
			return vocabulary{}, err
		}
		l.known = made
	}
	now := vocabulary{sizes: make(map[int]sized, len(l.known.sizes))}
	for size, s := range l.known.sizes {
		now.sizes[size] = s
	}
	return now, nil
}

func readWords(ctx context.Context, db *sql.DB) (*vocabulary, error) {
	made := &vocabulary{sizes: map[int]sized{}}
	var term sql.RawBytes
	err := each(ctx, db, func(rows *sql.Rows) error {
		err := rows.Scan(&term)
		made.add(string(term))
		return err
	}, "SELECT term FROM vocabulary")
	return made, err
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
	letters, perLetter := words.Letters(key), 1
	if len(key) != utf8.RuneCountInString(key) {
		perLetter = utf8.UTFMax
	}
	for size, all := range v.sizes {
		part := size > len(key) && len(key) >= shortestPart
		slip := forgiven > 0 && size >= len(key)-2*forgiven && size <= len(key)+2*forgiven
		if !part && !slip {
			continue
		}
		for i, has := range all.letters {
			within := part && letters&^has == 0
			close := slip && !words.Apart(letters, has, forgiven, perLetter)
			if !within && !close {
				continue
			}
			term := string(all.words[i*size : (i+1)*size])
			if close {
				if d := words.Distance(key, term, forgiven); d <= forgiven && d > 0 {
					byDistance[d] = append(byDistance[d], term)
					continue
				}
			}
			if within && strings.Contains(term, key) {
				byDistance[forgiven+1] = append(byDistance[forgiven+1], term)
			}
		}
	}
	var found []string
	for _, same := range byDistance {
		slices.SortFunc(same, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
		found = append(found, slices.Compact(same)...)
	}
	return found[:min(len(found), mostAlike)]
}
