package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/app/runlog"
	"github.com/deskhand/deskhand/mcp"
	"github.com/deskhand/deskhand/mcp/manifest"
)

// ServerEntry is a server of mcp.json as the user edits it.
type ServerEntry = manifest.Entry

// What can go wrong with a named server.
var (
	ErrNoServer = errors.New("there is no such server")
	// ErrOwnServer: it is a part of Deskhand and has no entry to change.
	ErrOwnServer = errors.New("the server is a part of Deskhand")
	// ErrServerChanged: it is no longer what was agreed to.
	ErrServerChanged = errors.New("the server has changed")
	// ErrUntrusted means that the server is not approved.
	ErrUntrusted = errors.New("nobody agreed to start the server")
)

// RefusedServer is an entry that is not started or stored, and why.
type RefusedServer struct {
	Name string
	Why  ServerProblem
}

func (r *RefusedServer) Error() string { return r.Name + ": " + string(r.Why.Code) }

// Servers returns our own servers, then those of mcp.json in order. With a *BrokenServers
// it returns the list from before the file broke.
func (c *Controller) Servers(ctx context.Context) ([]ServerInfo, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	placed, err := c.external.sync()
	grants, gerr := c.guard.Grants(ctx)
	if gerr != nil {
		return nil, gerr
	}
	states := map[string]mcp.ServerState{}
	var list []ServerInfo
	for _, s := range c.host.States() {
		states[s.Name] = s
		if s.Own {
			list = append(list, c.told(ServerInfo{
				Name: s.Name, Command: s.Command, Program: s.Command[0], Files: []ServerFile{}, Env: []ServerVariable{}, Own: true, Trusted: true,
			}, s))
		}
	}
	for _, p := range placed {
		info := p.info()
		info.SignedIn = c.external.signedIn(p)
		info.Receives = slices.ContainsFunc(grants, func(g Grant) bool { return g.Receives(p.source()) })
		list = append(list, c.told(info, states[p.Name]))
	}
	return list, err
}

// Prompt is a prompt of a server, available as /server:name, and PromptArgument one of
// its arguments.
type (
	Prompt         = mcp.Prompt
	PromptArgument = mcp.PromptArgument
)

// Prompts returns the prompts of the servers that are up.
func (c *Controller) Prompts(ctx context.Context) ([]Prompt, error) {
	return c.host.Prompts(), ctx.Err()
}

// Resource is a resource of a server, which may be attached to a request.
type Resource = mcp.Resource

// Resources returns the resources of the servers that are up.
func (c *Controller) Resources(ctx context.Context) ([]Resource, error) {
	return c.host.Resources(ctx), ctx.Err()
}

// MaxAttached is how many resources a request may have.
const MaxAttached = mcp.MaxAttached

// ServerEntry returns an entry of mcp.json for editing.
func (c *Controller) ServerEntry(ctx context.Context, name string) (ServerEntry, error) {
	p, err := c.server(ctx, name)
	return p.Entry, err
}

// server returns an entry of mcp.json.
func (c *Controller) server(ctx context.Context, name string) (placed, error) {
	if isOwn(name) {
		return placed{}, ErrOwnServer
	}
	list, err := c.external.sync()
	if err = errors.Join(err, ctx.Err()); err != nil {
		return placed{}, err
	}
	at := slices.IndexFunc(list, func(p placed) bool { return p.Name == name })
	if at < 0 {
		return placed{}, ErrNoServer
	}
	return list[at], nil
}

// TrustServer records that the user saw the command that hash identifies and agreed to
// start it, and starts it. It fails with ErrServerChanged if it has changed since.
func (c *Controller) TrustServer(ctx context.Context, name, hash string) error {
	p, err := c.usable(ctx, name)
	switch {
	case err != nil:
		return err
	case p.agreement.Hash() != hash:
		return ErrServerChanged
	}
	return c.external.change(func() error { return c.external.trust.Keep(name, p.agreement) })
}

// GiveServer stores a value that a server asks for, such as a key, apart from mcp.json.
// Only this server gets it.
func (c *Controller) GiveServer(ctx context.Context, name, id, value string) error {
	if _, err := c.server(ctx, name); err != nil {
		return err
	}
	return c.external.change(func() error { return c.external.inputs.Keep(name, id, value) })
}

// StartServer starts a server, even a stopped or quarantined one, and returns before it
// is up. One of mcp.json is started with Deskhand from now on.
func (c *Controller) StartServer(ctx context.Context, name string) error {
	if isOwn(name) {
		return c.host.StartServer(name)
	}
	p, err := c.usable(ctx, name)
	switch {
	case err != nil:
		return err
	case !p.trusted:
		return ErrUntrusted
	case p.Disabled:
		if err := c.enable(p.Entry, true); err != nil {
			return err
		}
	}
	return c.host.StartServer(name)
}

// StopServer ends a server and its process tree. One of mcp.json stays stopped until
// StartServer, our own until Deskhand restarts. With a *BrokenServers it is stopped all
// the same, until the file is valid again.
func (c *Controller) StopServer(ctx context.Context, name string) error {
	if isOwn(name) {
		c.host.StopServer(name)
		return nil
	}
	p, err := c.server(ctx, name)
	var bad *BrokenServers
	if errors.As(err, &bad) {
		c.host.StopServer(name)
	}
	if err != nil {
		return err
	}
	return c.enable(p.Entry, false)
}

func (c *Controller) enable(e ServerEntry, yes bool) error {
	e.Disabled = !yes
	return c.external.put(e)
}

// EnableTool enables or disables a tool, by the server's own name, for all models.
func (c *Controller) EnableTool(ctx context.Context, server, tool string, yes bool) error {
	p, err := c.server(ctx, server)
	if err != nil {
		return err
	}
	e := p.Entry
	e.DisabledTools = slices.DeleteFunc(slices.Clone(e.DisabledTools), func(t string) bool { return t == tool })
	if !yes {
		e.DisabledTools = append(e.DisabledTools, tool)
	}
	return c.external.put(e)
}

// SaveServer writes an entry to mcp.json, replacing the one of its name or appending it.
// If it changed, the server is ended, and not started before the user agrees to it.
func (c *Controller) SaveServer(_ context.Context, e ServerEntry) error {
	if why := e.Refused(); why != (ServerProblem{}) {
		return &RefusedServer{e.Name, why}
	}
	return c.external.put(e)
}

// RemoveServer ends a server and takes it out of mcp.json.
func (c *Controller) RemoveServer(ctx context.Context, name string) error {
	if isOwn(name) {
		return ErrOwnServer
	}
	p, _ := c.server(ctx, name) // a broken entry is removed all the same
	err := c.external.change(func() error {
		err := manifest.Remove(c.external.file, name)
		if errors.Is(err, manifest.ErrNoEntry) {
			return ErrNoServer
		}
		return errors.Join(err, c.external.trust.Drop(name), c.external.inputs.Drop(name))
	})
	if err == nil {
		err = errors.Join(c.external.signOut(p), c.receivesNoMore(ctx, name))
	}
	if err != nil {
		return err
	}
	return c.runs.Drop(name)
}

// receivesNoMore takes back that a server may be sent what was read here.
func (c *Controller) receivesNoMore(ctx context.Context, name string) error {
	grants, err := c.guard.Grants(ctx)
	for _, g := range grants {
		if g.Server == name && g.Scope == MayReceive {
			err = errors.Join(err, c.guard.Revoke(ctx, g.ID))
		}
	}
	return err
}

// LookServer returns what an entry that is not saved yet would start.
func (c *Controller) LookServer(ctx context.Context, e ServerEntry) (ServerInfo, error) {
	p := c.external.place(manifest.Listed{Entry: e, Problem: e.Refused()}, false)
	p.changes = nil // a test run is never approved
	if p.Problem != (ServerProblem{}) {
		return p.info(), &RefusedServer{e.Name, p.Problem}
	}
	return p.info(), ctx.Err()
}

// TestServer starts an entry once, next to the running servers, returns the result and
// stops it. This runs its command: the caller must have shown the user what hash stands
// for, untruncated, and got approval. It returns ErrServerChanged if the entry has
// changed since.
func (c *Controller) TestServer(ctx context.Context, e ServerEntry, hash string) (ServerInfo, error) {
	p := c.external.place(manifest.Listed{Entry: e, Problem: e.Refused()}, false)
	info := p.info()
	switch {
	case p.Problem != (ServerProblem{}):
		return info, &RefusedServer{e.Name, p.Problem}
	case info.Hash != hash:
		return info, ErrServerChanged
	}
	host := c.external.only(p)
	host.Start(ctx)
	waiting, cancel := context.WithTimeout(ctx, testTime)
	defer cancel()
	// A server that did not start reports that in its state.
	_ = host.Wait(waiting)
	s := host.States()[0]
	info.State, info.LastError, info.SignIn = ServerState(s.State), s.LastError, s.SignIn
	if info.LastError == (ServerEnd{}) && info.State != ServerReady {
		info.LastError.Words = lastWords(host.Runs(e.Name))
	}
	info.Tools = toolsOf(host, e.Name)
	if err := errors.Join(host.Close(), ctx.Err()); err != nil {
		return info, fmt.Errorf("try %s: %w", e.Name, err)
	}
	return info, nil
}

// lastWords are the end of what a server said that hangs: the host knows no cause of
// it yet.
func lastWords(runs []mcp.Run) string {
	if len(runs) == 0 {
		return ""
	}
	words := strings.TrimSpace(runlog.Of(runs[len(runs)-1]).Words)
	lines := strings.Split(words, "\n")
	return strings.Join(lines[max(0, len(lines)-maxLastWords):], "\n")
}

// maxLastWords is how many lines a server that hangs is quoted with.
const maxLastWords = 5

// testTime is what a server that is tried may take to come up: a first npx
// downloads its package. Tests shorten it.
var testTime = 60 * time.Second

// usable returns a server of mcp.json, or a *RefusedServer if its entry has a problem.
func (c *Controller) usable(ctx context.Context, name string) (placed, error) {
	p, err := c.server(ctx, name)
	if err == nil && p.Problem != (ServerProblem{}) {
		err = &RefusedServer{name, p.Problem}
	}
	return p, err
}
