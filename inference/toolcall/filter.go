package toolcall

import (
	"bytes"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Filter separates the calls in a streamed answer from the text for the user. Calls are
// in <tool_call> tags anywhere, or on lines of their own: in a code fence, as bare JSON,
// or as [name(key=value)]. A text that only mentions a tool passes unchanged. The result
// does not depend on how the stream was split.
type Filter struct {
	known map[string]bool
	calls []chat.ToolCall
	shown []byte // of this piece

	in        place
	held      []byte // not shown yet: it may be a call
	lineStart bool   // only white space since the line began
	code      bool   // inside a fence that holds no call

	depth   int  // of brackets, in bare
	quote   byte // of the open string, in bare; 0: none
	escaped bool
}

// place is the state of the filter.
type place int

const (
	prose     place = iota
	tagStart        // after a < that may begin a tag
	tag             // between the tags
	fenceLine       // in a line that began with a back quote
	fence           // in a fence that may hold a call
	bareBlock       // in a bracket that began a line
)

const (
	tagOpen  = "<tool_call>"
	tagClose = "</tool_call>"
	ticks    = "```"
)

// NewFilter returns a filter for these tools.
func NewFilter(tools []chat.ToolSpec) *Filter {
	known := make(map[string]bool, len(tools))
	for _, t := range tools {
		known[t.Name] = true
	}
	return &Filter{known: known, lineStart: true}
}

// Feed takes the next piece and returns the text that can be shown.
func (f *Filter) Feed(piece string) string {
	f.shown = f.shown[:0]
	for i := range len(piece) {
		f.step(piece[i])
	}
	return string(f.shown)
}

// End returns the rest of the text and the calls. A call in which the answer broke off,
// at its length limit, does not count.
func (f *Filter) End(brokenOff bool) (rest string, calls []chat.ToolCall) {
	f.shown = f.shown[:0]
	switch {
	case f.in == tag:
		f.endTag(brokenOff)
	case f.in == fence && !brokenOff, f.in == bareBlock && !brokenOff, f.in == fenceLine:
		f.resolve(f.held)
	default:
		f.show(f.held)
	}
	f.held, f.in = nil, prose
	return string(f.shown), f.calls
}

// endTag resolves a tag that was never closed: a call, half a call, or a sentence about
// tags.
func (f *Filter) endTag(brokenOff bool) {
	body := f.held[len(tagOpen):]
	if !bytes.ContainsAny(body, "{[<") {
		f.show(f.held)
	} else if !brokenOff {
		f.calls = append(f.calls, tagged(body)...)
	}
}

func (f *Filter) step(c byte) {
	switch f.in {
	case prose:
		f.prose(c)
	case tagStart:
		f.tagStart(c)
	case tag:
		f.tag(c)
	case fenceLine:
		f.fenceLine(c)
	case fence:
		f.fence(c)
	case bareBlock:
		f.bare(c)
	}
}

func (f *Filter) prose(c byte) {
	switch {
	case c == '<':
		f.hold(tagStart, c)
	case c == '`' && f.lineStart:
		f.hold(fenceLine, c)
	case (c == '{' || c == '[') && f.lineStart && !f.code:
		f.depth, f.quote, f.escaped = 1, 0, false
		f.hold(bareBlock, c)
	default:
		f.show([]byte{c})
	}
}

func (f *Filter) hold(in place, c byte) { f.in, f.held = in, append(f.held[:0], c) }

// show passes a text on.
func (f *Filter) show(text []byte) {
	f.shown = append(f.shown, text...)
	line := text
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		f.lineStart, line = true, text[i+1:]
	}
	f.lineStart = f.lineStart && len(bytes.TrimLeft(line, " \t\r")) == 0
}

// release passes on what was held and returns to prose.
func (f *Filter) release() {
	f.show(f.held)
	f.held, f.in = f.held[:0], prose
}

func (f *Filter) tagStart(c byte) {
	if tagOpen[len(f.held)] != c {
		f.release()
		f.prose(c)
		return
	}
	if f.held = append(f.held, c); len(f.held) == len(tagOpen) {
		f.in = tag
	}
}

func (f *Filter) tag(c byte) {
	f.held = append(f.held, c)
	if c == '>' && bytes.HasSuffix(f.held, []byte(tagClose)) {
		f.calls = append(f.calls, tagged(f.held[len(tagOpen):len(f.held)-len(tagClose)])...)
		f.held, f.in = f.held[:0], prose
	}
}

// tagInside leaves a block in which a tag begins: the tag decides.
func (f *Filter) tagInside(c byte) bool {
	if c != '>' || !bytes.HasSuffix(f.held, []byte(tagOpen)) {
		return false
	}
	f.show(f.held[:len(f.held)-len(tagOpen)])
	f.in, f.held = tag, append(f.held[:0], tagOpen...)
	return true
}

// fenceLine reads the line that may open a fence, or be one.
func (f *Filter) fenceLine(c byte) {
	n := len(f.held)
	f.held = append(f.held, c)
	switch {
	case n < len(ticks) && c != '`':
		f.held = f.held[:n]
		f.release()
		f.prose(c)
	case f.tagInside(c), c != '\n':
	case f.code:
		f.code = false
		f.release()
	case bytes.Contains(f.held[len(ticks):], []byte(ticks)):
		f.resolve(f.held)
	case holdsCalls(strings.TrimSpace(string(f.held[len(ticks):]))):
		f.in = fence
	default:
		f.code = true
		f.release()
	}
}

// holdsCalls reports whether a fence of this language may hold a call.
func holdsCalls(language string) bool {
	switch strings.ToLower(language) {
	case "", "json", "tool", "tool_call", "tool_code":
		return true
	}
	return false
}

func (f *Filter) fence(c byte) {
	f.held = append(f.held, c)
	if f.tagInside(c) {
		return
	}
	if c == '`' && bytes.HasSuffix(f.held, []byte("\n"+ticks)) {
		f.resolve(f.held)
	}
}

// bare follows brackets and strings to the end of the block. A blank line, or a second
// character that begins no call, makes it text.
func (f *Filter) bare(c byte) {
	blank := c == '\n' && f.held[len(f.held)-1] == '\n' && f.quote == 0
	f.held = append(f.held, c)
	if f.tagInside(c) {
		return
	}
	if blank || len(f.held) == 2 && !mayBegin(c) {
		f.release()
		return
	}
	switch {
	case f.escaped:
		f.escaped = false
	case f.quote != 0:
		f.escaped = c == '\\'
		if c == f.quote {
			f.quote = 0
		}
	case c == '"', c == '\'' && bytes.IndexByte([]byte("{[(,:= \n"), f.held[len(f.held)-2]) >= 0:
		f.quote = c // an apostrophe in a word opens nothing
	case c == '{', c == '[', c == '(':
		f.depth++
	case c == '}', c == ']', c == ')':
		f.depth--
	}
	if f.depth == 0 {
		f.resolve(f.held)
	}
}

// mayBegin reports whether a call can go on with c after its bracket.
func mayBegin(c byte) bool {
	return c == '"' || c == '\'' || c == '{' || c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '_' ||
		c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// resolve takes a complete block: its calls, or else its text.
func (f *Filter) resolve(block []byte) {
	found, ok := bare(inside(block), f.known)
	f.in = prose
	if !ok {
		f.release()
		return
	}
	f.calls = append(f.calls, found...)
	f.held, f.lineStart = f.held[:0], false
}

// inside returns the contents of a fence, including a one-line fence, and any other block
// as it is.
func inside(block []byte) []byte {
	body, fenced := bytes.CutPrefix(block, []byte(ticks))
	if !fenced {
		return block
	}
	body = bytes.TrimSuffix(bytes.TrimSpace(body), []byte(ticks))
	if i := bytes.IndexAny(body, " \n{["); i > 0 && holdsCalls(string(body[:i])) {
		body = body[i:]
	}
	return body
}

// Pending reports whether a call may be in progress.
func (f *Filter) Pending() bool { return f.in == tag || f.in == fence || f.in == bareBlock }
