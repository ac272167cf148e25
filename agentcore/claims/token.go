package claims

import (
	"regexp"
	"strings"
	"sync"
)

// aName stands for a path, a file's name or something in quotes.
const aName = "§"

var (
	// fenced is a block of code, cited a line that is quoted: text of others.
	fenced = compiled("(?s)```.*?(?:```|$)")
	cited  = compiled(`(?m)^[ \t]*>.*$`)
	// wrapped is a line that goes on in the next.
	wrapped = compiled(`([\pL\pN,])\n[ \t]*(\p{Ll})`)
	// piece is a name (groups 1 to 3), a word, or a mark.
	piece = compiled(`("[^"\n]+"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|` + "`[^`\n]+`" + `)` +
		`|((?:~|\.{0,2})[/\\][\pL\pN~]\S*|[A-Za-z]:\\\S+)` +
		`|([\pL\pN_][\pL\pN_.()-]*\.[A-Za-z][A-Za-z0-9]{1,4}\b)` +
		`|[\pL\pM\pN]+(?:['’]\pL+)?|[.!?;:,()—–\n]`)
)

// sentences cuts a text into sentences of words and marks, in lower case; a
// question is none.
func sentences(text string) [][]string {
	text = cited().ReplaceAllString(fenced().ReplaceAllString(text, "\n"), "")
	text = wrapped().ReplaceAllString(text, "$1 $2")
	var all [][]string
	var now []string
	for _, m := range piece().FindAllStringSubmatchIndex(text, -1) {
		if m[2] >= 0 || m[4] >= 0 || m[6] >= 0 {
			now = append(now, aName)
			continue
		}
		switch w := text[m[0]:m[1]]; w {
		case "?":
			now = nil
		case ".", "!", ";", "\n":
			all, now = append(all, now), nil
		default:
			now = append(now, strings.ReplaceAll(strings.ToLower(w), "’", "'"))
		}
	}
	return append(all, now)
}

// isMark reports whether a piece parts two clauses.
func isMark(w string) bool { return strings.ContainsAny(w, ":,()—–") }

// compiled returns an expression that is compiled when it is first used: every start of
// the program would pay for it otherwise.
func compiled(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
