package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

type importServers struct {
	File string `arg:"" optional:"" type:"path" help:"Another host's file; default: the usual places."`
	Yes  bool   `help:"Add them without asking."`
	JSON bool   `name:"json" help:"Write each file as a line of JSON, and add only with --yes."`
}

// Run shows the servers of other hosts and adds the new ones. Nothing is started.
func (i *importServers) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		found, err := i.found(c, core)
		if err != nil {
			return err
		}
		var servers []app.ImportedServer
		fresh := 0
		for _, f := range found {
			if err := c.printImport(f, i.JSON); err != nil {
				return err
			}
			for _, s := range f.Servers {
				servers = append(servers, s)
				if s.State == app.ImportNew {
					fresh++
				}
			}
		}
		switch {
		case len(found) == 0 && !i.JSON:
			return termtext.Tell(c.out, "No other host's file was found. Name one: deskhand servers import FILE\n")
		case fresh == 0 && !i.JSON:
			return termtext.Tell(c.out, "There is nothing to add.\n")
		case fresh == 0, i.JSON && !i.Yes:
			return nil
		}
		if err := c.agreed(i.Yes, fmt.Sprintf("Add %s to mcp.json? Nothing is started.", termtext.Count(fresh, "server")), "Nothing was changed"); err != nil {
			return err
		}
		added, err := core.ImportServers(c.ctx, servers)
		if errors.Is(err, app.ErrServerChanged) {
			return ended{exitFailed, "mcp.json has changed in the meantime. Try again: deskhand servers import"}
		}
		if err != nil || i.JSON {
			return err
		}
		return termtext.Tell(c.out, "%s added. See and approve each command with: deskhand servers trust NAME\n", termtext.Count(added, "server"))
	})
}

func (i *importServers) found(c *Console, core *app.Controller) ([]app.ServerImport, error) {
	if i.File == "" {
		return core.FindServers(c.ctx)
	}
	one, err := core.ReadServers(c.ctx, i.File)
	if err != nil {
		return nil, ended{exitFailed, "Nothing can be imported. " + errorWords(err)}
	}
	return []app.ServerImport{one}, nil
}

// printImport prints the servers of another host's file.
func (c *Console) printImport(f app.ServerImport, asJSON bool) error {
	if asJSON {
		return c.line(f)
	}
	head := visible(f.Path)
	if f.Host != "" {
		head = f.Host + ": " + head
	}
	err := termtext.Tell(c.out, "%s\n", head)
	if f.Err != nil {
		err = errors.Join(err, termtext.Tell(c.out, "    %s\n", errorWords(f.Err)))
	}
	for _, s := range f.Servers {
		err = errors.Join(err, termtext.Tell(c.out, "    %-16s  %s\n", visible(s.Name), serverwords.Import(s)))
		for _, note := range serverwords.ImportNotes(s) {
			err = errors.Join(err, termtext.Tell(c.out, "        %s\n", note))
		}
	}
	return err
}

type giveServer struct {
	Name string `arg:"" help:"The server's name in mcp.json."`
	ID   string `arg:"" help:"The ID of the input."`
}

// Run stores a value from standard input, for this server alone.
func (g *giveServer) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		s, err := serverNamed(c, core, g.Name)
		if err != nil {
			return err
		}
		for _, in := range s.Inputs {
			if in.ID == g.ID {
				return c.give(core, s.Name, in)
			}
		}
		return ended{exitUsage, visible(g.Name) + " has no input " + visible(g.ID) + "."}
	})
}

// longestInput is how long a server's input may be.
const longestInput = 64 << 10

// give asks for an input, hidden if it is secret, and stores it.
func (c *Console) give(core *app.Controller, server string, in app.ServerInput) error {
	value, err := c.typed(in)
	if err != nil {
		return err
	}
	if value = strings.TrimRight(value, "\r\n"); value == "" || len(value) > longestInput {
		return ended{exitUsage, "The input is empty, or too long for a key."}
	}
	if err := core.GiveServer(c.ctx, server, in.ID, value); err != nil {
		return named(server, err)
	}
	return termtext.Tell(c.errs, "%s is stored for %s only, outside mcp.json.\n", visible(in.ID), visible(server))
}

func (c *Console) typed(in app.ServerInput) (string, error) {
	if !c.interactive() || c.in != io.Reader(os.Stdin) {
		text, err := io.ReadAll(io.LimitReader(c.in, longestInput+1))
		return string(text), err
	}
	_ = termtext.Tell(c.errs, "%s: ", serverwords.Input(in)) // nobody reads it
	text, err := term.ReadPassword(int(os.Stdin.Fd()))
	_ = termtext.Tell(c.errs, "\n")
	return string(text), err
}

// asked asks for a server's inputs, if the user can be asked.
func (c *Console) asked(core *app.Controller, s app.ServerInfo) (app.ServerInfo, error) {
	for _, in := range s.Inputs {
		if in.Given {
			continue
		}
		if !c.interactive() {
			return s, ended{exitRefused, fmt.Sprintf("%s needs %s. Pass it on standard input: deskhand servers give %s %s", visible(s.Name), serverwords.Input(in), visible(s.Name), visible(in.ID))}
		}
		if err := c.give(core, s.Name, in); err != nil {
			return s, err
		}
	}
	return serverNamed(c, core, s.Name)
}
