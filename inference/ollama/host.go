package ollama

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
)

// defaultPort is the default port of an Ollama server.
const defaultPort = "11434"

// parseHost parses OLLAMA_HOST in all notations that a server accepts: without a scheme,
// without a port, a bare port, an address to listen on. "Every interface" becomes
// loopback.
func parseHost(host string) (*url.URL, error) {
	host = strings.Trim(strings.TrimSpace(host), `"'`)
	scheme, rest, found := strings.Cut(host, "://")
	scheme = strings.ToLower(scheme)
	port := defaultPort
	switch {
	case !found:
		scheme, rest = "http", host
	case scheme == "http":
		port = "80"
	case scheme == "https":
		port = "443"
	default:
		return nil, fmt.Errorf("%w: %q", ErrHost, host)
	}
	authority, path, _ := strings.Cut(rest, "/")
	if strings.ContainsAny(authority, "@?# \\") {
		return nil, fmt.Errorf("%w: %q", ErrHost, host)
	}
	name, given := splitPort(authority)
	if given != "" {
		if n, err := strconv.Atoi(given); err != nil || n < 1 || n > 65_535 {
			return nil, fmt.Errorf("%w: %q", ErrHost, host)
		}
		port = given
	}
	base := &url.URL{Scheme: scheme, Host: net.JoinHostPort(reachable(name), port)}
	if path = strings.Trim(path, "/"); path != "" {
		base.Path = "/" + path
	}
	return base, nil
}

// splitPort splits a port off; an IPv6 address without a port may lack brackets. A number
// alone is a port.
func splitPort(authority string) (name, port string) {
	if _, err := strconv.ParseUint(authority, 10, 64); err == nil {
		return "", authority
	}
	if name, port, err := net.SplitHostPort(authority); err == nil {
		return name, port
	}
	return strings.Trim(authority, "[]"), ""
}

// reachable turns an address to listen on into one to connect to.
func reachable(name string) string {
	switch ip := net.ParseIP(name); {
	case name == "", ip != nil && ip.IsUnspecified() && ip.To4() != nil:
		return "127.0.0.1"
	case ip != nil && ip.IsUnspecified():
		return "::1"
	}
	return name
}
