package suggest

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// most is how many names are proposed for one that is not there.
	most = 3
	// clipped is how many characters of a name are compared: a model may have
	// made it as long as it likes.
	clipped = 64
	// tellingStem is the length in characters from which a name says something
	// where it is a part of another.
	tellingStem = 3
)

// guess is a name that may have been meant, and how many letters it is away.
type guess struct {
	name string
	far  int
}

// Names returns at most three of the names that were probably meant by want, the
// nearest first: those a few letters away, and those that want, or want without
// its extension, is a part of. Equally near ones come in the order of the
// alphabet, whatever order have gives them in. A name that does not print as it
// is, is not proposed. Time is linear in the number of names; memory does not
// grow with it.
func Names(want string, have iter.Seq[string]) []string {
	var best []guess
	w := newWanted(want)
	for name := range have {
		far, ok := w.reaches(name)
		if !ok || !plain(name) {
			continue
		}
		best = append(best, guess{name, far})
		slices.SortFunc(best, func(a, b guess) int {
			return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.name, b.name))
		})
		best = best[:min(most, len(best))]
	}
	var names []string
	for _, g := range best {
		names = append(names, g.name)
	}
	return names
}

// wanted is the name that is not there. row is where distances are computed.
type wanted struct {
	name []rune
	stem string
	row  []int
}

func newWanted(want string) *wanted {
	name := clip(want)
	return &wanted{name: name, stem: stemOf(string(name)), row: make([]int, clipped+1)}
}

// reaches returns how far a name is from the wanted one, and whether that
// is close enough.
func (w *wanted) reaches(name string) (far int, ok bool) {
	if len(w.name) == 0 {
		return 0, false
	}
	letters := clip(name)
	lower := string(letters)
	part := contains(lower, w.stem) || contains(string(w.name), stemOf(lower))
	limit := max(2, len(w.name)/3)
	if apart := len(w.name) - len(letters); !part && max(apart, -apart) > limit {
		return 0, false
	}
	far = w.distance(letters)
	return far, part || far <= limit
}

// distance is the number of letters to add, drop or change (Levenshtein).
func (w *wanted) distance(b []rune) int {
	row := w.row[:len(b)+1]
	for j := range row {
		row[j] = j
	}
	for i := range w.name {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			change := diagonal
			if w.name[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(row[j]+1, row[j+1]+1, change)
		}
	}
	return row[len(b)]
}

// clip returns the first letters of a name, all of them small.
func clip(name string) []rune {
	letters := make([]rune, 0, clipped)
	for _, r := range name {
		if len(letters) == clipped {
			break
		}
		letters = append(letters, unicode.ToLower(r))
	}
	return letters
}

// stemOf is a name without its extension.
func stemOf(name string) string {
	if at := strings.LastIndexByte(name, '.'); at > 0 {
		return name[:at]
	}
	return name
}

// contains reports whether stem tells something and is a part of name.
func contains(name, stem string) bool {
	return utf8.RuneCountInString(stem) >= tellingStem && strings.Contains(name, stem)
}

// plain reports whether a name prints as it is.
func plain(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}
