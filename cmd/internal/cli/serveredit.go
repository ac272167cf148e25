package cli

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

// serverOptions are the options of an entry of mcp.json besides its command.
type serverOptions struct {
	Env              map[string]string `help:"An environment variable, NAME=VALUE; repeatable." mapsep:"none" placeholder:"NAME=VALUE"`
	URL              *string           `name:"url" help:"The address of a server, instead of a command." placeholder:"ADDRESS"`
	Header           map[string]string `help:"A header for each request, NAME=VALUE; repeatable." mapsep:"none" placeholder:"NAME=VALUE"`
	ClientID         *string           `name:"client-id" help:"Your own OAuth client, for a server that doesn't register clients." placeholder:"ID"`
	ClientSecret     *string           `help:"That client's secret; better ${input:NAME}, which you are asked for once." placeholder:"SECRET"`
	ClientScope      *string           `help:"The scope to request when signing in." placeholder:"WORDS"`
	CallbackPort     *int              `help:"The local port for the sign-in's callback; default: any free port." placeholder:"PORT"`
	SSE              *bool             `name:"sse" negatable:"" help:"The server uses the older SSE transport."`
	Folder           *string           `help:"The working folder." placeholder:"DIR"`
	Timeout          *time.Duration    `help:"How long a call may go without progress, such as 90s." placeholder:"TIME"`
	ShareRoots       *bool             `negatable:"" help:"Let it know the open folders."`
	TrustAnnotations *bool             `negatable:"" help:"Trust its tools' own annotations (read-only, destructive)."`
	Local            *bool             `negatable:"" help:"It reaches nothing outside this computer, so it may receive what was read here."`
	DisableTool      []string          `help:"A tool that no model may call; repeatable." placeholder:"TOOL"`
	EnableTool       []string          `help:"A disabled tool to enable; repeatable." placeholder:"TOOL"`
}

// put sets the given options in an entry and leaves the rest alone.
func (o serverOptions) put(e *app.ServerEntry, command []string) {
	if len(command) > 0 && command[0] == "--" {
		command = command[1:]
	}
	if len(command) > 0 {
		e.Command, e.Args, e.URL = command[0], command[1:], ""
	}
	if o.URL != nil {
		e.URL, e.Command, e.Args = *o.URL, "", nil
	}
	e.Headers = with(e.Headers, o.Header)
	set(&e.Client.ID, o.ClientID)
	set(&e.Client.Secret, o.ClientSecret)
	set(&e.Client.Scope, o.ClientScope)
	set(&e.Client.Port, o.CallbackPort)
	set(&e.SSE, o.SSE)
	e.Env = with(e.Env, o.Env)
	off := slices.Concat(e.DisabledTools, o.DisableTool)
	slices.Sort(off)
	e.DisabledTools = slices.DeleteFunc(slices.Compact(off), func(t string) bool { return slices.Contains(o.EnableTool, t) })
	set(&e.Dir, o.Folder)
	set(&e.Timeout, o.Timeout)
	set(&e.ShareRoots, o.ShareRoots)
	set(&e.TrustAnnotations, o.TrustAnnotations)
	set(&e.Local, o.Local)
}

// with adds values to earlier ones.
func with(old, more map[string]string) map[string]string {
	if len(more) == 0 {
		return old
	}
	all := maps.Clone(more)
	for name, value := range old {
		if _, again := all[name]; !again {
			all[name] = value
		}
	}
	return all
}

// set sets a field to the value of an option, if given.
func set[T any](field, option *T) {
	if option != nil {
		*field = *option
	}
}

type addServer struct {
	serverOptions
	Name    string   `arg:"" help:"A name for it."`
	Command []string `arg:"" optional:"" passthrough:"" help:"The program and its arguments; this command's own options come first."`
}

// Run writes a new entry. Nothing is started.
func (a *addServer) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		if _, err := serverNamed(c, core, a.Name); err == nil {
			return ended{exitUsage, fmt.Sprintf("There is already a server %s. Change it with: deskhand servers edit %s", a.Name, a.Name)}
		}
		e := app.ServerEntry{Name: a.Name}
		a.put(&e, a.Command)
		return c.saveServer(core, e)
	})
}

type editServer struct {
	serverOptions
	Unset   []string `help:"An environment variable or header to remove; repeatable." placeholder:"NAME"`
	Name    string   `arg:"" help:"The server's name in mcp.json."`
	Command []string `arg:"" optional:"" passthrough:"" help:"The new program and its arguments; this command's own options come first."`
}

// Run changes the given parts of an entry.
func (s *editServer) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		if _, err := foreign(c, core, s.Name); err != nil {
			return err
		}
		e, err := core.ServerEntry(c.ctx, s.Name)
		if err != nil {
			return named(s.Name, err)
		}
		s.put(&e, s.Command)
		for _, values := range []*map[string]string{&e.Env, &e.Headers} {
			*values = maps.Clone(*values)
			maps.DeleteFunc(*values, func(name, _ string) bool { return slices.Contains(s.Unset, name) })
		}
		return c.saveServer(core, e)
	})
}

// saveServer writes an entry and says whether it may be started.
func (c *Console) saveServer(core *app.Controller, e app.ServerEntry) error {
	if err := core.SaveServer(c.ctx, e); err != nil {
		return named(e.Name, err)
	}
	s, err := serverNamed(c, core, e.Name)
	if err != nil {
		return err
	}
	next := "It starts after you approve its command: deskhand servers trust " + e.Name
	if s.Trusted {
		next = "It is approved, and starts with Deskhand."
	}
	_, err = fmt.Fprintf(c.out, "%s is in mcp.json. %s\n", e.Name, next)
	return err
}

type testServer struct {
	Name string `arg:"" help:"The server's name in mcp.json."`
	Yes  bool   `help:"Start its command without asking."`
}

// Run starts a server once, prints the result and stops it. A command that is not
// approved yet is shown first.
func (s *testServer) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		info, err := foreign(c, core, s.Name)
		switch {
		case err != nil:
			return err
		case info.Problem != (app.ServerProblem{}):
			return &app.RefusedServer{Name: s.Name, Why: info.Problem}
		}
		if !info.Trusted {
			serverwords.PrintCommand(c.out, info)
			if err := c.agreed(s.Yes, "Start exactly this, once?", "It was not started"); err != nil {
				return err
			}
		}
		e, err := core.ServerEntry(c.ctx, s.Name)
		if err != nil {
			return named(s.Name, err)
		}
		tried, err := core.TestServer(c.ctx, e, info.Hash)
		if err != nil {
			return named(s.Name, err)
		}
		return c.printTried(tried)
	})
}

func (c *Console) printTried(s app.ServerInfo) error {
	if err := notUp(s); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.out, "%s works: it has %d tools. It was stopped again.\n", s.Name, len(s.Tools))
	for _, t := range s.Tools {
		line := "    " + termtext.Plain(t.Bare)
		if t.Problem.Code != "" {
			line += "  left out: " + problemWords(t.Problem)
		}
		_, failed := fmt.Fprintln(c.out, strings.ReplaceAll(line, "\n", " "))
		err = errors.Join(err, failed)
	}
	return err
}

type removeServer struct {
	Name string `arg:"" help:"The server's name in mcp.json."`
	Yes  bool   `help:"Remove it without asking."`
}

// Run removes a server from mcp.json.
func (r *removeServer) Run(c *Console) error {
	return c.did(func(core *app.Controller) error {
		if _, err := serverNamed(c, core, r.Name); err != nil {
			return err
		}
		question := fmt.Sprintf("Remove %s from mcp.json, with its log?", r.Name)
		if err := c.agreed(r.Yes, question, "Nothing was changed"); err != nil {
			return err
		}
		return named(r.Name, core.RemoveServer(c.ctx, r.Name))
	}, "%s is no longer in mcp.json.", r.Name)
}
