package pptx

import (
	"cmp"
	"encoding/xml"
	"slices"
	"strconv"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/archive"
)

const (
	mainPart  = "ppt/presentation.xml"
	maxSlides = 500
)

// Reader reads presentations.
type Reader struct{ archive.Office }

// New makes a reader.
func New() Reader {
	return Reader{archive.Office{Main: mainPart, Row: format.Format{
		Name: "PowerPoint", Kind: wire.KindSlides, MIME: "application/vnd.openxmlformats-officedocument.presentationml.presentation", Extensions: []string{".pptx", ".pptm", ".ppsx"},
		Gives: "slides with their titles, tables, properties",
	}}}
}

// Read reads the slides in the order of their numbers.
func (Reader) Read(f format.File) (format.Content, error) {
	parts, err := archive.Open(f.Data)
	if err != nil {
		return format.Content{}, err
	}
	var b format.Builder
	for i, name := range parts.Numbered("ppt/slides/slide") {
		if i == maxSlides || b.Full() {
			b.Content.Cut = true
			break
		}
		s := &slide{first: i == 0}
		s.next()
		if err := parts.Walk(name, s); err != nil {
			return format.Content{}, err
		}
		b.StartPage()
		for _, shape := range s.inOrder() {
			b.Append(shape.builder.Done())
		}
	}
	content := b.Done()
	content.Meta = archive.Core(parts)
	return content, nil
}

// slide collects text from PresentationML, shape by shape: they are stored in
// the order in which they were drawn.
type slide struct {
	first  bool
	shapes []*shape
	*shape // the present one
}

// shape is a text with its place; one without a place has that of its
// template, as titles do.
type shape struct {
	builder format.Builder
	role    wire.Role
	x, y    int
}

func (s *slide) next() {
	s.shape = &shape{}
	s.shapes = append(s.shapes, s.shape)
}

// inOrder are the shapes from top to bottom.
func (s *slide) inOrder() []*shape {
	slices.SortStableFunc(s.shapes, func(a, b *shape) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) })
	return s.shapes
}

// maxShapes is how many shapes of a slide are kept.
const maxShapes = 2_000

func (s *slide) Start(path []string, attributes []xml.Attr) bool {
	if s.builder.Full() {
		return false
	}
	switch path[len(path)-1] {
	case "Fallback":
		return false
	case "sp", "graphicFrame":
		if len(s.shapes) < maxShapes {
			s.next()
		}
	case "off":
		s.x, _ = strconv.Atoi(archive.Attribute(attributes, "x"))
		s.y, _ = strconv.Atoi(archive.Attribute(attributes, "y"))
	case "ph":
		s.role = s.placeholder(archive.Attribute(attributes, "type"))
	case "p":
		s.builder.As(s.role)
	case "br":
		s.builder.Break()
	case "tr":
		s.builder.StartRow()
	case "tc":
		s.builder.StartCell()
	}
	return true
}

// placeholder returns the role of a placeholder of that type.
func (s *slide) placeholder(kind string) wire.Role {
	switch {
	case (kind == "title" || kind == "ctrTitle") && s.first:
		return wire.RoleTitle
	case kind == "title", kind == "ctrTitle", kind == "subTitle":
		return wire.RoleHeading
	case kind == "ftr", kind == "hdr", kind == "sldNum", kind == "dt":
		return wire.RoleMargin
	}
	return ""
}

func (s *slide) Text(path []string, text string) {
	if len(path) > 0 && path[len(path)-1] == "t" {
		s.builder.Write(text)
	}
}

func (s *slide) End(path []string) {
	switch path[len(path)-1] {
	case "p":
		s.builder.Break()
	case "tr":
		s.builder.EndRow()
	}
}
