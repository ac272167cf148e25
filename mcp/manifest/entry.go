package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// Entry is one server: a program on this computer that speaks MCP on its
// standard streams, or one that listens at an address.
type Entry struct {
	Name    string
	Command string
	Args    []string
	// URL is where it listens; then there is no command. Headers are sent with
	// each request, and SSE says that it speaks the older transport.
	URL     string
	Headers map[string]string
	SSE     bool
	// Client is what Deskhand signs in as where the server wants that.
	Client entry.Client
	// Env is added to the little that a server gets of our own environment.
	Env map[string]string
	// Dir is the folder that it is started in; empty: the person's home.
	Dir string
	// Timeout of a call; 0: the configured one.
	Timeout time.Duration
	// Disabled leaves it alone, DisabledTools those of its tools, as it calls them.
	Disabled      bool
	DisabledTools []string
	// TrustAnnotations believes what its tools say of themselves, such as that
	// they only read.
	TrustAnnotations bool
	// ShareRoots tells it which folders are open, when it asks.
	ShareRoots bool
	// Local is the person's word that it reaches nothing beyond this computer, so
	// that what was read here may be sent to it.
	Local bool
}

// Argv is the command with its arguments. No shell ever sees it.
func (e Entry) Argv() []string { return append([]string{e.Command}, e.Args...) }

// Environ is Env as KEY=VALUE, sorted.
func (e Entry) Environ() []string {
	env := make([]string, 0, len(e.Env))
	for key, value := range e.Env {
		env = append(env, key+"="+value)
	}
	slices.Sort(env)
	return env
}

// Hash stands for all that a person agrees to: what the command was found to be,
// the arguments, the environment, the folder, or the address, its headers and
// what is signed in as there, and what the server is trusted with beyond starting. A yes to start a server is given
// to a hash, so that any change asks again.
func (e Entry) Hash(found string) string {
	parts := [][]string{{e.Command, found, e.Dir}, e.Args, e.Environ()}
	if e.URL != "" {
		sent := make([]string, 0, len(e.Headers))
		for name, value := range e.Headers {
			sent = append(sent, name+": "+value)
		}
		slices.Sort(sent)
		parts = append(parts, []string{"url", e.URL, e.Transport()}, sent)
	}
	if c := e.Client; c != (entry.Client{}) {
		parts = append(parts, []string{keyOAuth, c.ID, c.Secret, c.Scope, strconv.Itoa(c.Port)})
	}
	// An entry that is trusted with nothing more has the hash that it had before
	// these counted: what was agreed to then stays agreed to.
	if more := e.trustedWith(); len(more) > 0 {
		parts = append(parts, more)
	}
	h := sha256.New()
	// Plain strings always encode, and JSON keeps them apart.
	_ = json.NewEncoder(h).Encode(parts)
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// The transports of servers that listen at an address, as mcp.json names them.
const (
	TransportHTTP = "http"
	TransportSSE  = "sse"
)

// Transport is how the server is spoken to at its address.
func (e Entry) Transport() string {
	if e.SSE {
		return TransportSSE
	}
	return TransportHTTP
}

// The keys of mcp.json that widen what a server may do.
const (
	keyTrustAnnotations = "trustAnnotations"
	keyShareRoots       = "shareRoots"
	keyLocal            = "local"
	keyDisabledTools    = "disabledTools"
)

// keyOAuth is the key of mcp.json that says what is signed in as.
const keyOAuth = "oauth"

// trustedWith are those that are on.
func (e Entry) trustedWith() (keys []string) {
	if e.TrustAnnotations {
		keys = append(keys, keyTrustAnnotations)
	}
	if e.ShareRoots {
		keys = append(keys, keyShareRoots)
	}
	if e.Local {
		keys = append(keys, keyLocal)
	}
	return keys
}

// reaching are programs that fetch what they run, or whose business is the
// network.
var reaching = []string{
	"npx", "npm", "pnpm", "pnpx", "yarn", "bun", "bunx", "deno", "uvx", "uv", "pipx",
	"docker", "podman", "nerdctl", "curl", "wget", "ssh", "nc", "ncat", "socat", "mcp-remote",
}

// Network reports whether the entry is known to reach beyond this computer: it
// listens on another one, its program fetches what it runs, or an argument is an
// address. That it is false proves nothing.
func (e Entry) Network() bool {
	if e.URL != "" {
		return e.Remote()
	}
	for _, arg := range e.Argv() {
		if strings.Contains(arg, "://") && !strings.HasPrefix(arg, "file://") {
			return true
		}
		if slices.Contains(reaching, programName(arg)) {
			return true
		}
	}
	return e.Fetches("") != nil
}

// programName is the last element of a path in either spelling, without what
// Windows, and npm's own scripts, put behind a program's name.
func programName(arg string) string {
	name := strings.ToLower(arg[strings.LastIndexAny(arg, `/\`)+1:])
	for _, suffix := range []string{".exe", ".cmd", ".bat", ".ps1", cliSuffix} {
		name = strings.TrimSuffix(name, suffix)
	}
	if at := strings.IndexByte(name, '@'); at > 0 { // mcp-remote@1.2.3
		name = name[:at]
	}
	return name
}
