package mcp

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// Host runs the configured servers and is the toolbox of all their tools. It is safe for
// concurrent use.
type Host struct {
	cfg Config

	manage sync.Mutex // held while starting, stopping, adding or removing
	base   context.Context
	cancel context.CancelFunc // of base; nil before Start
	closed bool

	mu      sync.Mutex
	servers []*server // replaced as a whole, never modified

	changes atomic.Uint64 // incremented on every change of a server
	known   atomic.Pointer[catalog]
}

// NewHost returns a host that has started nothing.
func NewHost(cfg Config) *Host {
	h := &Host{cfg: cfg.withDefaults()}
	servers := lists.Map(cfg.Servers, h.newServer)
	h.adopt(servers)
	return h
}

func (h *Host) newServer(s Server) *server {
	check := func() error { return h.cfg.check(s) }
	off := s.DisabledTools
	s.DisabledTools = nil
	return &server{
		off:     off,
		cfg:     s,
		limits:  h.cfg.Limits,
		version: h.cfg.Version,
		now:     h.cfg.Now,
		keep:    h.cfg.Keep,
		check:   check,
		put:     h.cfg.Ask,
		start: func(ctx context.Context, c *conn, older bool) (*conn, error) {
			if err := check(); err != nil {
				return nil, err
			}
			if s.At != nil {
				return s.At.call(ctx, c, older)
			}
			proc, err := launch(h.cfg.Reaper, s.Command, environment(h.cfg.Environ, s), s.folder(h.cfg.Environ))
			if err != nil {
				return nil, err
			}
			return c.dial(proc)
		},
		restart: backoff{limits: h.cfg.Limits, random: h.cfg.Random},
		state:   StateStopped,
		happens: func() { h.changes.Add(1) },
		changed: make(chan struct{}),
		wake:    make(chan struct{}, 1),
	}
}

// adopt sets the servers of the host and gives each a unique id.
func (h *Host) adopt(servers []*server) {
	configs := lists.Map(servers, func(s *server) Server { return s.cfg })
	for i, n := range namers(configs) {
		servers[i].rename(n)
	}
	h.mu.Lock()
	h.servers = servers
	h.mu.Unlock()
	h.changes.Add(1)
}

func (h *Host) all() []*server {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.servers
}

func (h *Host) named(name string) *server {
	for _, s := range h.all() {
		if s.cfg.Name == name {
			return s
		}
	}
	return nil
}

// Start launches all servers concurrently and returns at once. They end when ctx ends or
// the host is closed. Further calls do nothing.
func (h *Host) Start(ctx context.Context) {
	h.manage.Lock()
	defer h.manage.Unlock()
	if h.closed || h.cancel != nil {
		return
	}
	h.base, h.cancel = context.WithCancel(ctx)
	for _, s := range h.all() {
		s.begin(h.base)
	}
}

// Put adds a server without starting it, or replaces the one of its name, which is ended
// first. If nothing but DisabledTools differs, the server keeps running.
func (h *Host) Put(s Server) {
	h.manage.Lock()
	defer h.manage.Unlock()
	servers := slices.Clone(h.all())
	at := slices.IndexFunc(servers, func(old *server) bool { return old.cfg.Name == s.Name })
	switch {
	case at < 0:
		servers = append(servers, h.newServer(s))
	case reflect.DeepEqual(servers[at].config(), s):
		return
	case servers[at].disable(s):
		return // keeps running
	default:
		servers[at].stop()
		servers[at] = h.newServer(s)
	}
	h.adopt(servers)
}

// Remove ends a server and forgets it.
func (h *Host) Remove(name string) {
	h.manage.Lock()
	defer h.manage.Unlock()
	if s := h.named(name); s != nil {
		s.stop()
		h.adopt(slices.DeleteFunc(slices.Clone(h.all()), func(other *server) bool { return other == s }))
	}
}

// StartServer launches one server, even a stopped or quarantined one, and returns at
// once. A running server is left running.
func (h *Host) StartServer(name string) error {
	h.manage.Lock()
	defer h.manage.Unlock()
	s := h.named(name)
	if s == nil || h.cancel == nil || h.closed {
		return fmt.Errorf("start %s: %w", name, ErrNotUp)
	}
	s.begin(h.base)
	return nil
}

// StopServer ends a server and its process tree, and waits up to three seconds. It is not
// restarted.
func (h *Host) StopServer(name string) {
	h.manage.Lock()
	defer h.manage.Unlock()
	if s := h.named(name); s != nil {
		s.stop()
	}
}

// Close ends all servers and their process trees, and waits up to three seconds. Calls
// under way fail.
func (h *Host) Close() error {
	h.manage.Lock()
	defer h.manage.Unlock()
	h.closed = true
	if h.cancel != nil {
		h.cancel() // all end concurrently
	}
	for _, s := range h.all() {
		s.stop()
	}
	return nil
}

// Wait waits until each named server (all if none is named) is up or has failed to start.
// The error names those that are not up.
func (h *Host) Wait(ctx context.Context, names ...string) error {
	if len(names) == 0 {
		for _, s := range h.all() {
			names = append(names, s.cfg.Name)
		}
	}
	var missing []error
	for _, name := range names {
		s := h.named(name)
		if s == nil {
			missing = append(missing, fmt.Errorf("%s: %w", name, ErrNotUp))
			continue
		}
		if err := s.attempted(ctx); err != nil {
			missing = append(missing, err)
		}
	}
	return errors.Join(missing...)
}

// States returns the state of each server, in configuration order.
func (h *Host) States() []ServerState {
	servers := h.all()
	return lists.Map(servers, (*server).snapshot)
}
