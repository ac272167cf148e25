package chat

import (
	"cmp"
	"slices"
	"strings"
)

// nearNames is how many names are proposed for an unknown one.
const nearNames = 3

// NearNames gives the names of at most three tools that were probably meant,
// the nearest first: those a few letters away, or the same tool under a
// server's name.
func NearNames(name string, specs []ToolSpec) []string {
	type guess struct {
		name string
		far  int
	}
	want := strings.ToLower(clip(name))
	var guesses []guess
	for _, spec := range specs {
		have := strings.ToLower(clip(spec.Name))
		far := distance(want, have)
		if strings.HasSuffix(have, "_"+want) || strings.HasSuffix(want, have) {
			far = 1
		}
		if far <= max(2, len(want)/3) {
			guesses = append(guesses, guess{spec.Name, far})
		}
	}
	slices.SortStableFunc(guesses, func(a, b guess) int { return cmp.Compare(a.far, b.far) })
	var names []string
	for _, g := range guesses[:min(nearNames, len(guesses))] {
		names = append(names, g.name)
	}
	return names
}

// clip bounds the work on a name, which a model may have made as long as it
// likes.
func clip(name string) string {
	const limit = 64
	return strings.ToValidUTF8(name[:min(limit, len(name))], "")
}

// distance is the number of letters to add, drop or change (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(row[j]+1, row[j+1]+1, change)
		}
	}
	return row[len(b)]
}
