package markdown

import (
	"strconv"
	"strings"

	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/prose"
)

// Set sets an answer of a model as text. It knows headings, lists, quotes,
// code, bold and code within a line; a link or a picture becomes its words, with
// the address next to them as text. Nothing in it is fetched or followed.
//
// It is stricter than Markdown is elsewhere, because much of what is said is
// names of files: a star or a dash within a word stays, HTML is text, and nothing
// that was written goes unseen.
func Set(text string) []prose.Paragraph {
	m := &marking{}
	for line := range strings.SplitSeq(inert.Text(text), "\n") {
		m.line(line)
	}
	m.flush()
	return m.all
}

// marking is a text on its way from Markdown to paragraphs.
type marking struct {
	all   []prose.Paragraph
	lines []string // of the paragraph that is being read
	head  prose.Paragraph
	fence string // what ends the code that is being read; empty: none is
	// numbers are those of the list's last points, by their depth; 0: none was.
	numbers [deepest + 1]int
}

// deepest is how deep a list can be nested.
const deepest = 4

func (m *marking) line(line string) {
	trimmed := strings.TrimSpace(line)
	if m.fence != "" {
		if strings.HasPrefix(trimmed, m.fence) && strings.Trim(trimmed, m.fence[:1]) == "" {
			m.fence = ""
			return
		}
		m.all = append(m.all, prose.Paragraph{Code: true, Spans: []prose.Span{{Words: line}}})
		return
	}
	if fence := fenceOf(trimmed); fence != "" {
		m.flush()
		m.fence = fence
		return
	}
	switch {
	case trimmed == "":
		m.flush()
	case isRule(trimmed):
		m.flush()
	case strings.HasPrefix(trimmed, "|"):
		m.flush()
		m.row(trimmed)
	default:
		m.words(line, trimmed)
	}
}

// words takes a line of text: it begins a paragraph, or goes on with one.
func (m *marking) words(line, trimmed string) {
	if level := len(trimmed) - len(strings.TrimLeft(trimmed, "#")); level > 0 && level <= 6 && strings.HasPrefix(trimmed[level:], " ") {
		m.flush()
		m.numbers = [deepest + 1]int{}
		m.head = prose.Paragraph{Title: true}
		m.lines = []string{strings.Trim(trimmed[level:], "# ")}
		m.flush()
		return
	}
	if strings.HasPrefix(trimmed, ">") {
		if !m.head.Quote {
			m.flush()
		}
		m.head = prose.Paragraph{Quote: true}
		m.lines = append(m.lines, strings.TrimSpace(strings.TrimLeft(trimmed, ">")))
		return
	}
	if mark, rest, ok := listMark(trimmed); ok {
		m.flush()
		depth := min(indentOf(line)/2, deepest)
		m.head = prose.Paragraph{Mark: m.count(mark, depth), Depth: depth}
		m.lines = []string{rest}
		return
	}
	if len(m.lines) == 0 && indentOf(line) == 0 {
		m.numbers = [deepest + 1]int{} // no list goes on behind this
	}
	m.lines = append(m.lines, trimmed)
}

// count gives a point the mark that it gets: points that all say 1 are counted.
func (m *marking) count(mark string, depth int) string {
	clear(m.numbers[depth+1:])
	n, err := strconv.Atoi(strings.TrimSuffix(mark, "."))
	if err != nil {
		m.numbers[depth] = 0
		return mark
	}
	m.numbers[depth] = max(n, m.numbers[depth]+1)
	return strconv.Itoa(m.numbers[depth]) + "."
}

// flush ends the paragraph that is being read.
func (m *marking) flush() {
	if len(m.lines) > 0 {
		p := m.head
		p.Spans = spansOf(strings.Join(m.lines, " "))
		m.all = append(m.all, p)
	}
	m.lines, m.head = nil, prose.Paragraph{}
}

// row sets a row of a table: its cells, parted.
func (m *marking) row(line string) {
	if strings.Trim(line, "|-: ") == "" {
		return
	}
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i, c := range cells {
		cells[i] = strings.TrimSpace(c)
	}
	m.all = append(m.all, prose.Paragraph{Spans: spansOf(strings.Join(cells, "  ·  "))})
}

// fenceOf is the row of signs that begins code; empty: this line begins none.
func fenceOf(line string) string {
	for _, sign := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, sign)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

func isRule(line string) bool {
	bare := strings.ReplaceAll(line, " ", "")
	return len(bare) >= 3 && strings.Trim(bare, bare[:1]) == "" && strings.Contains("-*_", bare[:1])
}

// listMark tells a point of a list from other text.
func listMark(line string) (mark, rest string, ok bool) {
	for _, bullet := range []string{"- ", "* ", "+ "} {
		if after, is := strings.CutPrefix(line, bullet); is {
			return "•", strings.TrimSpace(after), true
		}
	}
	number := strings.TrimRight(line[:len(line)-len(strings.TrimLeft(line, "0123456789"))], " ")
	after := line[len(number):]
	if number != "" && len(number) < 4 && (strings.HasPrefix(after, ". ") || strings.HasPrefix(after, ") ")) {
		return number + ".", strings.TrimSpace(after[2:]), true
	}
	return "", "", false
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
