package ollama

import (
	"slices"
	"strings"
)

// HostOf returns the name and port of a server, in the form that consent is stored for:
// consent to one host and port does not cover another.
func HostOf(host string) (string, error) {
	base, err := parseHost(host)
	if err != nil {
		return "", err
	}
	return strings.ToLower(base.Host), nil
}

// Host returns the name and port of the server, as HostOf does.
func (c *Client) Host() string { return c.server.Load().host() }

func (s *server) host() string { return strings.ToLower(s.base.Host) }

// AllowRemote replaces the list of other computers that may be asked, in any notation of
// HostOf.
func (c *Client) AllowRemote(hosts []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remote = slices.Clone(hosts)
}

// Allowed reports whether the server may be asked at all: it is on this computer, or the
// user agreed to this very host.
func (c *Client) Allowed() bool { return c.allows(c.server.Load()) }

func (c *Client) allows(s *server) bool {
	if s.local() {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.remote, func(host string) bool {
		allowed, err := HostOf(host)
		return err == nil && allowed == s.host()
	})
}
