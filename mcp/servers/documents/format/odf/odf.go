package odf

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"

	wire "github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/archive"
)

const (
	base = "application/vnd.oasis.opendocument."
	// maxRepeats is how often a cell that says that it is repeated is.
	maxRepeats = 50
)

// Reader reads OpenDocument.
type Reader struct{}

// Formats implements format.Reader.
func (Reader) Formats() []format.Format {
	return []format.Format{
		{Name: "OpenDocument text", Kind: wire.KindDocx, MIME: base + "text", Extensions: []string{".odt", ".ott"}, Gives: "headings, tables, headers and footers, properties"},
		{Name: "OpenDocument table", Kind: wire.KindSheet, MIME: base + "spreadsheet", Extensions: []string{".ods", ".ots"}, Gives: "sheets with their names, rows with their cells, properties"},
		{Name: "OpenDocument presentation", Kind: wire.KindSlides, MIME: base + "presentation", Extensions: []string{".odp", ".otp"}, Gives: "slides with their titles, tables, properties"},
	}
}

// Recognize implements format.Reader.
func (r Reader) Recognize(f format.File) string {
	mime := f.MIME
	if mime == "application/zip" {
		if a, err := archive.Open(f.Data); err == nil && a.Has("mimetype") {
			mime, _ = a.Text("mimetype")
		}
	}
	return format.Known(r.Formats(), strings.TrimSuffix(strings.TrimSpace(mime), "-template"))
}

// Read implements format.Reader.
func (Reader) Read(f format.File) (format.Content, error) {
	parts, err := archive.Open(f.Data)
	if err != nil {
		return format.Content{}, err
	}
	c := &content{}
	if parts.Has("styles.xml") && strings.HasSuffix(f.MIME, "text") {
		c.margin = true
		if err := parts.Walk("styles.xml", c); err != nil {
			return format.Content{}, err
		}
		c.builder.Blank()
		c.margin = false
	}
	if err := parts.Walk("content.xml", c); err != nil {
		return format.Content{}, err
	}
	read := c.builder.Done()
	read.Meta = archive.Properties(parts, "meta.xml")
	return read, nil
}

// content collects text from content.xml, and from styles.xml the headers and
// footers of pages.
type content struct {
	builder format.Builder
	margin  bool
	role    wire.Role // of the present frame
	deep    int       // in paragraphs
	cell    string    // the value of the present cell, where it is a date
	repeats int
}

// left are elements that hold no text of the document.
var left = []string{"annotation", "tracked-changes", "notes", "note", "script", "forms", "desc", "title", "automatic-styles", "font-face-decls"}

func (c *content) Start(path []string, attributes []xml.Attr) bool {
	name := path[len(path)-1]
	if c.builder.Full() || slices.Contains(left, name) {
		return false
	}
	value := func(name string) string { return archive.Attribute(attributes, name) }
	switch name {
	case "page":
		c.builder.StartPage()
	case "table":
		if len(path) > 2 && path[len(path)-2] == "spreadsheet" {
			c.sheet(value("name"))
		}
	case "frame", "custom-shape":
		c.role = c.placeholder(value("class"))
	case "h", "p":
		c.deep++
		c.builder.As(c.roleOf(name, value("style-name")))
	case "s":
		n, _ := strconv.Atoi(value("c"))
		c.builder.Write(strings.Repeat(" ", min(max(n, 1), maxRepeats)))
	case "tab":
		c.builder.Write("\t")
	case "line-break":
		c.builder.Break()
	case "table-row":
		c.builder.StartRow()
	case "table-cell", "covered-table-cell":
		c.startCell(value)
	}
	return true
}

// sheet begins a sheet of a table with its name.
func (c *content) sheet(name string) {
	c.builder.StartPage()
	c.builder.As(wire.RoleHeading)
	c.builder.Write(name)
	c.builder.Break()
	c.builder.As("")
}

func (c *content) roleOf(name, style string) wire.Role {
	switch {
	case c.margin:
		return wire.RoleMargin
	case style == "Title":
		return wire.RoleTitle
	case name == "h", style == "Subtitle":
		return wire.RoleHeading
	}
	return c.role
}

// placeholder returns the role of a frame of that class.
func (c *content) placeholder(class string) wire.Role {
	switch {
	case class == "title" && c.builder.Content.Pages == 1:
		return wire.RoleTitle
	case class == "title", class == "subtitle":
		return wire.RoleHeading
	}
	return ""
}

// startCell begins a cell. Dates are kept as the file has them: what is shown
// depends on the language.
func (c *content) startCell(value func(string) string) {
	c.builder.StartCell()
	c.cell = ""
	if value("value-type") == "date" {
		c.cell, _, _ = strings.Cut(value("date-value"), "T")
	}
	n, _ := strconv.Atoi(value("number-columns-repeated"))
	c.repeats = min(n, maxRepeats) - 1
}

func (c *content) Text(_ []string, text string) {
	if c.deep > 0 && c.cell == "" {
		c.builder.Write(text)
	}
}

func (c *content) End(path []string) {
	switch path[len(path)-1] {
	case "h", "p":
		c.deep--
		if c.builder.Written() {
			c.builder.Break()
		} else {
			c.builder.Blank()
		}
		c.builder.As("")
	case "table-cell", "covered-table-cell":
		c.builder.Write(c.cell)
		c.cell = ""
		for ; c.repeats > 0; c.repeats-- {
			c.builder.StartCell()
		}
	case "table-row":
		c.builder.EndRow()
	case "frame", "custom-shape":
		c.role = ""
		c.builder.Blank()
	}
}
