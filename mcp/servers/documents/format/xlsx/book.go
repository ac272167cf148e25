package xlsx

import (
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/deskhand/deskhand/mcp/servers/documents/format"
	"github.com/deskhand/deskhand/mcp/servers/documents/format/archive"
)

// book is what the sheets of a workbook share.
type book struct {
	names   []string // of the sheets
	from    time.Time
	strings []string
	dates   []bool // for each style of a cell, whether it shows a date

	custom map[string]bool // formats of the book's own that show dates
	text   strings.Builder
	size   int
}

// bookOf reads the parts that the sheets refer to. One that is not there is
// empty.
func bookOf(parts *archive.Archive) (*book, error) {
	b := &book{custom: map[string]bool{}, from: time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)}
	for _, name := range []string{mainPart, "xl/styles.xml", "xl/sharedStrings.xml"} {
		if !parts.Has(name) {
			continue
		}
		if err := parts.Walk(name, b); err != nil {
			return nil, err
		}
	}
	if b.size > format.MaxText*8 {
		return nil, fmt.Errorf("%w: its texts have over %d bytes", format.ErrBomb, format.MaxText*8)
	}
	return b, nil
}

func (b *book) Start(path []string, attributes []xml.Attr) bool {
	value := func(name string) string { return archive.Attribute(attributes, name) }
	switch path[len(path)-1] {
	case "sheet":
		if len(b.names) < maxSheets {
			b.names = append(b.names, value("name"))
		}
	case "workbookPr":
		if value("date1904") == "1" || value("date1904") == "true" {
			b.from = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
		}
	case "numFmt":
		b.custom[value("numFmtId")] = showsDate(value("formatCode"))
	case "xf":
		if slices.Contains(path, "cellXfs") {
			id := value("numFmtId")
			n, _ := strconv.Atoi(id)
			b.dates = append(b.dates, b.custom[id] || n >= 14 && n <= 17 || n == 22 || n >= 27 && n <= 31 || n >= 50 && n <= 58)
		}
	case "si":
		b.text.Reset()
	case "rPh":
		return false
	}
	return len(b.strings) < maxStrings && b.size <= format.MaxText*8
}

func (b *book) Text(path []string, text string) {
	if len(path) > 0 && path[len(path)-1] == "t" {
		if b.size += len(text); b.size <= format.MaxText*8 {
			b.text.WriteString(text)
		}
	}
}

func (b *book) End(path []string) {
	if path[len(path)-1] == "si" {
		b.strings = append(b.strings, b.text.String())
	}
}

// showsDate reports whether a format such as "dd\.mm\.yyyy" shows a day: y, and
// d or m, outside of what is quoted or in brackets.
func showsDate(code string) bool {
	var bare strings.Builder
	var until rune
	for _, r := range strings.ToLower(code) {
		switch {
		case until != 0:
			if r == until || until == '\\' {
				until = 0
			}
		case r == '"', r == '\\':
			until = r
		case r == '[':
			until = ']'
		default:
			bare.WriteRune(r)
		}
	}
	return strings.Contains(bare.String(), "y") && strings.ContainsAny(bare.String(), "dm")
}

// shown is the text of a cell: dates as 2006-01-02, numbers as they are stored.
func (b *book) shown(c cell) string {
	switch c.kind {
	case "s":
		if i, err := strconv.Atoi(c.value); err == nil && i >= 0 && i < len(b.strings) {
			return b.strings[i]
		}
		return ""
	case "b":
		return map[string]string{"1": "TRUE", "0": "FALSE"}[c.value]
	case "", "n":
		return b.number(c)
	}
	return c.value
}

func (b *book) number(c cell) string {
	style, _ := strconv.Atoi(c.style)
	f, err := strconv.ParseFloat(c.value, 64)
	if err != nil {
		return c.value
	}
	const lastDay = 2_958_465 // of the year 9999
	if style >= 0 && style < len(b.dates) && b.dates[style] && f >= 1 && f <= lastDay {
		return b.from.AddDate(0, 0, int(f)).Format("2006-01-02")
	}
	// Sums come with the last bits of binary arithmetic: 529.8699999999999.
	if rounded := math.Round(f*1e6) / 1e6; math.Abs(f) < 1e9 && rounded != f {
		return strconv.FormatFloat(rounded, 'f', -1, 64)
	}
	return c.value
}
