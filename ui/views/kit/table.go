package kit

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Table formats rows of a name and a value in a monospaced font, with the values in a
// column of their own. Lines longer than line letters are wrapped within the column.
func Table(rows [][2]string, line int) string {
	wide := 0
	for _, r := range rows {
		wide = max(wide, utf8.RuneCountInString(r[0]))
	}
	var lines []string
	for _, r := range rows {
		what, letters := r[0], []rune(r[1])
		for more := true; more; more = len(letters) > 0 {
			n := min(max(line-wide-2, 1), len(letters))
			lines = append(lines, fmt.Sprintf("%-*s  %s", wide, what, string(letters[:n])))
			what, letters = "", letters[n:]
		}
	}
	return strings.Join(lines, "\n")
}
