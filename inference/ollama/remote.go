package ollama

import (
	"slices"
	"strings"
)

// HostOf returns the name and port of a server, in the one form that consent is
// given to: a yes to one host, or to one of its ports, is none to another.
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

// AllowRemote says which hosts may be asked although they are other computers, in
// any spelling of HostOf. They take the place of those that were allowed before.
func (c *Client) AllowRemote(hosts []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remote = slices.Clone(hosts)
}

// Allowed reports whether the server may be asked at all: it is on this computer,
// or the person agreed to this very host.
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
