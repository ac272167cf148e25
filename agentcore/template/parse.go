package template

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/suggest"
)

// Parts that are not a field of a document, or are derived from one.
const (
	Date   = "date"
	Year   = "year"
	Month  = "month"
	Day    = "day"
	Number = "number"
	Kept   = "name"   // the present name without its extension
	Ending = "ext"    // the extension without its dot
	Parent = "parent" // the folder that the file is in
	Seq    = "seq"    // the position of the file among those being named
)

// Known are all parts, in the order in which they are listed for a person.
var Known = []string{Date, Year, Month, Day, "issuer", "kind", "title", Number, "amount", "currency", "person", Kept, Ending, Parent, Seq}

// Problem is what is wrong with a template.
type Problem string

// The problems of a template.
const (
	NoSuchPart   Problem = "no such part"
	NoSuchFilter Problem = "no such filter"
	BadArgument  Problem = "bad argument" // of a filter
	NotClosed    Problem = "not closed"   // a brace or bracket
	NotOpened    Problem = "not opened"
	Nested       Problem = "nested"        // a bracket in brackets
	NoPart       Problem = "no part"       // in brackets, or at all
	SlashInGroup Problem = "slash inside"  // of brackets
	NoFolderName Problem = "no folder"     // such as .. or nothing
	OddCharacter Problem = "odd character" // a control character
	TooLong      Problem = "too long"
)

// Most is the most bytes of a template.
const Most = 500

// Error is what is wrong with a template, and where.
type Error struct {
	Problem Problem
	// At counts the characters before the place.
	At int
	// Text is the text there, Meant what may have been meant; either may be empty.
	Text, Meant string
}

func (e *Error) Error() string {
	where := fmt.Sprintf(" (character %d)", e.At+1)
	switch e.Problem {
	case NoSuchPart, NoSuchFilter:
		kind := "part"
		if e.Problem == NoSuchFilter {
			kind = "filter"
		}
		if e.Meant == "" {
			return e.Text + where + " is no " + kind + "; there are " + strings.Join(e.Choices(), " ")
		}
		return e.Text + where + " is no " + kind + "; did you mean " + e.Meant
	case BadArgument:
		return e.Text + where + " does not go: the forms are |max:40 with a number up to " + strconv.Itoa(filename.AimRunes) + " and, for {date}, |date:DD.MM.YYYY"
	case NotClosed:
		return "the " + e.Text + where + " is not closed"
	case NotOpened:
		return "the " + e.Text + where + " has no partner in front; double one that is meant as it is"
	case Nested:
		return "brackets cannot stand in brackets" + where
	case SlashInGroup:
		return "a folder cannot begin in brackets" + where
	case NoFolderName:
		return fmt.Sprintf("%q%s is no name of a folder or file", e.Text, where)
	case OddCharacter:
		return fmt.Sprintf("%q%s cannot stand in a name", e.Text, where)
	case TooLong:
		return fmt.Sprintf("it is longer than %d characters", Most)
	}
	if e.Text != "" {
		return e.Text + where + " has no part such as {date} in it"
	}
	return "it has no part such as {date} or {issuer}"
}

// Choices returns what is allowed in place of something unknown.
func (e *Error) Choices() []string {
	if e.Problem == NoSuchFilter {
		return []string{"|lower", "|upper", "|slug", "|max:40", "|date:DD.MM.YYYY", "|?otherwise"}
	}
	return lists.Map(Known, braced)
}

// Template is a parsed pattern. The zero value names nothing; Parse makes others.
type Template struct {
	// elements are those of the path: folders, and the file's name at the end.
	elements [][]node
}

// node is a text, a part, or a group of both.
type node struct {
	text     string
	part     string
	filters  []filter
	fallback string
	group    []node
}

// filter changes how a plain value is written.
type filter func(string) string

// Parse parses a pattern. The error is an *Error.
func Parse(pattern string) (Template, error) {
	p := parser{text: []rune(pattern)}
	if len(pattern) > Most {
		return Template{}, &Error{Problem: TooLong, At: Most}
	}
	nodes, err := p.nodes(false)
	if err != nil {
		return Template{}, err
	}
	t, err := split(nodes, p.slashes)
	if err == nil && len(t.Parts()) == 0 {
		err = &Error{Problem: NoPart}
	}
	return t, err
}

// parser reads a pattern in one pass.
type parser struct {
	text    []rune
	at      int
	slashes []int // their positions
}

// slash is the text of a node that separates two elements.
const slash = "/"

// nodes reads up to the end or, in a group, up to its bracket.
func (p *parser) nodes(group bool) ([]node, error) {
	var all []node
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			all = append(all, node{text: text.String()})
			text.Reset()
		}
	}
	for p.at < len(p.text) {
		r := p.text[p.at]
		doubled := p.at+1 < len(p.text) && p.text[p.at+1] == r
		switch {
		case strings.ContainsRune("{}[", r) && doubled, r == ']' && doubled && !group:
			text.WriteRune(r)
			p.at += 2
			continue
		case r == '{', r == '[' && !group:
			flush()
			n, err := p.braced(r)
			if err != nil {
				return nil, err
			}
			all = append(all, n)
			continue
		case r == ']' && group:
			flush()
			return all, nil
		case r == '[':
			return nil, wrong(Nested, p.at, "[", "")
		case r == '}' || r == ']':
			return nil, wrong(NotOpened, p.at, string(r), "")
		case r == '/' && group:
			return nil, wrong(SlashInGroup, p.at, slash, "")
		case r == '/':
			flush()
			p.slashes = append(p.slashes, p.at)
			all = append(all, node{text: slash})
		case unicode.IsControl(r) || r == unicode.ReplacementChar:
			return nil, wrong(OddCharacter, p.at, string(r), "")
		default:
			text.WriteRune(r)
		}
		p.at++
	}
	flush()
	return all, nil
}

// braced reads a part or a group, from its first character on.
func (p *parser) braced(open rune) (node, error) {
	start := p.at
	p.at++
	if open == '{' {
		return p.part(start)
	}
	inside, err := p.nodes(true)
	switch {
	case err != nil:
		return node{}, err
	case p.at == len(p.text):
		return node{}, wrong(NotClosed, start, "[", "")
	case !slices.ContainsFunc(inside, func(n node) bool { return n.part != "" }):
		return node{}, wrong(NoPart, start, string(p.text[start:p.at+1]), "")
	}
	p.at++
	return node{group: inside}, nil
}

// part reads the part whose brace is at start.
func (p *parser) part(start int) (node, error) {
	end := slices.Index(p.text[start:], '}')
	if end < 0 {
		return node{}, wrong(NotClosed, start, "{", "")
	}
	said := string(p.text[start+1 : start+end])
	p.at = start + end + 1
	pieces := strings.Split(said, "|")
	name := strings.ToLower(strings.TrimSpace(pieces[0]))
	if !slices.Contains(Known, name) {
		return node{}, wrong(NoSuchPart, start, "{"+pieces[0]+"}", braced(meant(name, Known)))
	}
	n := node{part: name}
	at := start + 1 + len([]rune(pieces[0]))
	for _, piece := range pieces[1:] {
		if err := n.filter(piece, at); err != nil {
			return node{}, err
		}
		at += 1 + len([]rune(piece))
	}
	return n, nil
}

func braced(part string) string {
	if part == "" {
		return ""
	}
	return "{" + part + "}"
}

// filter adds the filter after a bar at the position at.
func (n *node) filter(said string, at int) error {
	if fallback, ok := strings.CutPrefix(said, "?"); ok {
		n.fallback = fallback
		return nil
	}
	name, arg, _ := strings.Cut(strings.TrimSpace(said), ":")
	name = strings.ToLower(name)
	filterOf, ok := filters[name]
	if !ok {
		similar := meant(name, slices.Sorted(maps.Keys(filters)))
		if similar != "" {
			similar = "|" + similar
		}
		return wrong(NoSuchFilter, at, "|"+said, similar)
	}
	f, err := filterOf(arg)
	if err != nil || name == "date" && n.part != Date {
		return wrong(BadArgument, at, "|"+said, "")
	}
	n.filters = append(n.filters, f)
	return nil
}

func wrong(what Problem, at int, text, meant string) *Error {
	return &Error{Problem: what, At: at, Text: text, Meant: meant}
}

// meant returns the name that was probably meant; empty for none.
func meant(name string, have []string) string {
	if similar := suggest.Names(name, slices.Values(have)); len(similar) > 0 {
		return similar[0]
	}
	return ""
}

// split splits nodes at the slashes into the elements of a path.
func split(nodes []node, slashes []int) (Template, error) {
	var t Template
	element, from := []node{}, 0
	for _, n := range append(nodes, node{text: slash}) {
		if n.text != slash {
			element = append(element, n)
			continue
		}
		if text, plain := plainText(element); plain && filename.Sanitise(text, "") != strings.TrimSpace(text) {
			return t, &Error{Problem: NoFolderName, At: from, Text: text}
		}
		t.elements = append(t.elements, element)
		element = nil
		if k := len(t.elements) - 1; k < len(slashes) {
			from = slashes[k] + 1
		}
	}
	return t, nil
}

// plainText returns the text of an element without a part.
func plainText(element []node) (text string, plain bool) {
	for _, n := range element {
		if n.text == "" {
			return "", false
		}
		text += n.text
	}
	return text, true
}

var errArgument = errors.New("the filter takes something else")

// filters make a filter from the argument after its colon.
var filters = map[string]func(arg string) (filter, error){
	"lower": plainly(strings.ToLower),
	"upper": plainly(strings.ToUpper),
	"slug":  plainly(slug),
	"max": func(arg string) (filter, error) {
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 || n > filename.AimRunes {
			return nil, errArgument
		}
		return func(s string) string { return shortened(s, n) }, nil
	},
	"date": func(arg string) (filter, error) {
		if strings.IndexFunc(dateWords.Replace(arg), unicode.IsLetter) >= 0 || dateWords.Replace(arg) == arg {
			return nil, errArgument
		}
		return func(s string) string { return written(s, arg) }, nil
	},
}

// plainly wraps a filter that takes no argument.
func plainly(f filter) func(string) (filter, error) {
	return func(arg string) (filter, error) {
		if arg != "" {
			return nil, errArgument
		}
		return f, nil
	}
}
