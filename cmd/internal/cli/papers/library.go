package papers

import (
	"fmt"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/cmd/internal/cli/arguments"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
	"github.com/deskhand/deskhand/cmd/internal/cli/verb"
)

// Library is the verb library.
type Library struct {
	Add    addLibrary    `cmd:"" help:"Add folders with all subfolders to the library. An interrupted reading resumes."`
	List   listLibrary   `cmd:"" default:"withargs" help:"List the folders of the library."`
	Remove removeLibrary `cmd:"" aliases:"delete" help:"Remove a folder from the library. The files stay."`
	Status statusLibrary `cmd:"" help:"Show the size of the library."`
}

type addLibrary struct {
	Paths []arguments.Path `arg:"" name:"dir" help:"The folders."`
	JSON  bool             `name:"json" help:"Write every event as a line of JSON."`
}

// Run reads the folders.
func (a *addLibrary) Run(c verb.Console) error {
	return c.With(func(core *app.Controller) error {
		emit := c.Events(a.JSON)
		for _, p := range a.Paths {
			if err := core.AddToLibrary(c.Context, string(p), emit); err != nil {
				return err
			}
		}
		return (&statusLibrary{JSON: a.JSON}).print(c, core)
	})
}

type listLibrary struct {
	JSON bool `name:"json" help:"Write each folder as a line of JSON."`
}

// Run lists the folders.
func (l *listLibrary) Run(c verb.Console) error {
	return c.Stored(func(core *app.Controller) error {
		folders, _, err := core.Library(c.Context)
		if err != nil {
			return err
		}
		return termtext.Print(termtext.List{Out: c.Out, Errs: c.Errs, JSON: l.JSON, None: emptyLibrary}, folders, func(f papers.Folder) string {
			left := ""
			if !f.Whole {
				left = ", not all of it read yet"
			}
			return fmt.Sprintf("%s  (%s%s)", visible(f.Path), termtext.Count(f.Files, "file"), left)
		})
	})
}

// emptyLibrary says that nothing was read yet, and how that is done.
const emptyLibrary = "The library is empty. Add a folder with: deskhand library add FOLDER"

type removeLibrary struct {
	Path arguments.Path `arg:"" name:"dir" help:"The folder."`
}

// Run forgets a folder.
func (r *removeLibrary) Run(c verb.Console) error {
	return c.Stored(func(core *app.Controller) error {
		n, err := core.RemoveFromLibrary(c.Context, string(r.Path))
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.Out, "%s forgotten.\n", termtext.Count(n, "file"))
		return err
	})
}

type statusLibrary struct {
	JSON bool `name:"json" help:"Write the result as a line of JSON."`
}

// Run says how much is kept.
func (s *statusLibrary) Run(c verb.Console) error {
	return c.Stored(func(core *app.Controller) error { return s.print(c, core) })
}

func (s *statusLibrary) print(c verb.Console, core *app.Controller) error {
	_, status, err := core.Library(c.Context)
	if err != nil {
		return err
	}
	if s.JSON {
		return termtext.JSON(c.Out, struct {
			Type string `json:"type"`
			papers.Status
		}{"library", status})
	}
	const mega = 1e6
	byMeaning := ""
	if status.Meanings > 0 {
		byMeaning = fmt.Sprintf(" Also by meaning: %s.", termtext.Count(status.Meanings, "document"))
	}
	_, err = fmt.Fprintf(c.Out, "%s in %s; %.1f MB of text in %.1f MB.%s\n",
		termtext.Count(status.Documents, "document"), termtext.Count(status.Files, "file"), float64(status.Text)/mega, float64(status.Size)/mega, byMeaning)
	return err
}
