package scans

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/scans"
	"github.com/deskhand/deskhand/cmd/internal/cli/arguments"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
	"github.com/deskhand/deskhand/cmd/internal/cli/verb"
)

// OCR is the verb ocr.
type OCR struct {
	Paths     []arguments.Path `arg:"" name:"path" help:"Scans, and folders of scans."`
	To        arguments.Path   `help:"The folder for the new files, created if missing; default: next to each scan." placeholder:"DIR"`
	PDF       bool             `name:"pdf" help:"Make searchable PDFs (the default)." xor:"as"`
	Text      bool             `help:"Make text files instead of PDFs." xor:"as"`
	Recursive bool             `help:"Include subfolders."`
	Lang      string           `help:"The languages of scans, such as eng+deu." placeholder:"L"`
	Yes       bool             `help:"Add the files without asking."`
	JSON      bool             `name:"json" help:"Write every event as a line of JSON."`
}

// Run reads the scans, asks, adds the files and prints the receipt.
func (o *OCR) Run(c verb.Console) error {
	return c.With(func(core *app.Controller) error {
		req := scans.Request{Paths: arguments.Texts(o.Paths), To: string(o.To), Text: o.Text, Recursive: o.Recursive}
		if o.Lang != "" {
			req.Languages = strings.Split(o.Lang, "+")
		}
		emit := c.Events(o.JSON)
		job, err := core.MakeSearchable(c.Context, req, emit)
		if err != nil {
			return err
		}
		defer job.Discard()
		unread, err := o.list(c, job)
		if err != nil {
			return err
		}
		return o.place(c, core, job, unread, emit)
	})
}

// list prints the result for each scan, and returns how many could not be read.
func (o *OCR) list(c verb.Console, job scans.Job) (unread int, err error) {
	for i := 0; err == nil && i < len(job.Scans); i++ {
		s := job.Scans[i]
		if s.Failure.Class != "" || s.To == "" && slices.ContainsFunc(s.Notes, isFault) {
			unread++
		}
		if o.JSON {
			s.File = "" // it is gone when this ends
			err = termtext.JSON(c.Out, struct {
				Type string `json:"type"`
				scans.Scan
			}{"scan", s})
			continue
		}
		mark := "·"
		if s.To != "" {
			mark = "✓"
		}
		err = termtext.Tell(c.Out, "%s %s\n    %s\n", mark, serverwords.Visible(filepath.Base(s.Path)), serverwords.Visible(became(c, s)))
	}
	return unread, err
}

// isFault reports whether a note is of a scan that has something to be read.
func isFault(n documents.Note) bool {
	return n.Code != documents.NoteEmpty && n.Code != documents.NoteNoText && n.Code != documents.NoteFormat
}

// became says what became of a scan.
func became(c verb.Console, s scans.Scan) string {
	switch {
	case s.Failure.Class != "":
		return c.Failure(s.Failure)
	case s.To != "" && s.Read < s.Pages:
		return fmt.Sprintf("→ %s: %d of %s read, the others already have text", filepath.Base(s.To), s.Read, termtext.Count(s.Pages, "page"))
	case s.To != "":
		return fmt.Sprintf("→ %s: %s read, %s", filepath.Base(s.To), termtext.Count(s.Read, "page"), termtext.Count(s.Words, "word"))
	case s.There:
		return "It is already searchable."
	case len(s.Notes) > 0:
		return c.Note(s.Notes[0])
	case s.Pages > 0:
		return "It already has text, or none that can be read."
	}
	return "It is not a scan."
}

// place puts the made files in their places, if asked to.
func (o *OCR) place(c verb.Console, core *app.Controller, job scans.Job, unread int, emit func(event.Event)) error {
	partly := func() error {
		if unread > 0 {
			return c.End(true, termtext.Count(unread, "file")+" could not be read.")
		}
		return nil
	}
	switch n := termtext.Count(job.New(), "new file"); {
	case job.New() == 0:
		if !o.JSON {
			fmt.Fprintln(c.Out, "\nThere is nothing to add.")
		}
		return partly()
	case !o.Yes && !c.Asks():
		if !o.JSON {
			fmt.Fprintln(c.Out, "\nNothing was changed. To add the files, add --yes.")
		}
		return nil
	case !o.Yes && !c.Ask("Add "+n+"? The scans stay as they are."):
		return c.End(false, "Nothing was added.")
	}
	receipt, err := core.Place(c.Context, job, emit)
	if err := c.Receipt(verb.Added, receipt, err, o.JSON); err != nil {
		return err
	}
	return partly()
}
