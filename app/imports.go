package app

import (
	"context"
	"errors"
	"slices"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp/manifest"
)

// ServerImport is a list of servers in another host's file.
type ServerImport struct {
	// Host and Path are its origin; both empty for pasted text.
	Host    string           `json:"host,omitempty"`
	Path    string           `json:"path,omitempty"`
	Servers []ImportedServer `json:"servers"`
	// Err is why the file cannot be read.
	Err error `json:"-"`
}

// ImportedServer is a server of another host, converted to mcp.json's form.
type ImportedServer struct {
	Entry ServerEntry `json:"-"`
	Name  string      `json:"name"`
	// State is what importing would do.
	State ImportState `json:"state"`
	// Problem is why it is refused, Ignored its keys without a meaning here.
	Problem ServerProblem `json:"problem,omitzero"`
	Ignored []string      `json:"ignored,omitempty"`
	Inputs  []ServerInput `json:"inputs,omitempty"`
}

// ImportState is what importing a server would do.
type ImportState string

// The import states.
const (
	ImportNew     ImportState = "new"     // it would be added
	ImportSame    ImportState = "same"    // it is in mcp.json already
	ImportTaken   ImportState = "taken"   // another one has its name
	ImportRefused ImportState = "refused" // because of Problem
)

// FindServers looks for the files of other hosts. Nothing is changed.
func (c *Controller) FindServers(ctx context.Context) ([]ServerImport, error) {
	home, err := manifest.FindHome()
	if err != nil {
		return nil, err
	}
	sort, err := c.sorter(ctx)
	if err != nil {
		return nil, err
	}
	var found []ServerImport
	for _, f := range home.Files() {
		listed, err := manifest.ReadForeign(f.Path)
		servers := sort(listed)
		var bad *BrokenServers
		if len(servers) > 0 || err != nil && (!errors.As(err, &bad) || bad.Problem.Code != entry.NoServers) {
			found = append(found, ServerImport{f.Host, f.Path, servers, err})
		}
	}
	return found, ctx.Err()
}

// ReadServers reads one file of another host.
func (c *Controller) ReadServers(ctx context.Context, path string) (ServerImport, error) {
	listed, err := manifest.ReadForeign(path)
	return c.imported(ctx, path, listed, err)
}

// PastedServers reads text copied from another host's file, or from the page of a server.
func (c *Controller) PastedServers(ctx context.Context, text string) (ServerImport, error) {
	listed, err := manifest.Foreign([]byte(text), false)
	return c.imported(ctx, "", listed, err)
}

// sorter returns a function that sets the import state of servers; a second server of a
// name is compared with the first.
func (c *Controller) sorter(ctx context.Context) (func([]manifest.Listed) []ImportedServer, error) {
	kept, err := c.external.sync()
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	there := map[string]string{}
	for _, p := range kept {
		there[p.Name] = p.Hash("")
	}
	return func(list []manifest.Listed) []ImportedServer {
		servers := make([]ImportedServer, len(list))
		for i, l := range list {
			s := ImportedServer{Entry: l.Entry, Name: l.Name, State: ImportNew, Problem: l.Problem, Ignored: l.Ignored, Inputs: l.Inputs}
			hash, taken := there[l.Name]
			switch {
			case l.Problem != (ServerProblem{}):
				s.State = ImportRefused
			case !taken:
				there[l.Name] = l.Hash("")
			case hash == l.Hash(""):
				s.State = ImportSame
			default:
				s.State = ImportTaken
			}
			servers[i] = s
		}
		return servers
	}, nil
}

// ImportServers adds the new ones of the servers to mcp.json, and returns how many. None
// is started before the user agrees to it.
func (c *Controller) ImportServers(ctx context.Context, servers []ImportedServer) (int, error) {
	var list []manifest.Listed
	for _, s := range servers {
		if s.State == ImportNew {
			list = append(list, manifest.Listed{Entry: s.Entry, Inputs: s.Inputs})
		}
	}
	kept, err := c.external.sync()
	if err = errors.Join(err, ctx.Err()); err != nil || len(list) == 0 {
		return 0, err
	}
	for _, l := range list {
		if slices.ContainsFunc(kept, func(p placed) bool { return p.Name == l.Name }) {
			return 0, ErrServerChanged // it was added in the meantime
		}
	}
	return len(list), c.external.change(func() error { return manifest.Add(c.external.file, list) })
}

// imported returns the import of what was read, unless that failed with err.
func (c *Controller) imported(ctx context.Context, path string, listed []manifest.Listed, err error) (ServerImport, error) {
	if err != nil {
		return ServerImport{}, err
	}
	sort, err := c.sorter(ctx)
	if err != nil {
		return ServerImport{}, err
	}
	return ServerImport{Path: path, Servers: sort(listed)}, nil
}
