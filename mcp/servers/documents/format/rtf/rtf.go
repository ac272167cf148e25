package rtf

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
)

const (
	mime     = "text/rtf"
	maxDepth = 500
)

// Reader reads Rich Text.
type Reader struct{}

// Formats implements format.Reader.
func (Reader) Formats() []format.Format {
	return []format.Format{{
		Name: "Rich Text", Kind: wire.KindDocx, MIME: mime, Extensions: []string{".rtf", ".doc"},
		Gives: "tables, headers and footers, title and author",
	}}
}

// Recognize implements format.Reader.
func (Reader) Recognize(f format.File) string {
	if bytes.HasPrefix(f.Data, []byte(`{\rtf`)) {
		return mime
	}
	return ""
}

// Read implements format.Reader.
func (Reader) Read(f format.File) (format.Content, error) {
	r := &reader{data: f.Data, page: charmap.Windows1252, group: group{uc: 1}}
	for r.at < len(r.data) && !r.builder.Full() {
		if err := r.step(); err != nil {
			return format.Content{}, err
		}
	}
	r.flush()
	if r.inRow {
		r.builder.EndRow()
	}
	return r.builder.Done(), nil
}

// group is the state that braces save.
type group struct {
	skip bool // it holds no text of the document
	into *string
	uc   int // how many characters replace one in Unicode
	role wire.Role
}

// reader goes through a file.
type reader struct {
	data    []byte
	at      int
	page    encoding.Encoding
	builder format.Builder

	group
	stack  []group
	bytes  []byte   // in the page's encoding, not yet decoded
	units  []uint16 // of Unicode, not yet decoded
	ignore int      // characters that replace one in Unicode
	inRow  bool
}

func (r *reader) step() error {
	c := r.data[r.at]
	r.at++
	switch c {
	case '{':
		r.flush()
		if len(r.stack) >= maxDepth {
			return fmt.Errorf("%w: too many groups", format.ErrBomb)
		}
		r.stack = append(r.stack, r.group)
	case '}':
		r.flush()
		if n := len(r.stack); n > 0 {
			r.group, r.stack = r.stack[n-1], r.stack[:n-1]
		}
	case '\\':
		r.control()
	case '\r', '\n':
	default:
		r.byte(c)
	}
	return nil
}

// control reads what follows a backslash.
func (r *reader) control() {
	if r.at >= len(r.data) {
		return
	}
	c := r.data[r.at]
	if c < 'a' || c > 'z' {
		r.at++
		r.symbol(c)
		return
	}
	start := r.at
	for r.at < len(r.data) && r.data[r.at] >= 'a' && r.data[r.at] <= 'z' {
		r.at++
	}
	word := string(r.data[start:min(r.at, start+32)])
	start = r.at
	for r.at < len(r.data) && (r.data[r.at] >= '0' && r.data[r.at] <= '9' || r.at == start && r.data[r.at] == '-') {
		r.at++
	}
	n, err := strconv.Atoi(string(r.data[start:r.at]))
	if r.at < len(r.data) && r.data[r.at] == ' ' {
		r.at++
	}
	r.word(word, n, err == nil)
}

func (r *reader) symbol(c byte) {
	switch c {
	case '\'':
		if r.at+2 <= len(r.data) {
			if n, err := strconv.ParseUint(string(r.data[r.at:r.at+2]), 16, 8); err == nil {
				r.at += 2
				r.byte(byte(n))
			}
		}
	case '*':
		r.skip = true
	case '~':
		r.byte(' ')
	case '_':
		r.byte('-')
	case '{', '}', '\\':
		r.byte(c)
	}
}

// word does what a control word says.
func (r *reader) word(word string, n int, given bool) {
	if into := r.property(word); into != nil {
		r.flush()
		r.skip, r.into = false, into
		return
	}
	switch word {
	case "u":
		r.unicode(n)
		return
	case "uc":
		r.uc = min(max(n, 0), 8)
		return
	case "ansicpg":
		r.page = codePage(n)
		return
	case "bin":
		if given && n > 0 {
			r.at = min(len(r.data), r.at+n)
		}
		return
	case "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "themedata", "datastore", "fldinst", "footnote", "annotation",
		"listtable", "listoverridetable", "revtbl", "rsidtbl", "generator", "xmlnstbl", "latentstyles":
		r.flush()
		r.skip = true
		return
	}
	r.flush()
	if !r.skip && r.into == nil {
		r.layout(word)
	}
}

// property is where the words of a property go; nil if word names none.
func (r *reader) property(word string) *string {
	meta := &r.builder.Content.Meta
	switch word {
	case "title":
		return &meta.Title
	case "author":
		return &meta.Author
	}
	return nil
}

// layout does what ends lines and cells.
func (r *reader) layout(word string) {
	switch word {
	case "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf":
		r.builder.Blank()
		r.role = wire.RoleMargin
	case "par", "sect", "page":
		if r.builder.Written() {
			r.end()
		} else {
			r.builder.Blank()
		}
	case "line":
		r.end()
	case "tab":
		r.builder.Write("\t")
	case "intbl":
		r.startRow()
	case "cell":
		r.startRow()
		r.end()
		r.builder.StartCell()
	case "row":
		if r.inRow {
			r.builder.EndRow()
			r.inRow = false
		}
	case "emdash", "endash":
		r.builder.Write("–")
	case "lquote", "rquote":
		r.builder.Write("'")
	case "ldblquote", "rdblquote":
		r.builder.Write(`"`)
	case "bullet":
		r.builder.Write("• ")
	}
}

func (r *reader) startRow() {
	if !r.inRow {
		r.inRow = true
		r.builder.StartRow()
		r.builder.StartCell()
	}
}

func (r *reader) end() {
	r.builder.As(r.role)
	r.builder.Break()
	r.builder.As("")
}

// byte takes a character in the encoding of the file.
func (r *reader) byte(c byte) {
	if r.ignore > 0 {
		r.ignore--
		return
	}
	r.flushUnits()
	if !r.skip {
		r.bytes = append(r.bytes, c)
	}
}

// unicode takes a character in UTF-16; as many others as uc says replace
// it.
func (r *reader) unicode(n int) {
	r.flushBytes()
	r.ignore = r.uc
	if !r.skip {
		r.units = append(r.units, uint16(n)) //nolint:gosec // negative numbers are the upper half
	}
}

// flush decodes what was gathered.
func (r *reader) flush() {
	r.flushBytes()
	r.flushUnits()
	r.ignore = 0
}

func (r *reader) flushBytes() {
	if len(r.bytes) == 0 {
		return
	}
	text, err := r.page.NewDecoder().Bytes(r.bytes)
	if err == nil {
		r.write(string(text))
	}
	r.bytes = r.bytes[:0]
}

func (r *reader) flushUnits() {
	if len(r.units) > 0 {
		r.write(string(utf16.Decode(r.units)))
		r.units = r.units[:0]
	}
}

func (r *reader) write(text string) {
	const longest = 1 << 10 // of a property
	switch {
	case r.skip:
	case r.into == nil:
		r.builder.Write(text)
	case len(*r.into)+len(text) <= longest:
		*r.into = strings.TrimLeft(*r.into+text, " ")
	}
}

// codePage is the encoding that Windows knows by a number.
func codePage(n int) encoding.Encoding {
	if e, ok := codePages[n]; ok {
		return e
	}
	return charmap.Windows1252
}

var codePages = map[int]encoding.Encoding{
	932:   japanese.ShiftJIS,
	936:   simplifiedchinese.GBK,
	949:   korean.EUCKR,
	950:   traditionalchinese.Big5,
	437:   charmap.CodePage437,
	850:   charmap.CodePage850,
	874:   charmap.Windows874,
	1250:  charmap.Windows1250,
	1251:  charmap.Windows1251,
	1253:  charmap.Windows1253,
	1254:  charmap.Windows1254,
	1255:  charmap.Windows1255,
	1256:  charmap.Windows1256,
	1257:  charmap.Windows1257,
	10000: charmap.Macintosh,
}
