package toolcall

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// maxDepth is how deep values may nest.
const maxDepth = 64

// Repair turns what a model wrote as JSON into JSON. It repairs notation, never content:
// quotes, trailing commas, unquoted keys, Python's True and None, raw line breaks in
// strings, and missing or surplus brackets at the end. Every string and number of the
// result occurs in the input as it is; a truncated string, or one with ambiguous escapes,
// is not repaired. Valid JSON is returned as it was.
func Repair(raw []byte) (json.RawMessage, bool) {
	if json.Valid(raw) {
		return raw, depth(raw) <= maxDepth
	}
	p := parser{in: unfenced(raw)}
	if !p.value() || !p.surplus() || p.newline && p.inserted {
		return nil, false
	}
	return p.out, json.Valid(p.out)
}

// unfenced removes a code fence.
func unfenced(raw []byte) []byte {
	raw = bytes.TrimSpace(raw)
	if !bytes.HasPrefix(raw, []byte("```")) {
		return raw
	}
	raw = bytes.TrimSuffix(bytes.TrimPrefix(raw, []byte("```")), []byte("```"))
	return bytes.TrimSpace(bytes.TrimPrefix(raw, []byte("json")))
}

// depth returns the nesting depth of valid JSON.
func depth(raw []byte) int {
	deepest, now := 0, 0
	quoted, escaped := false, false
	for _, c := range raw {
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped, quoted = c == '\\', c != '"'
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			now++
			deepest = max(deepest, now)
		case c == '}' || c == ']':
			now--
		}
	}
	return deepest
}

// parser reads lenient JSON from in and writes JSON to out.
type parser struct {
	in    []byte
	at    int
	out   []byte
	depth int

	newline  bool // a string held a raw line break
	inserted bool // a missing comma was inserted
	number   bool // the last value was a number, which may have been truncated
}

// next skips white space and returns the byte there; 0 at the end.
func (p *parser) next() byte {
	for p.at < len(p.in) {
		switch c := p.in[p.at]; c {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return c
		}
	}
	return 0
}

func (p *parser) value() bool {
	p.number = false
	switch c := p.next(); {
	case c == '{':
		return p.nested('}', p.member)
	case c == '[':
		return p.nested(']', p.value)
	case c == '"' || c == '\'':
		return p.text(c)
	case c == '-' || c >= '0' && c <= '9':
		return p.digits()
	default:
		return p.literal()
	}
}

// nested reads an object or an array whose elements element reads.
func (p *parser) nested(closing byte, element func() bool) bool {
	if p.depth++; p.depth > maxDepth {
		return false
	}
	defer func() { p.depth-- }()
	p.out = append(p.out, p.in[p.at])
	p.at++
	for first := true; ; first = false {
		c := p.next()
		if c == closing || c == 0 && !first && !p.number {
			return p.close(closing)
		}
		if !first {
			p.out = append(p.out, ',')
		}
		if c == 0 || !element() || !p.separated(closing) {
			return false
		}
	}
}

// close ends an object or an array, even one that the input left open.
func (p *parser) close(closing byte) bool {
	p.number = false
	if p.at < len(p.in) {
		p.at++
	}
	p.out = append(p.out, closing)
	return true
}

// separated reads the comma after an element; it accepts a trailing one, and a missing
// one between the members of an object.
func (p *parser) separated(closing byte) bool {
	switch c := p.next(); {
	case c == ',':
		p.at++
		return p.next() != 0 // after a comma more must follow
	case c == closing || c == 0:
		return true
	case closing == '}' && c == '"':
		p.inserted = true
		return true
	}
	return false
}

func (p *parser) member() bool {
	if c := p.next(); c == '"' || c == '\'' {
		if !p.text(c) {
			return false
		}
	} else {
		key := p.word()
		if key == "" {
			return false
		}
		p.out = append(append(append(p.out, '"'), key...), '"')
	}
	if p.next() != ':' {
		return false
	}
	p.at++
	p.out = append(p.out, ':')
	return p.value()
}

// word reads an unquoted name.
func (p *parser) word() string {
	start := p.at
	for p.at < len(p.in) {
		c := p.in[p.at]
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (p.at == start || c != '-' && (c < '0' || c > '9')) {
			break
		}
		p.at++
	}
	return string(p.in[start:p.at])
}

// literals are the words for values, including Python's.
var literals = map[string]string{
	"true": "true", "false": "false", "null": "null", "True": "true", "False": "false", "None": "null",
}

func (p *parser) literal() bool {
	value, known := literals[p.word()]
	p.out = append(p.out, value...)
	return known
}

// digits copies a number as written; its grammar is checked at the end.
func (p *parser) digits() bool {
	start := p.at
	for p.at < len(p.in) && bytes.IndexByte([]byte("+-.0123456789eE"), p.in[p.at]) >= 0 {
		p.at++
	}
	p.out = append(p.out, p.in[start:p.at]...)
	p.number = true
	return json.Valid(p.in[start:p.at])
}

// text reads a string in either kind of quotes and writes it as JSON.
func (p *parser) text(quote byte) bool {
	p.at++
	p.out = append(p.out, '"')
	for p.at < len(p.in) {
		c := p.in[p.at]
		switch {
		case c == quote:
			p.at++
			p.out = append(p.out, '"')
			return true
		case c == '\\':
			if !p.escape() {
				return false
			}
		case c < utf8.RuneSelf && !p.plain(c):
			return false
		case c >= utf8.RuneSelf:
			p.out = append(p.out, c)
			p.at++
		}
	}
	return false // truncated: its rest is unknown
}

// plain copies an ASCII character, escaped where JSON requires it.
func (p *parser) plain(c byte) bool {
	p.at++
	switch {
	case c == '"':
		p.out = append(p.out, '\\', '"')
	case c == '\n':
		p.newline = true
		p.out = append(p.out, '\\', 'n')
	case c == '\r':
		p.out = append(p.out, '\\', 'r')
	case c == '\t':
		p.out = append(p.out, '\\', 't')
	case c < ' ':
		return false
	default:
		p.out = append(p.out, c)
	}
	return true
}

// escape copies an escape. One unknown to JSON, such as \U in a Windows path, makes the
// string ambiguous: its other backslashes may be literal.
func (p *parser) escape() bool {
	if p.at+1 >= len(p.in) {
		return false
	}
	switch c := p.in[p.at+1]; c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		p.out = append(p.out, '\\', c)
	case '\'':
		p.out = append(p.out, '\'')
	case 'u':
		if p.at+6 > len(p.in) || !json.Valid(append(append([]byte{'"'}, p.in[p.at:p.at+6]...), '"')) {
			return false
		}
		p.out = append(p.out, p.in[p.at:p.at+6]...)
		p.at += 4
	default:
		return false
	}
	p.at += 2
	return true
}

// surplus skips surplus closing brackets.
func (p *parser) surplus() bool {
	for {
		switch p.next() {
		case 0:
			return true
		case '}', ']':
			p.at++
		default:
			return false
		}
	}
}
