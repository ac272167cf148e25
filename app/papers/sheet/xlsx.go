package sheet

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/library"
)

// Group is the sums of the documents of one sender, month or category, or of all.
type Group struct {
	By   string        `json:"by"`
	Sums []library.Sum `json:"sums"`
}

const (
	// maxRows, maxLinks and longestLink are what Excel takes on a sheet, the row of the
	// names included, and in an address, in bytes.
	maxRows     = 1_048_576
	maxLinks    = 65_530
	longestLink = 2_079
)

// ErrTooLong means that a table has more rows than a spreadsheet takes.
var ErrTooLong = errors.New("a spreadsheet has no room for so many rows")

// XLSX writes rows and their sums as a workbook, with dates as dates, amounts as
// numbers, links to the files, and a colour behind cells that are in doubt.
func XLSX(to io.Writer, rows []library.Row, groups []Group) error {
	if len(rows) >= maxRows {
		return ErrTooLong
	}
	b := newBook(to)
	b.sheet(1, Columns(), func(p *page) {
		for _, r := range rows {
			p.row(documentCells(r))
			if link := address(r.File); len(p.links) < maxLinks && len(link) <= longestLink {
				p.links = append(p.links, reference{p.at(slices.Index(Columns(), fileColumn)), link})
			}
		}
	})
	b.sheet(2, []string{"by", "of", "currency", amountColumn, "documents"}, func(p *page) {
		for _, g := range groups {
			for _, s := range g.Sums {
				p.row([]cell{{text: g.By}, {text: s.Key}, {text: s.Currency}, amount(s.Amount), {text: fmt.Sprint(s.Count), number: true}})
			}
		}
	})
	return b.close("Documents", "Sums")
}

// documentCells are the cells of one document, in the order of Columns.
func documentCells(r library.Row) []cell {
	line := make([]cell, len(Columns()))
	for i, value := range cells(r) {
		switch column := Columns()[i]; {
		case column == "date":
			line[i] = day(value)
		case column == amountColumn && isNumber(value):
			line[i] = amount(value)
		case column == fileColumn:
			line[i] = cell{text: value, look: linked}
		default:
			line[i] = cell{text: value}
		}
		line[i].doubtful = slices.Contains(r.Doubtful, Columns()[i]) || r.Stale
	}
	return line
}

// amount is written as it is, so that no cent is rounded.
func amount(value string) cell { return cell{text: value, number: true, look: money} }

// day is a day as a date, in days since 30 December 1899; a month or a year stays a text.
func day(value string) cell {
	when, err := time.Parse(time.DateOnly, value)
	const firstYear = 1901 // of the calendar of spreadsheets, and its leap year that never was
	if err != nil || when.Year() < firstYear {
		return cell{text: value}
	}
	zero := time.Date(1899, time.December, 30, 0, 0, 0, 0, time.UTC)
	const hours = 24
	return cell{text: fmt.Sprint(int(when.Sub(zero).Hours()) / hours), number: true, look: date}
}

// address is a file as a link has it.
func address(path string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // a drive
	}
	return fmt.Sprint(&url.URL{Scheme: "file", Path: slashed})
}
