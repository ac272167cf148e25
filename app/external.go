package app

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
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
	inputs manifest.Inputs
	signed manifest.SignIns
	host   *mcp.Host
	config mcp.Config // a host's configuration, without servers
	starts *starts
	// login provides the PATH of these servers.
	login *mcp.Login

	mu   sync.Mutex // one at a time
	last []placed   // the result of the last successful read

	cancel context.CancelFunc
	first  chan struct{} // closed after the first sync
	ended  chan struct{} // closed when the goroutine has ended
}

// placed is an entry as resolved on this computer. Problem is also set if its program is
// missing.
type placed struct {
	manifest.Listed
	// filled is the entry with its references expanded.
	filled  manifest.Entry
	program string
	path    string
	// agreement is what the user would agree to.
	agreement manifest.Agreement
	trusted   bool
	// renewed: its files are unchanged, and were read again to find out.
	renewed bool
	// changes are why an earlier agreement is no longer valid.
	changes []manifest.Change
}

// newExternal starts the goroutine that syncs the host; close ends it.
func newExternal(p config.Paths, host *mcp.Host, config mcp.Config, starts *starts) *external {
	ctx, cancel := context.WithCancel(context.Background())
	o := &external{
		file: p.ServersFile(), trust: manifest.Trust(p.TrustFile()), inputs: manifest.Inputs(p.InputsFile()),
		signed: manifest.SignIns(p.SignInsFile()), host: host, config: config, starts: starts,
		login:  mcp.NewLogin(config.Reaper, os.Environ(), p.LoginFile()),
		cancel: cancel, first: make(chan struct{}), ended: make(chan struct{}),
	}
	go func() {
		defer close(o.ended)
		// A broken file is reported when the servers are listed.
		_, _ = o.sync()
		late := o.login.Late()
		close(o.first)
		select {
		case <-ctx.Done():
		case <-o.login.Asked():
			if late && ctx.Err() == nil {
				_, _ = o.sync() // with the programs found now
			}
		}
	}()
	return o
}

// close waits until the goroutine has ended.
func (o *external) close() {
	o.cancel()
	o.login.Close()
	<-o.ended
}

// sync reads mcp.json and updates the host. If the file cannot be read nothing changes,
// and the last list is returned.
func (o *external) sync() ([]placed, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	err := o.step()
	return o.last, err
}

// change edits the files, then updates the host.
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
			// So that they need not be read next time. If that fails, they are read
			// again.
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

// enforce starts or stops an entry; false means that the host must not know it at all.
func (o *external) enforce(p placed) bool {
	if p.Problem != (ServerProblem{}) || !p.trusted {
		return false
	}
	o.host.Put(o.server(p))
	if p.Disabled {
		o.host.StopServer(p.Name)
		return true
	}
	for _, s := range o.host.States() {
		if s.Name == p.Name && s.State == mcp.StateStopped {
			// It fails only once nothing is started any more.
			_ = o.host.StartServer(p.Name)
		}
	}
	return true
}

// place resolves the program of an entry, and whether the user agreed to it. For a
// running one the files are those that it was started from.
func (o *external) place(l manifest.Listed, up bool) placed {
	p := placed{Listed: l}
	for i, in := range p.Inputs {
		_, p.Inputs[i].Given = o.inputs.Of(p.Name, in.ID)
	}
	if l.Problem != (ServerProblem{}) {
		return p
	}
	given := func(id string) (string, bool) { return o.inputs.Of(l.Name, id) }
	if p.filled, p.Problem = l.Expanded(os.LookupEnv, given); p.Problem != (ServerProblem{}) {
		return p
	}
	if l.URL != "" {
		o.compare(&p, l.Hash(p.filled.Address()), true)
		return p
	}
	p.Dir, p.filled.Dir = inHome(l.Dir), inHome(p.filled.Dir)
	var own bool
	if p.path, own = p.filled.Env["PATH"]; !own {
		p.path = o.login.Path()
	}
	program, err := mcp.Locate(inHome(p.filled.Command), p.path, p.filled.Dir)
	p.program = program
	switch {
	case err != nil && strings.ContainsAny(l.Command, " \t"):
		p.Problem = ServerProblem{Code: entry.NotOne, Name: l.Command}
	case err != nil:
		p.Problem = ServerProblem{Code: entry.NoProgram, Name: l.Command}
	default:
		o.compare(&p, l.Hash(""), up)
	}
	return p
}

// compare compares the files of an entry, as written, with what the user agreed to.
func (o *external) compare(p *placed, hash string, up bool) {
	kept, ever := o.trust.Of(p.Name)
	p.agreement = manifest.Agreement{Entry: hash, Files: kept.Files}
	if p.URL == "" && (!up || !ever || kept.Entry != hash) {
		o.starts.files.Remember(kept.Files)
		files, err := o.starts.look(p.program, p.filled.Args, p.filled.Dir)
		if err != nil {
			p.Problem = ServerProblem{Code: entry.Files, Detail: err.Error()}
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

// inHome expands a path that begins with the user's home.
func inHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~/")
	home, err := os.UserHomeDir()
	if !ok || err != nil {
		return path
	}
	return filepath.Join(home, rest)
}

// server returns the host's configuration of an entry.
func (o *external) server(p placed) mcp.Server {
	hash := p.agreement.Hash()
	o.starts.agreed.Store(hash, p.agreement)
	server := mcp.Server{
		Name: p.Name, Env: p.filled.Environ(), Dir: p.filled.Dir, Path: p.path, Hash: hash, Timeout: p.Timeout,
		TrustAnnotations: p.TrustAnnotations, ShareRoots: p.ShareRoots, Local: p.Local && !p.filled.Remote(), Network: p.filled.Network(),
		DisabledTools: p.DisabledTools,
	}
	if p.URL != "" {
		server.At = &mcp.Address{URL: p.filled.URL, Headers: p.filled.Headers, SSE: p.SSE, Client: p.filled.Client, SignIns: o.signed, Loopback: !p.filled.Remote()}
		return server
	}
	server.Command = append([]string{p.program}, p.filled.Args...)
	return server
}

// source returns the source of its results.
func (p placed) source() chat.Source { return chat.Source{Server: p.Name, Hash: p.agreement.Hash()} }

// only returns a host with this server alone, which keeps no runs.
func (o *external) only(p placed) *mcp.Host {
	config := o.config
	config.Servers, config.Keep = []mcp.Server{o.server(p)}, nil
	return mcp.NewHost(config)
}

// signedIn reports whether the user has signed in to an entry.
func (o *external) signedIn(p placed) bool {
	if p.filled.URL == "" {
		return false
	}
	_, ok := o.signed.Of(p.filled.URL)
	return ok
}

// changed returns the enabled servers that need consent again.
func (o *external) changed() []string {
	return o.names(func(p placed) bool { return len(p.changes) > 0 && !p.Disabled })
}

// reaching returns the enabled servers that are known to reach beyond this computer.
func (o *external) reaching() []string {
	return o.names(func(p placed) bool { return p.runs() && p.filled.Network() })
}

// runs reports whether the entry is to run.
func (p placed) runs() bool { return p.Problem == (ServerProblem{}) && p.trusted && !p.Disabled }

// wanted returns the servers that are to run.
func (o *external) wanted() []string { return o.names(placed.runs) }

// starts knows the servers of mcp.json that may be started, and checks their files again
// whenever the host starts one. Its methods are safe for concurrent use.
type starts struct {
	files  manifest.Files
	agreed sync.Map // manifest.Agreement by its hash
}

var errNotAgreed = errors.New("what it runs has changed since you agreed to start it")

// check returns why the host must not start a server; nil if its files match the hash
// that it was given.
func (s *starts) check(server mcp.Server) error {
	agreed, ok := s.agreed.Load(server.Hash)
	if !ok {
		return errNotAgreed
	}
	if server.At != nil { // there is nothing to check on this computer
		return nil
	}
	files, err := s.look(server.Command[0], server.Command[1:], server.Dir)
	if err != nil {
		return err
	}
	then := agreed.(manifest.Agreement)
	if !then.Covers(manifest.Agreement{Entry: then.Entry, Files: files}) {
		return errNotAgreed
	}
	return nil
}

// look returns the files of a command that is started in dir; empty means the user's
// home, as in the host.
func (s *starts) look(program string, args []string, dir string) ([]manifest.File, error) {
	if dir == "" {
		dir, _ = os.UserHomeDir() // without it no relative argument is a file
	}
	return s.files.Look(program, args, dir)
}

// names returns the servers of mcp.json for which fits returns true.
func (o *external) names(fits func(placed) bool) (names []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, p := range o.last {
		if fits(p) {
			names = append(names, p.Name)
		}
	}
	return names
}

// put writes an entry into mcp.json and acts on it.
func (o *external) put(e manifest.Entry) error {
	return o.change(func() error { return manifest.Put(o.file, e) })
}
