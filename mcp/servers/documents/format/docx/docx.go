package docx

import (
	"encoding/xml"
	"errors"
	"path"
	"slices"
	"strings"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/archive"
)

const mainPart = "word/document.xml"

// Reader reads Word documents.
type Reader struct{ archive.Office }

// New makes a reader.
func New() Reader {
	return Reader{archive.Office{Main: mainPart, Row: format.Format{
		Name: "Word", Kind: wire.KindDocx, MIME: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", Extensions: []string{".docx", ".docm", ".dotx", ".dotm"},
		Gives: "headings, tables, headers and footers, properties",
	}}}
}

// Read reads the headers first, where letters have their sender, then the body,
// then the footers.
func (Reader) Read(f format.File) (format.Content, error) {
	parts, err := archive.Open(f.Data)
	if err != nil {
		return format.Content{}, err
	}
	var headers, footers []string
	for _, name := range parts.Names() {
		dir, base := path.Split(name)
		switch {
		case dir != "word/" || path.Ext(base) != ".xml":
		case strings.HasPrefix(base, "header"):
			headers = append(headers, name)
		case strings.HasPrefix(base, "footer"):
			footers = append(footers, name)
		}
	}
	text := &body{styles: stylesOf(parts)}
	for _, name := range slices.Concat(headers, []string{mainPart}, footers) {
		text.base = ""
		if name != mainPart {
			text.base = wire.RoleMargin
		}
		if err := parts.Walk(name, text); err != nil {
			return format.Content{}, err
		}
		text.builder.Blank()
	}
	content := text.builder.Done()
	content.Meta = archive.Core(parts)
	return content, nil
}

// body collects text from WordprocessingML.
type body struct {
	builder format.Builder
	styles  styles
	base    wire.Role
}

func (b *body) Start(path []string, attributes []xml.Attr) bool {
	if b.builder.Full() {
		return false
	}
	switch path[len(path)-1] {
	case "Fallback", "del", "delText", "instrText": // repeated, deleted, or a field's code
		return false
	case "p":
		b.builder.As(b.base)
	case "pStyle":
		if role := b.styles[archive.Attribute(attributes, "val")]; role != "" && b.base == "" {
			b.builder.As(role)
		}
	case "tab":
		if path[max(0, len(path)-2)] != "tabs" {
			b.builder.Write("\t")
		}
	case "br", "cr":
		b.builder.Break()
	case "tr":
		b.builder.StartRow()
	case "tc":
		b.builder.StartCell()
	}
	return true
}

func (b *body) Text(path []string, text string) {
	if len(path) > 0 && path[len(path)-1] == "t" {
		b.builder.Write(text)
	}
}

func (b *body) End(path []string) {
	switch path[len(path)-1] {
	case "p":
		if b.builder.Written() {
			b.builder.Break()
		} else {
			b.builder.Blank()
		}
	case "tr":
		b.builder.EndRow()
	}
}

// styles says what paragraphs of a style are.
type styles map[string]wire.Role

// stylesOf reads the names of the styles: they are English whatever language
// Word speaks. A document without them has no headings.
func stylesOf(parts *archive.Archive) styles {
	known := &styleNames{found: styles{}}
	if parts.Has("word/styles.xml") {
		if err := parts.Walk("word/styles.xml", known); err != nil && !errors.Is(err, format.ErrBroken) {
			return styles{}
		}
	}
	return known.found
}

type styleNames struct {
	found styles
	id    string
}

func (s *styleNames) Start(path []string, attributes []xml.Attr) bool {
	switch path[len(path)-1] {
	case "style":
		s.id = archive.Attribute(attributes, "styleId")
	case "name":
		switch name := strings.ToLower(archive.Attribute(attributes, "val")); {
		case name == "title":
			s.found[s.id] = wire.RoleTitle
		case name == "subtitle", strings.HasPrefix(name, "heading "):
			s.found[s.id] = wire.RoleHeading
		}
	}
	return true
}

func (s *styleNames) Text([]string, string) {}

func (s *styleNames) End([]string) {}
