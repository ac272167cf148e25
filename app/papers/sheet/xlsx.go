package sheet

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/deskhand/deskhand/agentcore/wire/library"
)

// Group is the sums of the documents of one sender, month or category, or of all.
type Group struct {
	By   string        `json:"by"`
	Sums []library.Sum `json:"sums"`
}

const (
	rowsSheet = "Documents"
	sumsSheet = "Sums"
	// mostLinks is how many files are linked to: each link is compared with all
	// before it.
	mostLinks = 4000
)

// XLSX writes rows and their sums as a workbook, with dates as dates, amounts as
// numbers, links to the files, and a colour behind cells that are in doubt.
func XLSX(to io.Writer, rows []library.Row, groups []Group) error {
	b := book{File: excelize.NewFile(), sheet: rowsSheet}
	defer func() { _ = b.Close() }() // nothing is left on disk that matters
	b.styles()
	b.keep(b.SetSheetName(b.GetSheetName(0), rowsSheet))
	b.head(Columns())
	for i, r := range rows {
		b.row(i+2, r)
	}
	_, err := b.NewSheet(sumsSheet)
	b.keep(err)
	b.sheet = sumsSheet
	b.head([]string{"by", "of", "currency", amountColumn, "documents"})
	line := 2
	for _, g := range groups {
		for _, s := range g.Sums {
			b.text(1, line, g.By)
			b.text(2, line, s.Key)
			b.text(3, line, s.Currency)
			b.number(4, line, s.Amount, false)
			b.keep(b.SetCellInt(b.sheet, b.at(5, line), s.Count))
			line++
		}
	}
	return cmp.Or(b.err, b.Write(to))
}

// book is a workbook that is being written; err is what went wrong first.
type book struct {
	*excelize.File
	sheet string
	err   error
	// How cells look, and how those that are in doubt do.
	plain, date, money, link [2]int
	bold                     int
}

func (b *book) keep(err error) { b.err = cmp.Or(b.err, err) }

func (b *book) styles() {
	const dates, cents = "yyyy\\-mm\\-dd", 2 // 0.00
	style := func(s excelize.Style) int {
		id, err := b.NewStyle(&s)
		b.keep(err)
		return id
	}
	both := func(s excelize.Style) [2]int {
		sure := style(s)
		s.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"FFF2CC"}}
		return [2]int{sure, style(s)}
	}
	format := dates
	b.plain, b.date = both(excelize.Style{}), both(excelize.Style{CustomNumFmt: &format})
	b.money = both(excelize.Style{NumFmt: cents})
	b.link = both(excelize.Style{Font: &excelize.Font{Color: "0563C1", Underline: "single"}})
	b.bold = style(excelize.Style{Font: &excelize.Font{Bold: true}})
}

func (b *book) at(column, line int) string {
	name, err := excelize.CoordinatesToCellName(column, line)
	b.keep(err)
	return name
}

// head writes the names of the columns, which stay in sight.
func (b *book) head(columns []string) {
	for i, c := range columns {
		b.text(i+1, 1, c)
	}
	b.keep(b.SetCellStyle(b.sheet, b.at(1, 1), b.at(len(columns), 1), b.bold))
	b.keep(b.SetPanes(b.sheet, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}))
	const width = 18
	b.keep(b.SetColWidth(b.sheet, "A", "I", width))
}

func (b *book) row(line int, r library.Row) {
	for i, value := range cells(r) {
		column := Columns()[i]
		doubtful := slices.Contains(r.Doubtful, column) || r.Stale
		switch {
		case column == "date":
			b.day(i+1, line, value, doubtful)
		case column == amountColumn && isNumber(value):
			b.number(i+1, line, value, doubtful)
		default:
			b.text(i+1, line, value)
			b.mark(i+1, line, b.plain, doubtful)
		}
		if column == fileColumn && line <= mostLinks {
			b.keep(b.SetCellHyperLink(b.sheet, b.at(i+1, line), address(value), "External"))
			b.mark(i+1, line, b.link, false)
		}
	}
}

func (b *book) mark(column, line int, style [2]int, doubtful bool) {
	id := style[0]
	if doubtful {
		id = style[1]
	}
	b.keep(b.SetCellStyle(b.sheet, b.at(column, line), b.at(column, line), id))
}

// text is never a formula, whatever it begins with.
func (b *book) text(column, line int, value string) {
	b.keep(b.SetCellStr(b.sheet, b.at(column, line), value))
}

// number is written as it is, so that no cent is rounded.
func (b *book) number(column, line int, value string, doubtful bool) {
	b.keep(b.SetCellDefault(b.sheet, b.at(column, line), value))
	b.mark(column, line, b.money, doubtful)
}

// day is a day as a date; a month or a year stays a text.
func (b *book) day(column, line int, value string, doubtful bool) {
	when, err := time.Parse(time.DateOnly, value)
	const firstYear = 1901 // of the calendar of spreadsheets, and its leap year that never was
	if err != nil || when.Year() < firstYear {
		b.text(column, line, value)
		b.mark(column, line, b.plain, doubtful)
		return
	}
	zero := time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC)
	const hours = 24
	b.keep(b.SetCellInt(b.sheet, b.at(column, line), int(when.Sub(zero).Hours())/hours))
	b.mark(column, line, b.date, doubtful)
}

// address is a file as a link has it.
func address(path string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a drive
	}
	return fmt.Sprint(&url.URL{Scheme: "file", Path: slashed})
}
