package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/cmd/internal/cli/serverwords"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

type serversCmd struct {
	List   listServers   `cmd:"" default:"withargs" help:"List the built-in servers and those in mcp.json, with their status."`
	Add    addServer     `cmd:"" help:"Add a server to mcp.json. Nothing is started."`
	Edit   editServer    `cmd:"" help:"Change a server in mcp.json. A changed command has to be approved again."`
	Remove removeServer  `cmd:"" help:"Remove a server from mcp.json."`
	Import importServers `cmd:"" help:"Import servers from other hosts' files. Nothing is started."`
	Give   giveServer    `cmd:"" help:"Store an input of a server, such as a key, from standard input."`
	Login  loginServer   `cmd:"" help:"Sign in to a server at an address (OAuth)."`
	Logout logoutServer  `cmd:"" help:"Sign out of a server and delete its token."`
	Test   testServer    `cmd:"" help:"Start a server once, list its tools and stop it."`
	Logs   serverLogs    `cmd:"" help:"Print a server's standard error from its last runs."`
	Trust  trustServer   `cmd:"" help:"Show a server's exact command and approve it."`
	Start  startServer   `cmd:"" help:"Start a server now, and with Deskhand from now on."`
	Stop   stopServer    `cmd:"" help:"Stop a server and keep it off."`
}

// serverStart is how long a verb waits for its one server: the first npx run downloads
// the package.
const serverStart = 60 * time.Second

type listServers struct {
	JSON bool `name:"json" help:"Write each server as a line of JSON."`
}

// Run lists the servers once they are up or have failed.
func (l *listServers) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		if _, err := core.WaitServers(c.ctx, serversUp); err != nil {
			return err
		}
		servers, err := core.Servers(c.ctx)
		for _, s := range servers {
			if l.JSON {
				err = errors.Join(err, c.line(s))
				continue
			}
			serverwords.PrintServer(c.out, s)
		}
		return err
	})
}

type serverLogs struct {
	Name string `arg:"" help:"The server."`
	JSON bool   `name:"json" help:"Write each run as a line of JSON."`
}

// Run prints the stored output of the server. It starts nothing, and the window may be
// open.
func (l *serverLogs) Run(c *Console) error {
	runs, err := app.ServerRuns(config.FindPaths(), l.Name)
	if err != nil {
		return named(l.Name, err)
	}
	if len(runs) == 0 && !l.JSON {
		return termtext.Tell(c.out, "%s has not been started yet.\n", l.Name)
	}
	return termtext.Print(c.list(l.JSON, ""), runs, runWords)
}

// runWords say when a run was and how it ended, and what the server wrote.
func runWords(r app.ServerRun) string {
	ended := ", still running at its last output."
	if r.Ended != nil {
		ended = fmt.Sprintf(", ended %s: %s.", r.Ended.Local().Format(time.TimeOnly), serverwords.End(r.End))
	}
	return strings.TrimSuffix("Started "+r.Began.Local().Format(time.DateTime)+ended+"\n"+r.Words, "\n")
}

type trustServer struct {
	Name string `arg:"" help:"The server's name in mcp.json."`
	Yes  bool   `help:"Approve without asking."`
}

// Run shows the full command and asks.
func (t *trustServer) Run(c *Console) error {
	return c.did(func(core *app.Controller) error {
		s, err := serverNamed(c, core, t.Name)
		if err == nil && s.Problem.Code == entry.Input {
			s, err = c.asked(core, s)
		}
		switch {
		case err != nil:
			return err
		case s.Own:
			return named(t.Name, app.ErrOwnServer)
		case s.Problem != (app.ServerProblem{}):
			return &app.RefusedServer{Name: t.Name, Why: s.Problem}
		}
		serverwords.PrintCommand(c.out, s)
		question := "Start exactly this, now and with Deskhand?"
		if s.URL != "" {
			question = "Use exactly this, now and with Deskhand?"
		}
		if err := c.agreed(t.Yes, question, "It is not started"); err != nil {
			return err
		}
		return named(t.Name, core.TrustServer(c.ctx, t.Name, s.Hash))
	}, "%s is approved. If its command or what it runs changes, you are asked again.", t.Name)
}

// serverNamed returns one server.
func serverNamed(c *Console, core *app.Controller, name string) (app.ServerInfo, error) {
	servers, err := core.Servers(c.ctx)
	if err != nil {
		return app.ServerInfo{}, err
	}
	at := slices.IndexFunc(servers, func(s app.ServerInfo) bool { return s.Name == name })
	if at < 0 {
		return app.ServerInfo{}, named(name, app.ErrNoServer)
	}
	return servers[at], nil
}

type startServer struct {
	Name string `arg:"" help:"The server's name in mcp.json."`
}

// Run starts it and waits until it is up.
func (s *startServer) Run(c *Console) error {
	return c.stored(func(core *app.Controller) error {
		if err := core.StartServer(c.ctx, s.Name); err != nil {
			return named(s.Name, err)
		}
		if _, err := core.WaitServers(c.ctx, serverStart, s.Name); err != nil {
			return err
		}
		info, err := serverNamed(c, core, s.Name)
		if err == nil {
			err = notUp(info)
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.out, "%s is running with %d tools. It starts with Deskhand.\n", s.Name, len(info.Tools))
		return err
	})
}

type stopServer struct {
	Name string `arg:"" help:"The server's name in mcp.json."`
}

// Run stops it; one that is part of Deskhand keeps running.
func (s *stopServer) Run(c *Console) error {
	return c.did(func(core *app.Controller) error {
		if _, err := foreign(c, core, s.Name); err != nil {
			return err
		}
		return named(s.Name, core.StopServer(c.ctx, s.Name))
	}, "%s is stopped and stays off. Start it again with: deskhand servers start %s", s.Name, s.Name)
}

// named adds the name of a server to its error.
func named(name string, err error) error {
	switch {
	case errors.Is(err, app.ErrNoServer):
		return ended{exitFailed, fmt.Sprintf("There is no server %q. List them with: deskhand servers.", name)}
	case errors.Is(err, app.ErrOwnServer):
		return ended{exitRefused, name + " is part of Deskhand and always runs."}
	case errors.Is(err, app.ErrUntrusted):
		return ended{exitRefused, "You have not yet approved " + name + ". See and approve its command with: deskhand servers trust " + name}
	case errors.Is(err, app.ErrNoSignIn):
		return ended{exitRefused, name + " is a program, not an address; sign-in works only for addresses."}
	case errors.Is(err, app.ErrSignedOut):
		return ended{exitFailed, "You are not signed in to " + name + "."}
	case errors.Is(err, app.ErrServerChanged):
		return ended{exitRefused, name + " has changed in the meantime. Check its command again."}
	}
	return err
}

// foreign returns a server that is not part of Deskhand.
func foreign(c *Console, core *app.Controller, name string) (app.ServerInfo, error) {
	s, err := serverNamed(c, core, name)
	if err == nil && s.Own {
		err = named(name, app.ErrOwnServer)
	}
	return s, err
}

// notUp returns the error of a server that did not start.
func notUp(s app.ServerInfo) error {
	switch {
	case s.SignIn:
		return ended{exitFailed, fmt.Sprintf("%s did not start. %s", s.Name, serverwords.SignIn(s))}
	case s.State != app.ServerReady:
		return ended{exitFailed, fmt.Sprintf("%s did not start. %s", s.Name, termtext.Plain(serverwords.End(s.LastError)))}
	}
	return nil
}
