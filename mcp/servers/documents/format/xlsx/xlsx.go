package xlsx

import (
	"encoding/xml"
	"strings"

	"github.com/deskhand/deskhand/agentcore/lists"
	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/archive"
)

const (
	mainPart   = "xl/workbook.xml"
	maxSheets  = 50
	maxStrings = 200_000
	maxColumns = 200
)

// Reader reads workbooks.
type Reader struct{ archive.Office }

// New makes a reader.
func New() Reader {
	return Reader{archive.Office{Main: mainPart, Row: format.Format{
		Name: "Excel", Kind: wire.KindSheet, MIME: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Extensions: []string{".xlsx", ".xlsm", ".xltx"},
		Gives: "sheets with their names, rows with their cells, dates as dates, headers and footers, properties",
	}}}
}

// Read reads the sheets in the order of their numbers.
func (Reader) Read(f format.File) (format.Content, error) {
	parts, err := archive.Open(f.Data)
	if err != nil {
		return format.Content{}, err
	}
	book, err := bookOf(parts)
	if err != nil {
		return format.Content{}, err
	}
	s := &sheet{book: book}
	for i, name := range parts.Numbered("xl/worksheets/sheet") {
		if i == maxSheets {
			s.builder.Content.Cut = true
			break
		}
		s.begin(i)
		from := len(s.builder.Content.Lines)
		if err := parts.Walk(name, s); err != nil {
			return format.Content{}, err
		}
		s.withMargins(from)
		s.builder.Blank()
	}
	content := s.builder.Done()
	content.Meta = archive.Core(parts)
	return content, nil
}

// sheet collects the rows of a sheet.
type sheet struct {
	*book
	builder format.Builder

	column int    // of the present cell, from 0
	cells  []cell // of the row
	value  strings.Builder

	head, foot margin
}

// cell is a cell as it is stored.
type cell struct{ kind, style, value string }

// begin begins the i-th sheet with its name.
func (s *sheet) begin(i int) {
	s.builder.StartPage()
	if i < len(s.names) {
		s.builder.As(wire.RoleHeading)
		s.builder.Write(s.names[i])
		s.builder.Break()
		s.builder.As("")
	}
}

func (s *sheet) Start(path []string, attributes []xml.Attr) bool {
	if s.builder.Full() {
		return false
	}
	switch path[len(path)-1] {
	case "row":
		s.cells, s.column = nil, -1
	case "c":
		s.startCell(attributes)
	case "rPh": // how a word is spoken
		return false
	}
	return true
}

func (s *sheet) startCell(attributes []xml.Attr) {
	s.value.Reset()
	s.column++
	if at := column(archive.Attribute(attributes, "r")); at >= s.column {
		s.column = at
	}
	for len(s.cells) <= s.column && len(s.cells) < maxColumns {
		s.cells = append(s.cells, cell{})
	}
	if s.column < len(s.cells) {
		s.cells[s.column] = cell{kind: archive.Attribute(attributes, "t"), style: archive.Attribute(attributes, "s")}
	}
}

// column is that of a place such as AB12, from 0; -1 when it has none.
func column(place string) int {
	n := 0
	for i := 0; i < len(place) && i < 3 && place[i] >= 'A' && place[i] <= 'Z'; i++ {
		n = 26*n + int(place[i]-'A') + 1
	}
	return n - 1
}

func (s *sheet) Text(path []string, text string) {
	if len(path) == 0 {
		return
	}
	to, most := &s.value, format.MaxText
	switch path[len(path)-1] {
	case "v", "t":
	case "oddHeader", "firstHeader":
		to, most = &s.head.text, maxMargin
	case "oddFooter", "firstFooter":
		to, most = &s.foot.text, maxMargin
	default:
		return
	}
	if to.Len()+len(text) <= most {
		to.WriteString(text)
	}
}

func (s *sheet) End(path []string) {
	switch path[len(path)-1] {
	case "c":
		if s.column < len(s.cells) {
			s.cells[s.column].value = s.value.String()
		}
	case "row":
		texts := lists.Map(s.cells, s.shown)
		s.builder.Cells(texts)
	}
}
