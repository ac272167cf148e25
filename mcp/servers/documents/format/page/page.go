package page

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
)

const (
	mime = "text/html"
	// maxBytes is how much of a page is read: pictures may be embedded in it.
	maxBytes = 32 << 20
	// maxToken is the longest tag or text without a tag.
	maxToken = 8 << 20
)

// Reader reads pages of the web.
type Reader struct{}

// Formats implements format.Reader.
func (Reader) Formats() []format.Format {
	return []format.Format{{
		Name: "HTML", Kind: wire.KindPage, MIME: mime, Extensions: []string{".html", ".htm", ".xhtml", ".mht"},
		Gives: "headings, tables, title, author and date of the page; no scripts, styles or what is hidden",
	}}
}

// Recognize implements format.Reader.
func (Reader) Recognize(f format.File) string {
	switch {
	case f.MIME == mime, f.MIME == "application/xhtml+xml":
		return mime
	case (f.MIME == "text/plain" || f.MIME == "text/xml") && (f.Extension == ".html" || f.Extension == ".htm" || f.Extension == ".xhtml"):
		return mime
	}
	return ""
}

// Read implements format.Reader. The page's title, which is shown above it, comes
// first, unless a heading says the same.
func (Reader) Read(f format.File) (format.Content, error) {
	content, err := Read(f.Data, "")
	title := content.Meta.Title
	if err != nil || title == "" {
		return content, err
	}
	for i, line := range content.Lines {
		if line.Text == title && (line.Role == wire.RoleHeading || line.Role == "") {
			content.Lines[i].Role = wire.RoleTitle
			return content, nil
		}
	}
	above := []wire.Line{{Page: 1, Text: title, Role: wire.RoleTitle, Confidence: 1}, {Page: 1, Confidence: 1}}
	content.Lines = append(above, content.Lines...)
	return content, nil
}

// Read reads a page whose Content-Type may be known.
func Read(data []byte, contentType string) (format.Content, error) {
	r := &reader{}
	if len(data) > maxBytes {
		data, r.cut = data[:maxBytes], true
	}
	text, err := charset.NewReader(bytes.NewReader(data), contentType)
	if err != nil {
		return format.Content{}, errors.Join(format.ErrBroken, err)
	}
	r.tokens = html.NewTokenizer(text)
	r.tokens.SetMaxBuf(maxToken)
	for !r.builder.Full() {
		if kind := r.tokens.Next(); kind == html.ErrorToken {
			r.cut = r.cut || !errors.Is(r.tokens.Err(), io.EOF)
			break
		} else {
			r.token(kind)
		}
	}
	content := r.builder.Done()
	content.Cut = content.Cut || r.cut
	content.Meta.Title = strings.Join(strings.Fields(r.title.String()), " ")
	return content, nil
}

// reader goes from tag to tag.
type reader struct {
	tokens  *html.Tokenizer
	builder format.Builder
	title   strings.Builder
	cut     bool

	// skip is the element whose content is left out; deep how many of its name
	// are open in it.
	skip    string
	deep    int
	inTitle bool
	kept    int // depth in <pre>
	margins int // depth in what is repeated on each page of a site
	space   bool
}

// token takes the present token.
func (r *reader) token(kind html.TokenType) {
	switch kind {
	case html.TextToken:
		if r.skip == "" {
			r.text(string(r.tokens.Text()))
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		name, more := r.tokens.TagName()
		r.start(string(name), r.attributes(more), kind == html.SelfClosingTagToken)
	case html.EndTagToken:
		name, _ := r.tokens.TagName()
		r.end(string(name))
	}
}

// maxAttributes is how many of a tag are looked at.
const maxAttributes = 50

func (r *reader) attributes(more bool) map[string]string {
	found := map[string]string{}
	for n := 0; more && n < maxAttributes; n++ {
		var key, value []byte
		key, value, more = r.tokens.TagAttr()
		found[string(key)] = string(value)
	}
	return found
}

// text takes text; white space is one blank, but in <pre>.
func (r *reader) text(text string) {
	if r.inTitle {
		if r.title.Len() < 1<<10 {
			r.title.WriteString(text)
		}
		return
	}
	if r.kept > 0 {
		for i, line := range strings.Split(text, "\n") {
			if i > 0 {
				r.builder.Break()
			}
			r.builder.Write(line)
		}
		return
	}
	fields := strings.Fields(text)
	if len(fields) == 0 {
		r.space = r.space || text != ""
		return
	}
	if (r.space || strings.TrimLeft(text, " \t\r\n\f") != text) && r.builder.Written() {
		r.builder.Write(" ")
	}
	r.builder.Write(strings.Join(fields, " "))
	r.space = strings.TrimRight(text, " \t\r\n\f") != text
}

// void are the elements that have no end.
func void(a atom.Atom) bool {
	switch a {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

func (r *reader) start(name string, attributes map[string]string, closed bool) {
	a := atom.Lookup([]byte(name))
	if r.skip != "" {
		if name == r.skip && !closed {
			r.deep++
		}
		return
	}
	if !void(a) && !closed && (silent(a) || hidden(attributes) || a == atom.A && skips(attributes)) {
		r.skip, r.deep = name, 1
		return
	}
	switch a {
	case atom.Title:
		r.inTitle = r.title.Len() == 0 && !closed
	case atom.Meta:
		r.meta(attributes)
	case atom.Br:
		r.line()
	case atom.Pre:
		r.line()
		r.kept++
	case atom.Nav, atom.Aside, atom.Footer:
		r.block()
		r.margins++
		r.builder.As(wire.RoleMargin)
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		r.block()
		if r.margins == 0 {
			r.builder.As(wire.RoleHeading)
		}
	case atom.Tr:
		r.builder.StartRow()
	case atom.Td, atom.Th:
		r.builder.StartCell()
		r.space = false
	case atom.P, atom.Table, atom.Section, atom.Article, atom.Header, atom.Hr, atom.Ul, atom.Ol, atom.Dl, atom.Form, atom.Blockquote:
		r.block()
	default:
		if breaks(a) || a == atom.A && r.margins > 0 {
			r.line()
		}
	}
}

func (r *reader) end(name string) {
	if r.skip != "" {
		if name == r.skip {
			if r.deep--; r.deep == 0 {
				r.skip = ""
			}
		}
		return
	}
	switch a := atom.Lookup([]byte(name)); a {
	case atom.Title:
		r.inTitle = false
	case atom.Pre:
		r.line()
		r.kept = max(0, r.kept-1)
	case atom.Nav, atom.Aside, atom.Footer:
		r.block()
		if r.margins = max(0, r.margins-1); r.margins == 0 {
			r.builder.As("")
		}
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		r.block()
		if r.margins == 0 {
			r.builder.As("")
		}
	case atom.Tr:
		r.builder.EndRow()
		r.space = false
	case atom.P, atom.Table, atom.Section, atom.Article, atom.Header, atom.Ul, atom.Ol, atom.Dl, atom.Form, atom.Blockquote:
		r.block()
	default:
		if breaks(a) {
			r.line()
		}
	}
}

// line ends the present line, block the present paragraph.
func (r *reader) line() { r.builder.Break(); r.space = false }

func (r *reader) block() { r.builder.Blank(); r.space = false }

// breaks reports whether an element is on lines of its own.
func breaks(a atom.Atom) bool {
	switch a {
	case atom.Div, atom.Li, atom.Dt, atom.Dd, atom.Main, atom.Address, atom.Figure, atom.Figcaption, atom.Fieldset, atom.Legend,
		atom.Caption, atom.Center, atom.Thead, atom.Tbody, atom.Tfoot, atom.Body, atom.Details, atom.Summary, atom.Option:
		return true
	}
	return false
}

// silent reports whether an element's content is never shown as text.
func silent(a atom.Atom) bool {
	switch a {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Svg, atom.Math, atom.Iframe, atom.Object, atom.Select, atom.Textarea,
		atom.Button, atom.Canvas, atom.Audio, atom.Video:
		return true
	}
	return false
}

// hidden reports whether an element is not shown, as the first lines of many
// mails are.
func hidden(attributes map[string]string) bool {
	if _, ok := attributes["hidden"]; ok {
		return true
	}
	style := strings.ReplaceAll(strings.ToLower(attributes["style"]), " ", "")
	return strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")
}

// skips reports whether a link leads over the head of its page: "Skip to main
// content", which is shown to those who cannot see the page.
func skips(attributes map[string]string) bool {
	return strings.HasPrefix(attributes["href"], "#") && strings.Contains(strings.ToLower(attributes["class"]), "skip")
}

// meta takes what a page says of itself.
func (r *reader) meta(attributes map[string]string) {
	name := strings.ToLower(attributes["name"] + attributes["property"] + attributes["itemprop"])
	value := strings.TrimSpace(attributes["content"])
	if value == "" || len(value) > 1<<10 {
		return
	}
	about := &r.builder.Content.Meta
	switch name {
	case "author", "dc.creator", "article:author":
		about.Author = value
	case "article:published_time", "dc.date", "date", "datepublished":
		about.Created = value
	case "article:modified_time", "datemodified":
		about.Modified = value
	}
}
