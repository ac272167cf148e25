package mcp

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Host runs the configured servers and is the toolbox of all their tools. It is
// safe for concurrent use.
type Host struct {
	cfg     Config
	servers []*server

	mu     sync.Mutex
	cancel context.CancelFunc // set by Start
	closed bool
	run    sync.WaitGroup
}

// NewHost prepares a host; nothing is started yet.
func NewHost(cfg Config) *Host {
	cfg = cfg.withDefaults()
	h := &Host{cfg: cfg}
	for i, n := range namers(cfg.Servers) {
		h.servers = append(h.servers, newServer(cfg, cfg.Servers[i], n))
	}
	return h
}

func newServer(cfg Config, s Server, n namer) *server {
	return &server{
		cfg:     s,
		names:   n,
		limits:  cfg.Limits,
		version: cfg.Version,
		log:     cfg.Log,
		now:     cfg.Now,
		start: func() (*process, error) {
			return launch(cfg.Minder, s.Command, environment(cfg.Environ, s))
		},
		restart: backoff{limits: cfg.Limits, random: cfg.Random},
		state:   StateStopped,
		changed: make(chan struct{}),
		wake:    make(chan struct{}, 1),
	}
}

// Start launches all servers side by side and returns at once. They are ended
// when ctx ends or the host is closed. Later calls do nothing.
func (h *Host) Start(ctx context.Context) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || h.cancel != nil {
		return
	}
	ctx, h.cancel = context.WithCancel(ctx)
	for _, s := range h.servers {
		s.set(StateStarting, "")
		h.run.Go(func() { s.run(ctx) })
	}
}

// Close ends all servers with everything that they have started, and waits for
// it: three seconds at the most. Calls that are under way end with an error.
func (h *Host) Close() error {
	h.mu.Lock()
	h.closed = true
	if h.cancel != nil {
		h.cancel()
	}
	h.mu.Unlock()
	h.run.Wait()
	return nil
}

// Wait waits until each of the named servers (all when none is named) is up or
// has failed to start. The error names those that are not up.
func (h *Host) Wait(ctx context.Context, names ...string) error {
	if len(names) == 0 {
		for _, s := range h.servers {
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
		if err := s.settled(ctx); err != nil {
			missing = append(missing, err)
		}
	}
	return errors.Join(missing...)
}

func (h *Host) named(name string) *server {
	for _, s := range h.servers {
		if s.cfg.Name == name {
			return s
		}
	}
	return nil
}

// States tells where each server stands, in the order of the configuration.
func (h *Host) States() []ServerState {
	states := make([]ServerState, len(h.servers))
	for i, s := range h.servers {
		states[i] = s.snapshot()
	}
	return states
}

// Specs lists the tools that can be called: servers in the order of the
// configuration, their tools as they list them. A server that is being restarted
// keeps its tools; one that is left alone has none.
func (h *Host) Specs() []chat.ToolSpec {
	var specs []chat.ToolSpec
	seen := map[string]bool{}
	for _, s := range h.servers {
		for _, o := range s.offers() {
			if !seen[o.spec.Name] {
				seen[o.spec.Name] = true
				specs = append(specs, o.spec)
			}
		}
	}
	return specs
}

// find gives the server and the offer of a tool.
func (h *Host) find(name string) (*server, offer, bool) {
	for _, s := range h.servers {
		for _, o := range s.offers() {
			if o.spec.Name == name {
				return s, o, true
			}
		}
	}
	return nil, offer{}, false
}
