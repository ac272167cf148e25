package papers

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/cmd/internal/cli/arguments"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
	"github.com/deskhand/deskhand/cmd/internal/cli/verb"
)

// amount is a sum of money in hundredths.
type amount struct {
	hundredths int64
	given      bool
}

// UnmarshalText reads "50" and "12.60".
func (a *amount) UnmarshalText(text []byte) error {
	const unit, most = 100, 1e12
	n, err := strconv.ParseFloat(strings.Replace(string(text), ",", ".", 1), 64)
	if err != nil || math.Abs(n) > most {
		return fmt.Errorf("%q is not an amount such as 12.60", text)
	}
	a.hundredths, a.given = int64(math.Round(n*unit)), true
	return nil
}

// filters are what documents have to be.
type filters struct {
	Kind   string           `help:"Only documents of this kind, such as invoice or receipt." placeholder:"K"`
	From   string           `help:"Only documents from this sender." placeholder:"NAME"`
	Since  Day              `help:"Only documents dated this day or later." placeholder:"DATE"`
	Before Day              `help:"Only documents dated before this day." placeholder:"DATE"`
	Over   amount           `help:"Only documents with a larger amount." placeholder:"N"`
	Under  amount           `help:"Only documents with a smaller amount." placeholder:"N"`
	In     []arguments.Path `help:"Only documents in this folder; repeatable." placeholder:"DIR" sep:"none"`
}

// narrow adds the filters to what was typed.
func (f *filters) narrow(q papers.Query) papers.Query {
	if f.Kind != "" {
		q.Kind, q.KindText = strings.ToLower(f.Kind), ""
	}
	if f.From != "" {
		q.From = f.From
	}
	if !f.Since.IsZero() {
		q.Since = f.Since.Format(time.DateOnly)
	}
	if !f.Before.IsZero() {
		q.Before = f.Before.Format(time.DateOnly)
	}
	if f.Over.given {
		least := f.Over.hundredths + 1
		q.Least = &least
	}
	if f.Under.given {
		most := f.Under.hundredths - 1
		q.Most = &most
	}
	q.In = arguments.Texts(f.In)
	return q
}

// Find is the verb find.
type Find struct {
	Words []string `arg:"" optional:"" help:"Words, kinds, senders, dates and amounts: electricity over 50 euros last year."`
	filters
	Limit int  `help:"The maximum number of results." default:"20"`
	JSON  bool `name:"json" help:"Write each document as a line of JSON."`
}

// Run lists the documents that were found, the best first.
func (f *Find) Run(c verb.Console) error {
	return c.With(func(core *app.Controller) error {
		q := f.narrow(core.ReadQuery(strings.Join(f.Words, " ")))
		q.Limit = f.Limit
		hits, err := core.Find(c.Context, q)
		if err != nil {
			return err
		}
		if why := core.Unasked(); why != nil {
			err = termtext.Tell(c.Errs, "Searched by words only, not by meaning: %s\n", c.Explain(why))
		}
		if err == nil && len(hits) == 0 && !f.JSON {
			return nothingFound(c, core)
		}
		for i := 0; err == nil && i < len(hits); i++ {
			if f.JSON {
				err = termtext.JSON(c.Out, jsonHit(hits[i]))
			} else {
				err = printHit(c.Out, hits[i], c.Shows)
			}
		}
		return err
	})
}

// nothingFound prints that nothing was found, or that the library is empty.
func nothingFound(c verb.Console, core *app.Controller) error {
	_, status, err := core.Library(c.Context)
	if err != nil {
		return err
	}
	if status.Documents == 0 {
		return termtext.Tell(c.Errs, "%s\n", emptyLibrary)
	}
	return termtext.Tell(c.Errs, "Nothing found in %s.\n", termtext.Count(status.Documents, "document"))
}

// hitLine is a hit as a line of JSON.
type hitLine struct {
	Type   string                `json:"type"`
	Path   string                `json:"path"`
	Others []string              `json:"others,omitempty"`
	Gone   bool                  `json:"gone,omitempty"`
	Stale  bool                  `json:"stale,omitempty"`
	Page   int                   `json:"page,omitempty"`
	Line   string                `json:"line,omitempty"`
	Marks  [][2]int              `json:"marks,omitempty"`
	Fields map[string]plan.Field `json:"fields"`
	Score  float64               `json:"score"`
}

func jsonHit(h papers.Hit) hitLine {
	l := hitLine{Type: "hit", Page: h.Page, Line: h.Line, Marks: h.Marks, Stale: h.Stale, Fields: h.Fields, Score: h.Score}
	for i, p := range h.Places {
		if i == 0 {
			l.Path, l.Gone = p.Path, p.Gone
		} else if !p.Gone {
			l.Others = append(l.Others, p.Path)
		}
	}
	return l
}

// printHit tells a person of a hit: its path, what it is, and the line.
func printHit(out io.Writer, h papers.Hit, bold bool) error {
	l := jsonHit(h)
	value := func(name string) string { return h.Fields[name].Value }
	about := []string{}
	for _, v := range []string{value(plan.FieldDate), value(plan.FieldIssuer), value(plan.FieldKind), strings.TrimSpace(value(plan.FieldAmount) + " " + value(plan.FieldCurrency))} {
		if v != "" {
			about = append(about, v)
		}
	}
	if l.Gone {
		about = append(about, "no longer there")
	}
	if l.Stale {
		about = append(about, "edited since it was read")
	}
	err := termtext.Tell(out, "%s\n", visible(l.Path))
	if err == nil && len(about) > 0 {
		err = termtext.Tell(out, "  %s\n", visible(strings.Join(about, " · ")))
	}
	if err != nil || l.Line == "" {
		return err
	}
	page := ""
	if l.Page > 1 {
		page = fmt.Sprintf("page %d: ", l.Page)
	}
	_, err = fmt.Fprintf(out, "  %s%s\n", page, marked(l.Line, l.Marks, bold))
	return err
}

// marked is a line, with its marked words in bold where a terminal shows it.
func marked(line string, marks [][2]int, bold bool) string {
	if !bold || !utf8.ValidString(line) {
		return visible(termtext.Plain(line))
	}
	runes := []rune(line)
	var b strings.Builder
	at := 0
	for _, m := range marks {
		if m[0] < at || m[1] > len(runes) {
			continue
		}
		b.WriteString(visible(termtext.Plain(string(runes[at:m[0]]))) + "\x1b[1m" + visible(termtext.Plain(string(runes[m[0]:m[1]]))) + "\x1b[0m")
		at = m[1]
	}
	return b.String() + visible(termtext.Plain(string(runes[at:])))
}
