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

// Entry is one server: a program on this computer that speaks MCP over stdio, or one that
// listens at a URL.
type Entry struct {
	Name    string
	Command string
	Args    []string
	// URL is where it listens; if set, there is no command. Headers are sent with each
	// request; SSE selects the older transport.
	URL     string
	Headers map[string]string
	SSE     bool
	// Client is the OAuth client for servers that require a sign-in.
	Client entry.Client
	// Env is added to the minimal environment of a server.
	Env map[string]string
	// Dir is its working directory; empty means the user's home.
	Dir string
	// Timeout of a call; 0 means the configured one.
	Timeout time.Duration
	// Disabled turns it off; DisabledTools turns off tools, by the server's own names.
	Disabled      bool
	DisabledTools []string
	// TrustAnnotations accepts what its tools say about themselves, such as that they are
	// read-only.
	TrustAnnotations bool
	// ShareRoots lets it ask which folders are open.
	ShareRoots bool
	// Local is the user's word that it reaches nothing beyond this computer, so that what
	// was read here may be sent to it.
	Local bool
}

// Argv returns the command with its arguments. It is never passed to a shell.
func (e Entry) Argv() []string { return append([]string{e.Command}, e.Args...) }

// Environ returns Env as KEY=VALUE, sorted.
func (e Entry) Environ() []string {
	env := make([]string, 0, len(e.Env))
	for key, value := range e.Env {
		env = append(env, key+"="+value)
	}
	slices.Sort(env)
	return env
}

// Hash identifies all that the user agrees to: found, which is what the command resolves
// to, the arguments, environment and folder, or the URL, headers and OAuth client, and
// the trust beyond starting. Consent is stored for a hash, so that any change asks again.
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
	// Without extra trust the hash is the one from before these keys existed, so that
	// earlier consent stays valid.
	if more := e.trustedWith(); len(more) > 0 {
		parts = append(parts, more)
	}
	h := sha256.New()
	// Cannot fail: plain strings. JSON keeps them apart.
	_ = json.NewEncoder(h).Encode(parts)
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// The transports in mcp.json of servers that listen at a URL.
const (
	TransportHTTP = "http"
	TransportSSE  = "sse"
)

// Transport returns how the server is addressed at its URL.
func (e Entry) Transport() string {
	if e.SSE {
		return TransportSSE
	}
	return TransportHTTP
}

// The keys of mcp.json that give a server more trust.
const (
	keyTrustAnnotations = "trustAnnotations"
	keyShareRoots       = "shareRoots"
	keyLocal            = "local"
	keyDisabledTools    = "disabledTools"
)

// keyOAuth is the key of mcp.json for the OAuth client.
const keyOAuth = "oauth"

// trustedWith returns those that are on.
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

// networkPrograms fetch what they run, or use the network as their purpose.
var networkPrograms = []string{
	"npx", "npm", "pnpm", "pnpx", "yarn", "bun", "bunx", "deno", "uvx", "uv", "pipx",
	"docker", "podman", "nerdctl", "curl", "wget", "ssh", "nc", "ncat", "socat", "mcp-remote",
}

// Network reports whether the entry is known to reach beyond this computer: it listens on
// another one, its program fetches what it runs, or an argument is a URL. False proves
// nothing.
func (e Entry) Network() bool {
	if e.URL != "" {
		return e.Remote()
	}
	for _, arg := range e.Argv() {
		if strings.Contains(arg, "://") && !strings.HasPrefix(arg, "file://") {
			return true
		}
		if slices.Contains(networkPrograms, programName(arg)) {
			return true
		}
	}
	return e.Fetches("") != nil
}

// programName returns the last element of a path in either notation, without the suffixes
// of programs on Windows and of npm's own scripts.
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
