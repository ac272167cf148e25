package duplicates

import (
	"fmt"
	"io"
	"strings"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/duplicates"
	"github.com/deskhand/deskhand/cmd/internal/cli/arguments"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
	"github.com/deskhand/deskhand/cmd/internal/cli/verb"
)

// Duplicates is the verb duplicates.
type Duplicates struct {
	Paths    []arguments.Path `arg:"" optional:"" name:"path" help:"Folders and files; default: the folders of the library."`
	Contents bool             `help:"Compare files byte for byte only, without reading them."`
	PutAside bool             `help:"Move all but one of the files with the same contents into a folder Duplicates."`
	Into     arguments.Path   `help:"Move them into this folder instead." placeholder:"DIR"`
	Yes      bool             `help:"Move them without asking."`
	JSON     bool             `name:"json" help:"Write each group, and every event, as a line of JSON."`
}

// Check refuses what says where to move files, where none are moved.
func (d *Duplicates) Check() error {
	if !d.PutAside && (d.Into != "" || d.Yes) {
		return fmt.Errorf("--into and --yes go with --put-aside")
	}
	return nil
}

// Run lists the groups, and puts files aside if asked to.
func (d *Duplicates) Run(c verb.Console) error {
	return c.With(func(core *app.Controller) error {
		req := duplicates.Request{Paths: arguments.Texts(d.Paths), Contents: d.Contents}
		emit := c.Events(d.JSON)
		found, err := core.FindDuplicates(c.Context, req, emit)
		switch {
		case err != nil:
			return err
		case len(found.Paths) == 0 && !d.JSON:
			return termtext.Tell(c.Out, "Name a folder to look in, or add one with: deskhand library add DIR\n")
		}
		var spare []duplicates.Spare
		for _, g := range found.Groups {
			away := g.Spare(0)
			for i, goes := range away {
				if goes {
					spare = append(spare, duplicates.Spare{File: g[i], Stays: g.Stays(i, 0, away)})
				}
			}
			if err := d.print(c.Out, g); err != nil {
				return err
			}
		}
		if !d.JSON {
			if err := sum(c, found, len(spare)); err != nil {
				return err
			}
		}
		if !d.PutAside || len(spare) == 0 {
			return nil
		}
		return d.putAside(c, core, spare, found.Paths, emit)
	})
}

// sum says how much was found.
func sum(c verb.Console, found duplicates.Found, spare int) error {
	compared := termtext.Count(found.Files, "file") + " compared"
	if found.Texts > 0 {
		compared += ", and what " + termtext.Count(found.Texts, "document") + " say"
	}
	if found.Parts > 0 {
		compared += " (" + termtext.Count(found.Parts, "long one") + " left out)"
	}
	if len(found.Groups) == 0 {
		return termtext.Tell(c.Out, "%s: no duplicates.\n", compared)
	}
	words := compared + ": " + termtext.Count(len(found.Groups), "group")
	if spare > 0 {
		words += ", and " + termtext.Count(spare, "file") + " that can go, because another one has the same contents"
	}
	if found.More > 0 {
		words += "; " + termtext.Count(found.More, "group") + " more"
	}
	return termtext.Tell(c.Out, "%s.\n", words)
}

// print tells of a group.
func (d *Duplicates) print(out io.Writer, g duplicates.Group) error {
	same := "text"
	if g.Exact() {
		same = "contents"
	}
	if d.JSON {
		type file struct {
			duplicates.Copy
			Spare bool `json:"spare,omitempty"`
		}
		files := make([]file, len(g))
		for i, is := range g.Spare(0) {
			files[i] = file{g[i], is}
		}
		return termtext.JSON(out, struct {
			Type  string `json:"type"`
			Same  string `json:"same"`
			Files []file `json:"files"`
		}{"group", same, files})
	}
	title := "Same contents"
	if same == "text" {
		title = "Same text, another scan"
	}
	if err := termtext.Tell(out, "%s\n", title); err != nil {
		return err
	}
	for i, is := range g.Spare(0) {
		mark := "="
		switch {
		case i == 0:
			mark = "✓" // it stays
		case !is:
			mark = "≈"
		}
		about := ""
		if len(g[i].Only) > 0 {
			about = "  reads " + serverwords.Visible(termtext.Plain(strings.Join(g[i].Only[:min(len(g[i].Only), maxOnly)], ", ")))
		}
		if err := termtext.Tell(out, "  %s %s%s\n", mark, serverwords.Visible(g[i].Path), about); err != nil {
			return err
		}
	}
	return nil
}

// maxOnly is how much is named that was read differently.
const maxOnly = 5

// putAside moves files, if asked to.
func (d *Duplicates) putAside(c verb.Console, core *app.Controller, spare []duplicates.Spare, paths []string, emit func(event.Event)) error {
	where := "a folder " + duplicates.Folder
	if d.Into != "" {
		where = serverwords.Visible(string(d.Into))
	}
	switch n := termtext.Count(len(spare), "file"); {
	case !d.Yes && !c.Asks():
		if !d.JSON {
			return termtext.Tell(c.Out, "Nothing was moved. To move %s, add --yes.\n", n)
		}
		return nil
	case !d.Yes && !c.Ask("Move "+n+" into "+where+"? One with the same contents stays in place."):
		return c.End(false, "Nothing was moved.")
	}
	aside, err := core.PutAside(c.Context, spare, string(d.Into), paths, emit)
	if err != nil || aside.Receipt.Batch != "" {
		if err := c.Receipt(verb.Moved, aside.Receipt, err, d.JSON); err != nil {
			return err
		}
	}
	if n := len(aside.Changed); n > 0 {
		return c.End(true, termtext.Count(n, "file")+" changed in the meantime and stayed.")
	}
	return nil
}
