package example

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/template"
)

// The parts of a name, by the names of template's.
const (
	issuer   = "issuer"
	kind     = "kind"
	title    = "title"
	amount   = "amount"
	currency = "currency"
)

// piece is a part of a name, with what stands in front of it.
type piece struct {
	before string
	part   string
	text   string
	form   string // of a date
}

// name is a name that was taken apart; behind is what stands behind the last piece.
type name struct {
	pieces []piece
	behind string
}

// has returns the text of a part; empty: there is none.
func (n name) has(part string) string {
	for _, p := range n.pieces {
		if p.part == part {
			return p.text
		}
	}
	return ""
}

// dates are the ways in which names have a date, the longest first. A form of "?" is
// day and month in an order that other names tell.
var dates = []struct {
	form string
	is   *regexp.Regexp
}{
	{"", regexp.MustCompile(`(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`)},
	{"YYYY_MM_DD", regexp.MustCompile(`(?:19|20)\d\d_(?:0[1-9]|1[0-2])_(?:0[1-9]|[12]\d|3[01])`)},
	{"YYYY.MM.DD", regexp.MustCompile(`(?:19|20)\d\d\.(?:0[1-9]|1[0-2])\.(?:0[1-9]|[12]\d|3[01])`)},
	{"DD.MM.YYYY", regexp.MustCompile(`(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])\.(?:19|20)\d\d`)},
	{"DD-MM-YYYY", regexp.MustCompile(`(?:0[1-9]|[12]\d|3[01])-(?:0[1-9]|1[0-2])-(?:19|20)\d\d`)},
	{"YYYYMMDD", regexp.MustCompile(`(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`)},
	{"YYYY-MM", regexp.MustCompile(`(?:19|20)\d\d-(?:0[1-9]|1[0-2])`)},
	{"YYYY", regexp.MustCompile(`(?:19|20)\d\d`)},
}

// dateIn finds the first date of a name that stands by itself.
func dateIn(stem string) (at []int, form string) {
	for _, d := range dates {
		for _, found := range d.is.FindAllStringIndex(stem, 3) {
			if alone(stem, found) {
				return found, d.form
			}
		}
	}
	return nil, ""
}

// alone reports whether no digit is next to a place.
func alone(text string, at []int) bool {
	digit := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9' }
	return !digit(at[0]-1) && !digit(at[1])
}

var (
	gaps    = regexp.MustCompile(`\s+[-–—]\s+|,\s+|\s*[_;+()\[\]–—]+\s*|\s+`)
	hyphens = regexp.MustCompile(`-+`)
	amounts = regexp.MustCompile(`^\d{1,7}[.,]\d\d$`)
	codes   = regexp.MustCompile(`^(?:EUR|USD|GBP|CHF|CAD|AUD|PLN|SEK|NOK|DKK|JPY|€|\$|£)$`)
)

// taken takes a name apart; false: it has no parts that can be told apart.
func taken(stem string, isKind func(string) bool) (n name, ok bool) {
	between := gaps
	if !strings.ContainsAny(stem, " _") {
		between = hyphens
	}
	var words []piece
	at, form := dateIn(stem)
	if at == nil {
		words, n.behind = split(stem, between, "")
	} else {
		var gap, rest string
		words, gap = split(stem[:at[0]], between, "")
		words = append(words, piece{before: gap, part: template.Date, text: stem[at[0]:at[1]], form: form})
		var after []piece
		after, rest = split(stem[at[1]:], between, "")
		words, n.behind = append(words, after...), rest
	}
	return n.assign(joined(words, isKind))
}

// split parts a text at gaps; rest is the gap at its end.
func split(text string, gaps *regexp.Regexp, before string) (words []piece, rest string) {
	for text != "" {
		at := gaps.FindStringIndex(text)
		switch {
		case at == nil:
			return append(words, wordOf(before, text)), ""
		case at[0] > 0:
			words = append(words, wordOf(before, text[:at[0]]))
			before = ""
		}
		before += text[at[0]:at[1]]
		text = text[at[1]:]
	}
	return words, before
}

// wordOf is a word with what kind of a thing it is; a part of none is a text.
func wordOf(before, text string) piece {
	p := piece{before: before, text: text}
	switch {
	case amounts.MatchString(text):
		p.part = amount
	case codes.MatchString(text):
		p.part = currency
	case strings.ContainsFunc(text, unicode.IsDigit):
		p.part = template.Number
	}
	return p
}

// joined puts words that stand side by side together, and kinds of documents apart from
// them.
func joined(words []piece, isKind func(string) bool) []piece {
	var all []piece
	for i := 0; i < len(words); {
		end := i + 1
		for words[i].part == "" && end < len(words) && words[end].part == "" && words[end].before == " " {
			end++
		}
		if words[i].part != "" {
			all = append(all, words[i])
		} else {
			all = append(all, withKind(words[i:end], isKind)...)
		}
		i = end
	}
	return all
}

// longestKind is how many words a kind has at most.
const longestKind = 4

// maxWords is in how many words of a text a kind is looked for.
const maxWords = 20

// withKind parts the words of a text from the kind that is among them.
func withKind(words []piece, isKind func(string) bool) []piece {
	text := func(from, to int) piece {
		said := lists.Map(words[from:to], func(w piece) string { return w.text })
		return piece{before: words[from].before, text: strings.Join(said, " ")}
	}
	n := len(words)
	if n > maxWords {
		return []piece{text(0, n)}
	}
	for size := min(n, longestKind); size > 0; size-- {
		for from := n - size; from >= 0; from-- {
			k := text(from, from+size)
			if !isKind(k.text) {
				continue
			}
			k.part = kind
			var all []piece
			if from > 0 {
				all = append(all, text(0, from))
			}
			if all = append(all, k); from+size < n {
				all = append(all, text(from+size, n))
			}
			return all
		}
	}
	return []piece{text(0, n)}
}

// assign makes texts the sender and the title, and each part stand once.
func (n name) assign(pieces []piece) (name, bool) {
	seen := map[string]bool{}
	for _, p := range pieces {
		if p.part == "" {
			if p.part = issuer; seen[issuer] {
				p.part = title
			}
		}
		if seen[p.part] {
			return n, false
		}
		seen[p.part] = true
		n.pieces = append(n.pieces, p)
	}
	return n, len(n.pieces) > 1
}

// shape is equal for names of the same parts.
func (n name) shape() string {
	var b strings.Builder
	for _, p := range n.pieces {
		b.WriteString(p.before + "\x00" + class(p.part) + "\x00" + p.form + "\x00")
	}
	return b.String() + n.behind
}

// class is equal for the parts that may take each other's place: what a document is
// about, and its number.
func class(part string) string {
	if part == title {
		return template.Number
	}
	return part
}

// covers reports whether another name has the same parts, or lacks some that a document
// may lack.
func (n name) covers(other name) bool {
	i := 0
	for _, p := range n.pieces {
		if i < len(other.pieces) {
			o := other.pieces[i]
			if class(o.part) == class(p.part) && o.form == p.form && (o.before == p.before || i == 0) {
				i++
				continue
			}
		}
		if p.part == template.Date || p.part == issuer {
			return false
		}
	}
	return i == len(other.pieces)
}
