package markdown

import (
	"slices"
	"strconv"
	"strings"

	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/prose"
)

// Reader converts a model's answer. It supports headings, lists, quotes, code blocks,
// tables, and bold, code and links within a line. A picture becomes its alternative text
// and its address, as text. Nothing is fetched or followed.
//
// It is stricter than Markdown, because answers are full of file names: a star or a dash
// inside a word is kept, HTML is text, and no character is hidden.
//
// Text may arrive in pieces; the result is that of the whole text, and the cost of a piece
// does not depend on the text before it.
type Reader struct {
	m    marking
	line string // the unfinished last one
	done int    // paragraphs that no longer change
}

// Write adds a piece. The caller replaces the paragraphs from one on.
func (r *Reader) Write(piece string) (from int, paragraphs []prose.Paragraph) {
	r.line += piece
	for {
		line, rest, ended := strings.Cut(r.line, "\n")
		if len(line) > longest {
			at := cutAt(line)
			line, rest, ended = line[:at], r.line[at:], false
		} else if !ended {
			break
		}
		r.m.take(line, ended)
		r.line = rest
	}
	from = r.done
	paragraphs, r.m.all = r.m.all, nil
	r.done += len(paragraphs)
	// The unfinished part is converted as if it ended here.
	now := r.m
	now.lines = slices.Clone(r.m.lines)
	now.take(r.line, true)
	now.flush()
	return from, append(paragraphs, now.all...)
}

// longest limits a paragraph, in bytes: a longer one is split.
const longest = 3000

// cutAt returns where to split a line that is too long: after a space if it has one.
func cutAt(line string) int {
	if at := strings.LastIndexByte(line[:longest], ' '); at > longest/2 {
		return at + 1
	}
	at := longest
	for at > longest-4 && line[at]&0xC0 == 0x80 { // within a letter
		at--
	}
	return at
}

// marking is the state of a conversion.
type marking struct {
	all   []prose.Paragraph
	lines []string // of the current paragraph
	size  int      // their bytes
	head  prose.Paragraph
	fence string // ends the current code block; empty if there is none
	// within reports that the next line continues the last one, which was too long.
	within bool
	blocks int // tables and code blocks so far
	rows   int // of the current table; 0 if there is none
	// numbers are those of the last list items by depth; 0 if there was none.
	numbers [deepest + 1]int
}

// deepest limits the nesting of lists.
const deepest = 4

// take converts a line, or the beginning of one that is too long.
func (m *marking) take(line string, ended bool) {
	line = inert.Text(line)
	within := m.within
	m.within = !ended
	trimmed := strings.TrimSpace(line)
	switch {
	case m.fence != "":
		m.code(line, trimmed)
	case within:
		m.add(trimmed)
	default:
		m.begin(line, trimmed)
	}
}

func (m *marking) begin(line, trimmed string) {
	if fence := fenceOf(trimmed); fence != "" {
		m.flush()
		m.fence = fence
		m.blocks++
		return
	}
	switch {
	case trimmed == "":
		m.flush()
	case m.rows > 0 && strings.Contains(trimmed, "|"), strings.HasPrefix(trimmed, "|"):
		m.row(trimmed)
	case isDelimiter(trimmed) && len(m.lines) == 1 && strings.Contains(m.lines[0], "|"):
		first := m.lines[0]
		m.lines, m.size = nil, 0
		m.row(first)
	case isRule(trimmed):
		m.flush()
	default:
		m.words(line, trimmed)
	}
}

// code converts a line of code, or the end of the block.
func (m *marking) code(line, trimmed string) {
	if strings.HasPrefix(trimmed, m.fence) && strings.Trim(trimmed, m.fence[:1]) == "" {
		m.fence = ""
		return
	}
	line = strings.ReplaceAll(line, "\t", "    ")
	m.all = append(m.all, prose.Paragraph{Code: true, Block: m.blocks, Spans: []prose.Span{{Words: line}}})
}

// words converts a line of text: it begins or continues a paragraph.
func (m *marking) words(line, trimmed string) {
	m.rows = 0
	if level := len(trimmed) - len(strings.TrimLeft(trimmed, "#")); level > 0 && level <= 6 && strings.HasPrefix(trimmed[level:], " ") {
		m.flush()
		m.numbers = [deepest + 1]int{}
		m.head = prose.Paragraph{Title: true}
		m.add(strings.Trim(trimmed[level:], "# "))
		m.flush()
		return
	}
	if strings.HasPrefix(trimmed, ">") {
		if !m.head.Quote {
			m.flush()
		}
		m.head.Quote = true
		m.add(strings.TrimSpace(strings.TrimLeft(trimmed, ">")))
		return
	}
	if mark, rest, ok := listMark(trimmed); ok {
		m.flush()
		depth := min(indentOf(line)/2, deepest)
		m.head = prose.Paragraph{Mark: m.count(mark, depth), Depth: depth}
		m.add(rest)
		return
	}
	if len(m.lines) == 0 && indentOf(line) == 0 {
		m.numbers = [deepest + 1]int{} // no list continues after this
	}
	m.add(trimmed)
}

// add adds a line to the current paragraph, or begins another one right below it if that
// one is long enough.
func (m *marking) add(line string) {
	if m.size+len(line) > longest && len(m.lines) > 0 {
		next := m.head
		m.flush()
		next.Mark, next.Joined = "", true
		m.head = next
	}
	m.lines = append(m.lines, line)
	m.size += len(line)
}

// count returns the mark of a list item: items that all say 1 are numbered.
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

// flush ends the current paragraph or table.
func (m *marking) flush() {
	if len(m.lines) > 0 {
		p := m.head
		p.Spans = spansOf(strings.Join(m.lines, " "))
		m.all = append(m.all, p)
	}
	m.lines, m.size, m.rows, m.head = nil, 0, 0, prose.Paragraph{}
}

func isRule(line string) bool {
	bare := strings.ReplaceAll(line, " ", "")
	return len(bare) >= 3 && strings.Trim(bare, bare[:1]) == "" && strings.Contains("-*_", bare[:1])
}

// fenceOf returns the characters that begin a code block; empty if the line begins none.
func fenceOf(line string) string {
	for _, sign := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, sign)); n >= 3 && !strings.Contains(line[n:], sign) {
			return line[:n]
		}
	}
	return ""
}

// listMark parses the mark of a list item.
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
