package backends

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/ollama"
	"github.com/deskhand/deskhand/inference/openai"
)

// NewHost returns the Ollama server at host, which is OLLAMA_HOST in any notation, with
// the key in the variable keyEnv. Of other computers only those in remote are ever asked.
// keep is how long a model stays in memory after a request; 0 means the client's default.
func NewHost(host, keyEnv string, remote []string, keep time.Duration) (backend.Host, error) {
	return ollama.New(ollama.Config{Host: host, Key: KeyIn(keyEnv), AllowRemote: remote, KeepAlive: keep})
}

// KeyIn returns a function that reads a key from an environment variable for each
// request; without a variable there is none.
func KeyIn(variable string) func() string {
	return func() string { return os.Getenv(variable) }
}

// HostOf returns the name and port of a server, in the form that consent is stored for.
func HostOf(host string) (string, error) { return ollama.HostOf(host) }

// Server is a model server from the configuration. Its models have a prefix in their
// names, as in "office/qwen3-32b".
type Server struct {
	backend.Backend
	backend.Listing
	Config
	Address string // of its first computer
	Prefix  string
}

// Servers are those of a configuration.
type Servers []*Server

// Error means that a configured server has an invalid address.
type Error struct {
	Name string
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("backend %s: %v", e.Name, e.Err) }

// New prepares the servers of a configuration without connecting. Its error is an *Error.
func New(list []Config) (Servers, error) {
	var all Servers
	for _, c := range list {
		s := &Server{Config: c, Address: c.URL[0], Prefix: c.Name + "/"}
		if err := s.open(c); err != nil {
			return nil, &Error{c.Name, err}
		}
		all = append(all, s)
	}
	return all, nil
}

func (s *Server) open(c Config) error {
	if c.Kind == Ollama {
		var remote []string
		if c.Remote {
			remote = c.URL
		}
		client, err := NewHost(c.URL[0], c.KeyEnv, remote, 0)
		s.Backend, s.Listing = client, client
		return err
	}
	client, err := openai.New(openai.Config{URLs: c.URL, Models: c.Models, Remote: c.Remote, Key: KeyIn(c.KeyEnv)})
	s.Backend, s.Listing = client, client
	return err
}

// Named returns the server that a model's name belongs to, or nil.
func (all Servers) Named(model string) *Server {
	if at := slices.IndexFunc(all, func(s *Server) bool { return strings.HasPrefix(model, s.Prefix) }); at >= 0 {
		return all[at]
	}
	return nil
}

// perComputer is how many requests each computer of a server gets at once.
const perComputer = 8

// Of returns a function that returns the server of a model, the model's name there, and
// how many requests the server gets at once; own is the server of models without a prefix.
func (all Servers) Of(own backend.Backend, parallel int) func(string) (backend.Backend, string, int) {
	return func(model string) (backend.Backend, string, int) {
		if s := all.Named(model); s != nil {
			return s.Backend, strings.TrimPrefix(model, s.Prefix), max(parallel, perComputer*len(s.URL))
		}
		return own, model, parallel
	}
}

// Close closes idle connections.
func (all Servers) Close() {
	for _, s := range all {
		s.Close()
	}
}
