package sheet

import (
	"archive/zip"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// cell is what stands in one, and how it looks.
type cell struct {
	text     string
	number   bool // text is one, and is calculated with
	look     look
	doubtful bool // there is a colour behind it
}

// look is one of those that a workbook has, each with and without a colour behind it.
type look int

const (
	plain look = iota
	date
	money
	linked
	bold
)

// looks are the number format and the font of each look, by the ids of stylesHead.
var looks = [...][2]int{plain: {0, 0}, date: {164, 0}, money: {2, 0}, linked: {0, 1}, bold: {0, 2}}

// style is the number of a look among the styles of the workbook.
func (c cell) style() int {
	if c.doubtful {
		return 2*int(c.look) + 1
	}
	return 2 * int(c.look)
}

// book is a workbook of Office Open XML (ECMA-376) that is being written; err is what
// went wrong first. A library for it is 1.1 MB in each program.
type book struct {
	z   *zip.Writer
	err error
}

func newBook(to io.Writer) *book { return &book{z: zip.NewWriter(to)} }

// part writes a file of the workbook.
func (b *book) part(name string, write func(w io.Writer) error) {
	if b.err != nil {
		return
	}
	w, err := b.z.Create(name)
	if err == nil {
		_, err = io.WriteString(w, xml.Header)
	}
	if err == nil {
		err = write(w)
	}
	b.err = err
}

func (b *book) text(name, text string) {
	b.part(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// page is a sheet that is being written; its first row stays in sight.
type page struct {
	w     io.Writer
	line  int // the last that was written; the first one is 1
	links []reference
	err   error
}

// reference is a cell that leads to an address.
type reference struct{ at, address string }

// sheet writes the sheet of a number, from 1 on, with the names of its columns above.
func (b *book) sheet(number int, columns []string, rows func(*page)) {
	const width = 18
	var links []reference
	b.part(fmt.Sprintf("xl/worksheets/sheet%d.xml", number), func(w io.Writer) error {
		p := &page{w: w}
		p.say(`<worksheet xmlns="%s" xmlns:r="%s"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`+
			`<cols><col min="1" max="%d" width="%d" customWidth="1"/></cols><sheetData>`, spreadsheet, relationships, len(columns), width)
		head := lists.Map(columns, func(name string) cell { return cell{text: name, look: bold} })
		p.row(head)
		rows(p)
		p.say(`</sheetData>`)
		if links = p.links; len(links) > 0 {
			p.say(`<hyperlinks>`)
			for i, l := range links {
				p.say(`<hyperlink ref="%s" r:id="rId%d"/>`, l.at, i+1)
			}
			p.say(`</hyperlinks>`)
		}
		p.say(`</worksheet>`)
		return p.err
	})
	if len(links) == 0 {
		return
	}
	b.part(fmt.Sprintf("xl/worksheets/_rels/sheet%d.xml.rels", number), func(w io.Writer) error {
		p := &page{w: w}
		p.say(`<Relationships xmlns="%s">`, packaged)
		for i, l := range links {
			p.say(`<Relationship Id="rId%d" Type="%s/hyperlink" Target="%s" TargetMode="External"/>`, i+1, relationships, escaped(l.address))
		}
		p.say(`</Relationships>`)
		return p.err
	})
}

func (p *page) say(format string, values ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, values...)
	}
}

// at is the cell of a column, from 0 on, in the row that was written last.
func (p *page) at(column int) string { return fmt.Sprintf("%c%d", 'A'+column, p.line) }

// row writes the next row, of at most 26 cells. A text is never a formula, whatever it
// begins with.
func (p *page) row(cells []cell) {
	p.line++
	p.say(`<row r="%d">`, p.line)
	for i, c := range cells {
		switch {
		case c.number:
			p.say(`<c r="%s" s="%d"><v>%s</v></c>`, p.at(i), c.style(), escaped(c.text))
		case c.text == "":
			p.say(`<c r="%s" s="%d"/>`, p.at(i), c.style())
		default:
			p.say(`<c r="%s" s="%d" t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>`, p.at(i), c.style(), escaped(literal(c.text)))
		}
	}
	p.say(`</row>`)
}

// longestText is what a cell of Excel holds, in characters.
const longestText = 32_767

var coded = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// literal is a text as a cell has it, cut to what that holds: _x0041_ would be an A, so
// its first line is coded itself.
func literal(text string) string {
	if runes := []rune(text); len(runes) > longestText {
		text = string(runes[:longestText])
	}
	return coded.ReplaceAllString(text, "_x005F$0")
}

// escaped is a text as XML has it; what XML cannot have is replaced.
func escaped(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text)) // a Builder takes everything
	return out.String()
}

const (
	spreadsheet   = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	packaged      = "http://schemas.openxmlformats.org/package/2006/relationships"
	contentTypes  = "http://schemas.openxmlformats.org/package/2006/content-types"
	kind          = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	stylesHead    = `<styleSheet xmlns="` + spreadsheet + `"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/></numFmts>` +
		`<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font>` +
		`<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
		`<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>` +
		`<fill><patternFill patternType="solid"><fgColor rgb="FFFFF2CC"/></patternFill></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>`
)

// close writes what holds the sheets together, which have these names.
func (b *book) close(names ...string) error {
	var styles, types, sheets, relations strings.Builder
	for _, l := range looks {
		for _, fill := range []int{0, 2} {
			fmt.Fprintf(&styles, `<xf numFmtId="%d" fontId="%d" fillId="%d" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`, l[0], l[1], fill)
		}
	}
	for i, name := range names {
		fmt.Fprintf(&types, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>`, i+1, kind)
		fmt.Fprintf(&sheets, `<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, escaped(name), i+1, i+1)
		fmt.Fprintf(&relations, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, i+1, relationships, i+1)
	}
	b.text("xl/styles.xml", fmt.Sprintf(`%s<cellXfs count="%d">%s</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
		stylesHead, 2*len(looks), &styles))
	b.text("xl/workbook.xml", fmt.Sprintf(`<workbook xmlns="%s" xmlns:r="%s"><bookViews><workbookView/></bookViews><sheets>%s</sheets></workbook>`, spreadsheet, relationships, &sheets))
	b.text("xl/_rels/workbook.xml.rels", fmt.Sprintf(`<Relationships xmlns="%s">%s<Relationship Id="rId%d" Type="%s/styles" Target="styles.xml"/></Relationships>`,
		packaged, &relations, len(names)+1, relationships))
	b.text("_rels/.rels", fmt.Sprintf(`<Relationships xmlns="%s"><Relationship Id="rId1" Type="%s/officeDocument" Target="xl/workbook.xml"/></Relationships>`, packaged, relationships))
	b.text("[Content_Types].xml", fmt.Sprintf(`<Types xmlns="%s"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`+
		`<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="%ssheet.main+xml"/>`+
		`<Override PartName="/xl/styles.xml" ContentType="%sstyles+xml"/>%s</Types>`, contentTypes, kind, kind, &types))
	return cmp.Or(b.err, b.z.Close())
}
