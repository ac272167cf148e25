package app

import (
	"maps"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp"
	"github.com/deskhand/deskhand/mcp/manifest"
)

// ServerInfo describes a server.
type ServerInfo struct {
	Name string `json:"name"`
	// Command is exactly what is started, without a shell. Program is what its first
	// element resolves to.
	Command []string `json:"command"`
	Program string   `json:"program"`
	// URL is the address of a server that is not a program, with the Headers of each
	// request; Client is the OAuth client, Address the host, Remote means another
	// computer.
	URL     string           `json:"url,omitempty"`
	Headers []ServerVariable `json:"headers,omitempty"`
	Client  entry.Client     `json:"oauth,omitzero"`
	Address string           `json:"address,omitempty"`
	Remote  bool             `json:"remote,omitempty"`
	// Inputs are the values that it asks the user for.
	Inputs []ServerInput `json:"inputs,omitempty"`
	// Files are the program and the arguments that are files, with their contents;
	// together with the entry they are what the user agrees to.
	Files []ServerFile `json:"files"`
	// Dir is its working directory; empty means the user's home.
	Dir string `json:"dir,omitempty"`
	// Env are the variables added to the minimal environment.
	Env []ServerVariable `json:"env"`
	// Fetches is what its command downloads and runs; nil if nothing is known.
	Fetches *ServerFetch `json:"fetches,omitempty"`
	// Changes are why it needs a new approval; empty if it was never approved.
	Changes []ServerChange `json:"changes,omitempty"`
	State   ServerState    `json:"state"`
	// Own marks our own servers. Trusted means that the user agreed to start exactly what
	// Hash identifies, Network that it is known to reach beyond this computer.
	Own              bool `json:"own"`
	Trusted          bool `json:"trusted"`
	Network          bool `json:"network"`
	Disabled         bool `json:"disabled"`
	TrustAnnotations bool `json:"trust_annotations"`
	ShareRoots       bool `json:"share_roots"`
	// Local is the user's word that it reaches nothing beyond this computer, Receives
	// that it may be sent what was read here all the same.
	Local    bool       `json:"local"`
	Receives bool       `json:"receives"`
	Hash     string     `json:"hash"`
	Tools    []ToolInfo `json:"tools"`
	Restarts int        `json:"restarts"`
	// LastError is why it last ended, SignIn that a sign-in is required, SignedIn that
	// the user has signed in; Problem is why it is not started at all.
	LastError ServerEnd     `json:"last_error,omitzero"`
	SignIn    bool          `json:"sign_in,omitempty"`
	SignedIn  bool          `json:"signed_in,omitempty"`
	Problem   ServerProblem `json:"problem,omitzero"`
	// Ignored are keys of its entry without a meaning here.
	Ignored []string `json:"ignored,omitempty"`
	PID     int      `json:"pid"`
}

// ToolInfo is one tool of a server.
type ToolInfo struct {
	// Name is its name for models; empty if not offered because of Problem.
	Name string `json:"name"`
	// Bare is the server's own name for it, Description its full, untrusted description.
	Bare        string        `json:"bare"`
	Description string        `json:"description"`
	Effect      chat.Effect   `json:"effect"`
	Problem     ServerProblem `json:"problem,omitzero"`
	// Disabled: the user switched it off.
	Disabled bool `json:"disabled,omitempty"`
}

// told adds what the host knows of a server.
func (c *Controller) told(info ServerInfo, s mcp.ServerState) ServerInfo {
	if info.State == "" && s.State != "" {
		info.State = ServerState(s.State)
	}
	info.Restarts, info.LastError, info.PID, info.SignIn = s.Restarts, s.LastError, s.PID, s.SignIn
	info.Tools = toolsOf(c.host, info.Name)
	return info
}

func toolsOf(host *mcp.Host, server string) []ToolInfo {
	tools := []ToolInfo{}
	for _, t := range host.Tools(server) {
		tools = append(tools, ToolInfo{
			Name: t.Spec.Name, Bare: t.Bare, Description: t.Spec.Description, Effect: t.Spec.Effect, Problem: t.Problem, Disabled: t.Disabled,
		})
	}
	return tools
}

func (p placed) info() ServerInfo {
	info := ServerInfo{
		Name: p.Name, Command: p.command(), Program: p.program, Files: []ServerFile{}, Dir: p.Dir, Env: masked(p.Env),
		URL: p.URL, Headers: masked(p.Headers), Client: maskedClient(p.Client), Address: p.filled.Address(), Remote: p.filled.Remote(), Inputs: p.Inputs,
		Fetches: p.Fetches(p.program), Changes: p.changes, Trusted: p.trusted, Network: p.filled.Network(),
		Disabled: p.Disabled, TrustAnnotations: p.TrustAnnotations, ShareRoots: p.ShareRoots, Local: p.Local,
		Problem: p.Problem, Ignored: p.Ignored,
	}
	if p.Problem == (ServerProblem{}) {
		info.Hash = p.agreement.Hash()
	}
	for _, f := range p.agreement.Files {
		f.Mark = ""
		info.Files = append(info.Files, f)
	}
	switch {
	case p.Problem != (ServerProblem{}):
		info.State = ServerRefused
	case !p.trusted:
		info.State = ServerUntrusted
	case p.Disabled:
		info.State = ServerDisabled
	}
	return info
}

// command returns what is started; none for a server at a URL.
func (p placed) command() []string {
	if p.URL != "" {
		return []string{}
	}
	return p.Argv()
}

// masked returns the variables or headers of a server, for display.
func masked(values map[string]string) []ServerVariable {
	list := []ServerVariable{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		if !strings.Contains(value, "${") { // a reference is not a secret
			value = guard.MaskedValue(name, value)
		}
		list = append(list, ServerVariable{Name: name, Value: value, Warning: manifest.Warning(name)})
	}
	return list
}

// maskedClient returns the OAuth client, for display.
func maskedClient(c entry.Client) entry.Client {
	if c.Secret != "" && !strings.Contains(c.Secret, "${") {
		c.Secret = guard.MaskedValue("secret", c.Secret)
	}
	return c
}

// What a server runs.
type (
	ServerFile   = manifest.File
	ServerFetch  = manifest.Fetch
	ServerChange = manifest.Change
	// ServerProblem is why an entry is not started; zero if nothing is wrong.
	ServerProblem = entry.Problem
	// BrokenServers: mcp.json, or another file of servers, cannot be parsed.
	BrokenServers = manifest.Broken
	// ServerEnd is why a server last ended.
	ServerEnd   = entry.End
	ServerInput = manifest.Input
	// VariableEffect is what a variable does to programs.
	VariableEffect = entry.Effect
)

// Reasons why consent is needed again.
const (
	ServerChangedForm     = manifest.ChangeForm
	ServerChangedEntry    = manifest.ChangeEntry
	ServerChangedContents = manifest.ChangeContents
	ServerChangedPlace    = manifest.ChangePlace
	ServerChangedGone     = manifest.ChangeGone
)

// ServerState is the state of a server.
type ServerState string

// The states of a server. The first three are of servers that are not to run.
const (
	ServerRefused     ServerState = "refused"   // because of Problem
	ServerUntrusted   ServerState = "untrusted" // not approved in its current form
	ServerDisabled    ServerState = "disabled"
	ServerStopped     ServerState = ServerState(mcp.StateStopped)
	ServerStarting    ServerState = ServerState(mcp.StateStarting)
	ServerReady       ServerState = ServerState(mcp.StateReady)
	ServerRestarting  ServerState = ServerState(mcp.StateRestarting)
	ServerIdle        ServerState = ServerState(mcp.StateIdle)        // it was ended; a call starts it again
	ServerQuarantined ServerState = ServerState(mcp.StateQuarantined) // it exited too often
)

// ServerVariable is a variable of a server.
type ServerVariable struct {
	Name string `json:"name"`
	// Value is masked except for its beginning if it is a secret.
	Value string `json:"value"`
	// Warning is its effect on programs; empty if none is known.
	Warning VariableEffect `json:"warning,omitempty"`
}

// ServerDatabase is the Content of a file that is not identified by its contents.
const ServerDatabase = manifest.ContentDatabase
