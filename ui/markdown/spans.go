package markdown

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/prose"
)

// spansOf parses the markup within a line: bold, code, links and pictures. Italic text is
// upright.
func spansOf(text string) []prose.Span {
	s := &spans{}
	for at := 0; at < len(text); {
		n := s.take(text, at)
		if n == 0 {
			_, n = utf8.DecodeRuneInString(text[at:])
			s.words.WriteString(text[at : at+n])
		}
		at += n
	}
	s.cut()
	return s.all
}

type spans struct {
	all   []prose.Span
	words strings.Builder
	bold  bool
	// slanted reports that the opening mark of italic text was left out; so will be the
	// closing one.
	slanted bool
}

func (s *spans) cut() {
	if s.words.Len() > 0 {
		s.all = append(s.all, prose.Span{Words: s.words.String(), Bold: s.bold})
		s.words.Reset()
	}
}

// take parses the mark at a place of the text and returns its length; 0 if there is none.
func (s *spans) take(text string, at int) int {
	rest := text[at:]
	switch rest[0] {
	case '\\':
		if r := rune(rest[min(1, len(rest)-1)]); len(rest) > 1 && (unicode.IsPunct(r) || unicode.IsSymbol(r)) && r < utf8.RuneSelf {
			s.words.WriteByte(rest[1])
			return 2
		}
	case '`':
		return s.code(rest)
	case '!':
		if len(rest) > 1 && rest[1] == '[' {
			return s.link(rest[1:], true, 1)
		}
	case '[':
		return s.link(rest, false, 0)
	case '*', '_':
		return s.emphasis(text, at)
	case 'h':
		return s.bare(text, at)
	}
	return 0
}

// bare parses an address without markup.
func (s *spans) bare(text string, at int) int {
	if before, _ := utf8.DecodeLastRuneInString(text[:at]); at > 0 && isWord(before) {
		return 0
	}
	address := bareLink(text[at:])
	if address == "" {
		return 0
	}
	s.lead(address, address)
	return len(address)
}

// lead adds a link.
func (s *spans) lead(words, address string) {
	s.cut()
	s.all = append(s.all, prose.Span{Words: words, Bold: s.bold, Link: address})
}

// code parses text between one or more backquotes.
func (s *spans) code(rest string) int {
	ticks := rest[:len(rest)-len(strings.TrimLeft(rest, "`"))]
	end := strings.Index(rest[len(ticks):], ticks)
	if end < 0 {
		s.words.WriteString(ticks)
		return len(ticks)
	}
	s.cut()
	s.all = append(s.all, prose.Span{Words: rest[len(ticks) : len(ticks)+end], Code: true, Bold: s.bold})
	return end + 2*len(ticks)
}

// longestLink limits how far the end of a link is searched.
const longestLink = 2000

// link parses a link. One that may not be opened becomes its words, followed by its
// address if that differs.
func (s *spans) link(rest string, picture bool, before int) int {
	window := rest[:min(len(rest), longestLink)]
	middle := strings.Index(window, "](")
	if middle < 0 || strings.Contains(window[:middle], "\n") {
		return 0
	}
	end := strings.IndexByte(window[middle:], ')')
	if end < 0 {
		return 0
	}
	words, address := window[1:middle], window[middle+2:middle+end]
	if strings.Contains(words, "[") {
		return 0
	}
	address, _, _ = strings.Cut(strings.TrimSpace(address), " ")
	switch {
	case picture:
		s.words.WriteString(locale.L("[picture: {{.Name}}]", "Name", cmp.Or(words, address)))
	case strings.TrimSpace(words) != "" && safeLink(address):
		s.lead(words, address)
	case address == "" || address == words:
		s.words.WriteString(words)
	default:
		s.words.WriteString(words + " (" + address + ")")
	}
	return before + middle + end + 1
}

// emphasis parses one or two marks at the edge of a word.
func (s *spans) emphasis(text string, at int) int {
	sign := text[at]
	n := 1
	if at+1 < len(text) && text[at+1] == sign {
		n = 2
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+n:])
	opens := at+n < len(text) && !unicode.IsSpace(after) && (at == 0 || !isWord(before))
	closes := at > 0 && !unicode.IsSpace(before) && (at+n == len(text) || !isWord(after))
	open := &s.slanted
	if n == 2 {
		open = &s.bold
	}
	switch {
	case *open && closes:
	case !*open && opens && strings.Contains(text[at+n:], text[at:at+n]):
	default:
		return 0
	}
	if n == 2 {
		s.cut()
	}
	*open = !*open
	return n
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
