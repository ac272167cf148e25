package rule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/suggest"
)

// The fields that are compared as more than texts.
const (
	date   = "date"
	amount = "amount"
)

// Known are the fields that a condition may use.
var Known = []string{date, "issuer", "kind", "title", "number", amount, "currency", "person", "name", "ext", "parent"}

// Problem is what is wrong with a condition.
type Problem string

// The problems of a condition.
const (
	NoSuchField  Problem = "no such field"
	NoComparison Problem = "no comparison" // where one is required
	NoValue      Problem = "no value"      // after a comparison
	NotClosed    Problem = "not closed"    // a quote or bracket
	NotOrdered   Problem = "not ordered"   // < and > of a text field
	NoDate       Problem = "no date"       // where one is required
	NoAmount     Problem = "no amount"
	TooMuch      Problem = "too much" // after the end, or in all
	Unfinished   Problem = "unfinished"
)

// Error is what is wrong with a condition, and where.
type Error struct {
	Problem Problem
	// At counts the characters before the place; Text is the text there.
	At   int
	Text string
	// Meant is the field that may have been meant; may be empty.
	Meant string
}

// Error returns all of it, for a log.
func (e *Error) Error() string {
	return fmt.Sprintf("%s at character %d: %.80q", e.Problem, e.At+1, e.Text)
}

// most is the longest condition in characters, maxDepth the maxDepth nesting of brackets.
const (
	most     = 1000
	maxDepth = 50
)

// condition reports whether it matches; of returns the known values of a field.
type condition func(of func(field string) []string) bool

// parser reads a condition in one pass.
type parser struct {
	text   []rune
	at     int
	depth  int
	fields []string
}

func (p *parser) fail(what Problem, at int, text string) *Error {
	return &Error{Problem: what, At: at, Text: text}
}

// all reads a whole condition.
func (p *parser) all() (condition, error) {
	if len(p.text) > most {
		return nil, p.fail(TooMuch, most, string(p.text[most:][:1]))
	}
	c, err := p.either()
	if err == nil {
		if text, at := p.next(); text != "" {
			return nil, p.fail(TooMuch, at, text)
		}
	}
	return c, err
}

// either reads conditions joined by "or".
func (p *parser) either() (condition, error) {
	return p.joined("or", p.both, func(a, b condition) condition {
		return func(of func(string) []string) bool { return a(of) || b(of) }
	})
}

// both reads conditions joined by "and".
func (p *parser) both() (condition, error) {
	return p.joined("and", p.one, func(a, b condition) condition {
		return func(of func(string) []string) bool { return a(of) && b(of) }
	})
}

func (p *parser) joined(by string, read func() (condition, error), join func(a, b condition) condition) (condition, error) {
	c, err := read()
	for err == nil && p.takes(by) {
		var other condition
		if other, err = read(); err == nil {
			c = join(c, other)
		}
	}
	return c, err
}

// one reads a comparison, or what is in brackets or after "not".
func (p *parser) one() (condition, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.fail(TooMuch, p.at, "(")
	}
	defer func() { p.depth-- }()
	switch start := p.at; {
	case p.takes("not"):
		c, err := p.one()
		return func(of func(string) []string) bool { return !c(of) }, err
	case p.takes("("):
		c, err := p.either()
		if err == nil && !p.takes(")") {
			err = p.fail(NotClosed, start, "(")
		}
		return c, err
	}
	return p.comparison()
}

func (p *parser) comparison() (condition, error) {
	field, at := p.next()
	field = strings.ToLower(field)
	switch {
	case field == "":
		return nil, p.fail(Unfinished, at, "")
	case !slices.Contains(Known, field):
		err := p.fail(NoSuchField, at, field)
		if similar := suggest.Names(field, slices.Values(Known)); len(similar) > 0 {
			err.Meant = similar[0]
		}
		return nil, err
	}
	p.fields = lists.AddNew(p.fields, field)
	by, byAt := p.next()
	compares, ok := comparisons[by]
	if !ok {
		return nil, p.fail(NoComparison, byAt, by)
	}
	if strings.ContainsAny(by, "<>") && field != date && field != amount {
		return nil, p.fail(NotOrdered, byAt, by)
	}
	value, err := p.value(field, by)
	if err != nil {
		return nil, err
	}
	return func(of func(string) []string) bool {
		known := slices.DeleteFunc(slices.Clone(of(field)), func(one string) bool { return one == "" })
		fits := func(one string) bool { return compares(field, one, value) }
		if by == "!=" { // by whichever name
			return len(known) > 0 && !slices.ContainsFunc(known, func(one string) bool { return !fits(one) })
		}
		return slices.ContainsFunc(known, fits)
	}, nil
}

// comparisons compare a field's known value with a condition's.
var comparisons = map[string]func(field, known, value string) bool{
	"~":  func(_, known, value string) bool { return contains(fold(known), fold(value)) },
	"=":  func(field, known, value string) bool { return order(field, known, value) == 0 },
	"!=": func(field, known, value string) bool { return order(field, known, value) != 0 },
	"<":  func(field, known, value string) bool { return order(field, known, value) < 0 },
	"<=": func(field, known, value string) bool { return order(field, known, value) <= 0 },
	">":  func(field, known, value string) bool { return order(field, known, value) > 0 },
	">=": func(field, known, value string) bool { return order(field, known, value) >= 0 },
}

// order compares two values of a field.
func order(field, known, value string) int {
	switch field {
	case date: // of a shortened one only what is given counts
		return strings.Compare(known[:min(len(known), len(value))], value)
	case amount:
		a, errA := strconv.ParseFloat(known, 64)
		b, errB := strconv.ParseFloat(value, 64)
		if errA == nil && errB == nil {
			switch {
			case a < b:
				return -1
			case a > b:
				return 1
			}
			return 0
		}
	}
	return strings.Compare(fold(known), fold(value))
}

// contains reports whether a text contains another literally, or word by word with
// inflections.
func contains(known, value string) bool {
	if strings.Contains(known, value) {
		return true
	}
	words, sought := wordsOf(known), wordsOf(value)
	for at := 0; len(sought) > 0 && at+len(sought) <= len(words); at++ {
		if slices.EqualFunc(words[at:at+len(sought)], sought, intent.SameWord) {
			return true
		}
	}
	return false
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// fold removes case and accents.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsMark(r) {
			return -1
		}
		return r
	}, norm.NFD.String(strings.ToLower(s)))
}

// value reads the value of a comparison.
func (p *parser) value(field, by string) (string, error) {
	raw, at := p.next()
	if raw == "" {
		return "", p.fail(Unfinished, at, "")
	}
	text, quote, quoted := raw, raw[:1], strings.ContainsAny(raw[:1], `'"`)
	if quoted {
		var closed bool
		if text, closed = strings.CutSuffix(raw[1:], quote); !closed {
			return "", p.fail(NotClosed, at, quote)
		}
	}
	switch {
	case by == "~" && quoted, field != date && field != amount && quoted:
		if strings.TrimSpace(text) == "" {
			return "", p.fail(NoValue, at, raw)
		}
		return text, nil
	case field == date:
		if !isDate(text) {
			return "", p.fail(NoDate, at, raw)
		}
		return text, nil
	case field == amount:
		text = strings.Replace(text, ",", ".", 1)
		if _, err := strconv.ParseFloat(text, 64); err != nil || strings.ContainsFunc(text, unicode.IsLetter) {
			return "", p.fail(NoAmount, at, raw)
		}
		return text, nil
	}
	return "", p.fail(NoValue, at, raw)
}

// isDate reports whether a text is a date, which may be shortened.
func isDate(text string) bool {
	const form = "dddd-dd-dd"
	if len(text) != 4 && len(text) != 7 && len(text) != len(form) {
		return false
	}
	for i, r := range text {
		if form[i] == 'd' && (r < '0' || r > '9') || form[i] == '-' && r != '-' {
			return false
		}
	}
	return true
}

// takes reads a word if it comes next.
func (p *parser) takes(word string) bool {
	was := p.at
	if text, _ := p.next(); strings.EqualFold(text, word) {
		return true
	}
	p.at = was
	return false
}

// next returns the next word, sign or quoted text, with its opening quote, and its
// position; empty at the end.
func (p *parser) next() (text string, at int) {
	for p.at < len(p.text) && unicode.IsSpace(p.text[p.at]) {
		p.at++
	}
	at = p.at
	if at == len(p.text) {
		return "", at
	}
	r := p.text[at]
	p.at++
	switch {
	case r == '\'' || r == '"':
		for p.at < len(p.text) {
			p.at++
			if p.text[p.at-1] == r {
				break
			}
		}
	case strings.ContainsRune("<>!=", r):
		if p.at < len(p.text) && p.text[p.at] == '=' {
			p.at++
		}
	case strings.ContainsRune("~()", r):
	default:
		for p.at < len(p.text) && !unicode.IsSpace(p.text[p.at]) && !strings.ContainsRune(`~()<>!='"`, p.text[p.at]) {
			p.at++
		}
	}
	return string(p.text[at:p.at]), at
}
