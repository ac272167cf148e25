package papers

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/cmd/internal/cli/arguments"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
	"github.com/deskhand/deskhand/cmd/internal/cli/verb"
)

// Table is the verb table.
type Table struct {
	Words []string `arg:"" optional:"" name:"path-or-query" help:"Files and folders to read, or a search in the library: electricity over 50 euros last year."`
	filters
	CSV  arguments.Path `name:"csv" help:"Write the rows to this new file as CSV." placeholder:"FILE" xor:"file"`
	XLSX arguments.Path `name:"xlsx" help:"Write the rows and totals to this new file as an Excel workbook." placeholder:"FILE" xor:"file"`
	JSON bool           `name:"json" help:"Write each document as a line of JSON, then the totals."`
}

// Run reads what was named, and lists what is known of it.
func (t *Table) Run(c verb.Console) error {
	return c.With(func(core *app.Controller) error {
		paths, words := t.named(c.Dir)
		emit := c.Events(t.JSON)
		for _, p := range paths {
			if err := core.AddToLibrary(c.Context, p, emit); err != nil {
				return err
			}
		}
		q := t.narrow(core.ReadQuery(strings.Join(words, " ")))
		q.In = append(q.In, paths...)
		table, err := core.Table(c.Context, q, emit)
		switch {
		case err != nil:
			return err
		case t.CSV != "":
			err = papers.Save(string(t.CSV), table.Rows, false)
		case t.XLSX != "":
			err = papers.Save(string(t.XLSX), table.Rows, true)
		case !t.JSON && len(table.Rows)+len(table.Gone) == 0:
			return nothingFound(c, core)
		case !t.JSON:
			err = printTable(c.Out, table.Rows, table.Groups)
		}
		switch {
		case err != nil:
			return err
		case t.JSON:
			return lines(c, table)
		case t.CSV+t.XLSX != "":
			err = termtext.Tell(c.Out, "%s in %s.\n", termtext.Count(len(table.Rows), "document"), visible(string(t.CSV+t.XLSX)))
		}
		return errors.Join(err, missing(c.Errs, table))
	})
}

// named parts the arguments: those that are there as files or folders, and what is
// looked for.
func (t *Table) named(dir string) (paths, words []string) {
	for _, w := range t.Words {
		path := w
		if !filepath.IsAbs(path) && dir != "" {
			path = filepath.Join(dir, path)
		}
		if _, err := os.Lstat(path); err == nil && w != "" && filepath.IsAbs(path) {
			paths = append(paths, filepath.Clean(path))
		} else {
			words = append(words, w)
		}
	}
	return paths, words
}

// missing prints what is in no total: amounts without a currency, and documents whose
// files have changed or are gone.
func missing(out io.Writer, table papers.Table) error {
	var err error
	if n := papers.Uncounted(table.Rows); n > 0 {
		err = termtext.Tell(out, "%s without a currency: in no total.\n", termtext.Count(n, "amount"))
	}
	if table.Stale > 0 && err == nil {
		err = termtext.Tell(out, "%s changed and could not be read again: in no total, and marked with !.\n", termtext.Count(table.Stale, "file"))
	}
	const named = 5
	for i, path := range table.Gone {
		if i == named && err == nil {
			return termtext.Tell(out, "No longer there: %s more.\n", termtext.Count(len(table.Gone)-named, "file"))
		}
		err = errors.Join(err, termtext.Tell(out, "No longer there: %s\n", visible(path)))
	}
	return err
}

func lines(c verb.Console, table papers.Table) error {
	for _, r := range table.Rows {
		if err := termtext.JSON(c.Out, struct {
			Type string `json:"type"`
			papers.Row
		}{"row", r}); err != nil {
			return err
		}
	}
	for _, path := range table.Gone {
		if err := termtext.JSON(c.Out, struct {
			Type string `json:"type"`
			File string `json:"file"`
		}{"gone", path}); err != nil {
			return err
		}
	}
	for _, g := range table.Groups {
		if err := termtext.JSON(c.Out, struct {
			Type string `json:"type"`
			papers.Group
		}{"sums", g}); err != nil {
			return err
		}
	}
	return nil
}

// printTable lists rows for a person, and what they come to.
func printTable(out io.Writer, rows []papers.Row, sums []papers.Group) error {
	const gap = 2
	w := tabwriter.NewWriter(out, 0, 0, gap, ' ', 0)
	cell := func(text string) string {
		if text == "" {
			return ""
		}
		return strings.ReplaceAll(visible(termtext.Plain(text)), "\t", " ")
	}
	state := func(r papers.Row) string {
		if r.Stale {
			return "! "
		}
		return ""
	}
	for _, r := range rows {
		marked := func(column, value string) string {
			if value != "" && slices.Contains(r.Doubtful, column) {
				value += "?"
			}
			return cell(value)
		}
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s%s\n", marked("date", r.Date), marked("from", r.From), marked("kind", r.Kind),
			marked("number", r.Number), marked("amount", r.Amount), cell(r.Currency), state(r), cell(filepath.Base(r.File))) // Flush tells
	}
	for _, g := range sums {
		if len(g.Sums) > 0 {
			_, _ = fmt.Fprintf(w, "\nSums by %s\n", g.By)
		}
		for _, s := range g.Sums {
			_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", cell(s.Key), s.Amount, cell(s.Currency), termtext.Count(s.Count, "document"))
		}
	}
	return w.Flush()
}
