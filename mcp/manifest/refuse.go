package manifest

import (
	"math"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp/lookalike"
)

// Refused returns why an entry is not started; zero if it may be. References are not
// expanded: a URL with one is checked once its value is known.
func (e Entry) Refused() entry.Problem {
	if why := nameRefused(e.Name); why != (entry.Problem{}) {
		return why
	}
	if e.Timeout < 0 {
		return entry.Problem{Code: entry.TimeRange}
	}
	switch command := strings.TrimSpace(e.Command) != ""; {
	case command && e.URL != "":
		return entry.Problem{Code: entry.BothWays}
	case e.URL != "":
		return e.addressRefused()
	case !command:
		return entry.Problem{Code: entry.Nothing}
	case e.Dir != "" && !filepath.IsAbs(e.Dir) && !strings.HasPrefix(e.Dir, "~/") && !hasReference(e.Dir):
		return entry.Problem{Code: entry.Folder}
	}
	for _, text := range append(e.Argv(), e.Dir) {
		if strings.ContainsRune(text, 0) {
			return entry.Problem{Code: entry.Nul}
		}
	}
	return e.refusedVariable()
}

// addressRefused returns why a URL is not allowed.
func (e Entry) addressRefused() entry.Problem {
	if u, err := url.Parse(e.URL); !hasReference(e.URL) && (err != nil || u.Hostname() == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https") {
		return entry.Problem{Code: entry.Address, Detail: e.URL}
	}
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\t' }
	for name, value := range e.Headers {
		if name == "" || strings.ContainsFunc(name, noToken) || strings.ContainsFunc(value, control) || protocolHeaders[strings.ToLower(name)] {
			return entry.Problem{Code: entry.Header, Name: name}
		}
	}
	if c := e.Client; c != (entry.Client{}) && c.ID == "" || c.Port < 0 || c.Port > math.MaxUint16 {
		return entry.Problem{Code: entry.OAuth}
	}
	return entry.Problem{}
}

// noToken reports whether r cannot be part of a header name.
func noToken(r rune) bool {
	return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}

// protocolHeaders are set by the protocol itself.
var protocolHeaders = map[string]bool{
	"host": true, "connection": true, "content-length": true, "content-type": true, "transfer-encoding": true, "upgrade": true, "te": true,
	"trailer": true, "accept": true, "last-event-id": true, "mcp-session-id": true, "mcp-protocol-version": true, "mcp-method": true, "mcp-name": true,
}

// Address returns the server's scheme and host, in the form that consent is stored for;
// empty for a program.
func (e Entry) Address() string {
	u, err := url.Parse(e.URL)
	if err != nil || e.URL == "" {
		return ""
	}
	return u.Scheme + "://" + strings.ToLower(u.Host)
}

// Remote reports whether the server listens on another computer, judging by its URL.
func (e Entry) Remote() bool {
	if e.URL == "" {
		return false
	}
	u, err := url.Parse(e.URL)
	if err != nil {
		return true
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return !strings.EqualFold(u.Hostname(), "localhost") && (err != nil || !ip.Unmap().IsLoopback())
}

// nameRefused returns why a server cannot have a name; zero if it can.
func nameRefused(name string) entry.Problem {
	own := lookalike.Server(name)
	switch {
	case strings.TrimSpace(name) == "":
		return entry.Problem{Code: entry.NoName}
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return entry.Problem{Code: entry.Hidden}
	case len(name) > entry.MaxName:
		return entry.Problem{Code: entry.LongName}
	case own != "" && strings.EqualFold(own, name):
		return entry.Problem{Code: entry.OwnName, Name: name}
	case own != "":
		return entry.Problem{Code: entry.LikeOwn, Name: name, Detail: own}
	}
	return entry.Problem{}
}
