package app

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/mcp"
	"github.com/deskhand/deskhand/mcp/manifest"
)

// external keeps the host in step with mcp.json: what the person agreed to start
// runs, everything else does not. Its methods may wait for a login shell (two
// seconds, once) and for servers to end.
type external struct {
	file   string
	trust  manifest.Trust
	host   *mcp.Host
	config mcp.Config // what a host is made of, without servers
	starts *starts
	// path is the PATH of these servers.
	path func() string

	mu   sync.Mutex // one at a time
	last []placed   // what was found when the file could last be read

	cancel context.CancelFunc
	first  chan struct{} // closed when the host was in step once
}

// placed is an entry as it stands on this computer. Problem is set also where
// its program is not here.
type placed struct {
	manifest.Listed
	program string
	path    string
	// agreement is what a yes to it would be to.
	agreement manifest.Agreement
	trusted   bool
	// renewed: its files are what they were, and were read to know it.
	renewed bool
	// changes are why a yes of before is one no more.
	changes []manifest.Change
}

// newExternal starts the goroutine that brings the host in step; close ends it.
func newExternal(p config.Paths, host *mcp.Host, config mcp.Config, starts *starts) *external {
	ctx, cancel := context.WithCancel(context.Background())
	o := &external{
		file: p.ServersFile(), trust: manifest.Trust(p.TrustFile()), host: host, config: config, starts: starts,
		path:   sync.OnceValue(func() string { return mcp.Path(ctx, config.Reaper, os.Environ()) }),
		cancel: cancel, first: make(chan struct{}),
	}
	go func() {
		defer close(o.first)
		// A file that is broken is told to whoever asks for the servers.
		_, _ = o.sync()
	}()
	return o
}

// close waits until the goroutine has ended.
func (o *external) close() {
	o.cancel()
	<-o.first
}

// sync reads mcp.json and brings the host in step with it. Where the file cannot
// be read nothing changes, and the list is the one of before.
func (o *external) sync() ([]placed, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	err := o.step()
	return o.last, err
}

// change does something to the files, then brings the host in step with them.
func (o *external) change(do func() error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := do(); err != nil {
		return err
	}
	return o.step()
}

func (o *external) step() error {
	listed, err := manifest.Read(o.file)
	if err != nil {
		return err
	}
	gone, up := map[string]bool{}, map[string]bool{}
	for _, s := range o.host.States() {
		gone[s.Name] = !s.Own
		up[s.Name] = s.State != mcp.StateStopped && s.State != mcp.StateQuarantined
	}
	list := make([]placed, len(listed))
	for i, l := range listed {
		list[i] = o.place(l, up[l.Name])
		if p := list[i]; p.renewed {
			// Next time it is known without reading. If that cannot be kept,
			// they are read again.
			_ = o.trust.Keep(p.Name, p.agreement)
		}
		if o.enforce(list[i]) {
			delete(gone, l.Name)
		}
	}
	for name := range maps.Keys(gone) {
		if gone[name] {
			o.host.Remove(name)
		}
	}
	o.last = list
	return nil
}

// enforce makes the host run an entry or leave it be; false: the host shall not
// know it at all.
func (o *external) enforce(p placed) bool {
	if p.Problem != "" || !p.trusted {
		return false
	}
	o.host.Put(o.server(p))
	if p.Disabled {
		o.host.StopServer(p.Name)
		return true
	}
	for _, s := range o.host.States() {
		if s.Name == p.Name && s.State == mcp.StateStopped {
			// It fails only where nothing is started any more.
			_ = o.host.StartServer(p.Name)
		}
	}
	return true
}

// place finds the program of an entry, and whether the person agreed to it. The
// files of one that is up are those that it was started from.
func (o *external) place(l manifest.Listed, up bool) placed {
	p := placed{Listed: l}
	p.Dir = inHome(l.Dir)
	if l.Problem != "" {
		return p
	}
	var own bool
	if p.path, own = l.Env["PATH"]; !own {
		p.path = o.path()
	}
	program, err := mcp.Locate(inHome(l.Command), p.path, p.Dir)
	p.program = program
	switch {
	case err != nil && strings.ContainsAny(l.Command, " \t"):
		p.Problem = fmt.Sprintf("There is no program %q. Its command is one program; what follows belongs into args, and no shell reads it.", l.Command)
	case err != nil:
		p.Problem = fmt.Sprintf("The program %q is not on this computer, or cannot be run. Install it, or correct the command.", l.Command)
	default:
		o.compare(&p, l.Hash(""), up)
	}
	return p
}

// compare looks at the files of an entry, as it is written, and holds them against
// what the person agreed to.
func (o *external) compare(p *placed, entry string, up bool) {
	kept, ever := o.trust.Of(p.Name)
	p.agreement = manifest.Agreement{Entry: entry, Files: kept.Files}
	if !up || !ever || kept.Entry != entry {
		o.starts.files.Remember(kept.Files)
		files, err := o.starts.look(p.program, p.Args, p.Dir)
		if err != nil {
			p.Problem = fmt.Sprintf("What it would run cannot be read, so nobody can agree to it: %v.", err)
			return
		}
		p.agreement.Files = files
	}
	p.trusted = ever && kept.Covers(p.agreement)
	if ever && !p.trusted {
		p.changes = kept.Changes(p.agreement)
	}
	p.renewed = p.trusted && !slices.Equal(kept.Files, p.agreement.Files)
}

// inHome returns a path for one that begins at the person's home.
func inHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~/")
	home, err := os.UserHomeDir()
	if !ok || err != nil {
		return path
	}
	return filepath.Join(home, rest)
}

// server is what the host is given, and may start.
func (o *external) server(p placed) mcp.Server {
	hash := p.agreement.Hash()
	o.starts.agreed.Store(hash, p.agreement)
	return mcp.Server{
		Name: p.Name, Command: append([]string{p.program}, p.Args...), Env: p.Environ(),
		Dir: p.Dir, Path: p.path, Hash: hash, Timeout: p.Timeout,
		TrustAnnotations: p.TrustAnnotations, ShareRoots: p.ShareRoots, Local: p.Local, Network: p.Network(),
		DisabledTools: p.DisabledTools,
	}
}

// source is where its results come from.
func (p placed) source() chat.Source { return chat.Source{Server: p.Name, Hash: p.agreement.Hash()} }

// only is a host that knows this server alone, and keeps nothing of it.
func (o *external) only(p placed) *mcp.Host {
	config := o.config
	config.Servers, config.Keep = []mcp.Server{o.server(p)}, nil
	return mcp.NewHost(config)
}

func (p placed) info() ServerInfo {
	info := ServerInfo{
		Name: p.Name, Command: p.Argv(), Program: p.program, Files: []ServerFile{}, Dir: p.Dir, Env: p.variables(),
		Fetches: p.Fetches(p.program), Changes: p.changes, Trusted: p.trusted, Network: p.Network(),
		Disabled: p.Disabled, TrustAnnotations: p.TrustAnnotations, ShareRoots: p.ShareRoots, Local: p.Local,
		Problem: p.Problem, Ignored: p.Ignored,
	}
	if p.Problem == "" {
		info.Hash = p.agreement.Hash()
	}
	for _, f := range p.agreement.Files {
		f.Mark = ""
		info.Files = append(info.Files, f)
	}
	switch {
	case p.Problem != "":
		info.State = ServerRefused
	case !p.trusted:
		info.State = ServerUntrusted
	case p.Disabled:
		info.State = ServerDisabled
	}
	return info
}

// variables are those that it is given besides the usual few, for a person to see.
func (p placed) variables() []ServerVariable {
	list := []ServerVariable{}
	for _, name := range slices.Sorted(maps.Keys(p.Env)) {
		list = append(list, ServerVariable{Name: name, Value: guard.MaskedValue(name, p.Env[name]), Warning: manifest.Warning(name)})
	}
	return list
}

// changed names the servers that were to run and are asked about again.
func (o *external) changed() (names []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, p := range o.last {
		if len(p.changes) > 0 && !p.Disabled {
			names = append(names, p.Name)
		}
	}
	return names
}

// reaching names the servers that are to run and are known to reach beyond this
// computer.
func (o *external) reaching() (names []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, p := range o.last {
		if p.runs() && p.Network() {
			names = append(names, p.Name)
		}
	}
	return names
}

// runs reports whether the entry is to run.
func (p placed) runs() bool { return p.Problem == "" && p.trusted && !p.Disabled }

// wanted names the servers that are to run.
func (o *external) wanted() (names []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, p := range o.last {
		if p.runs() {
			names = append(names, p.Name)
		}
	}
	return names
}
