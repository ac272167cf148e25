package mcp

import (
	"context"
	"fmt"
	"reflect"
	"slices"
)

// The shared state of a server: written by its supervisor, read by everyone.

// set records a state and the error behind it; nil keeps the last error.
func (s *server) set(state State, lastErr error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = state
	if lastErr != nil {
		s.lastErr, s.failed = lastErr, true
	}
	s.announce()
}

// announce wakes everyone who waits for a change. The lock must be held.
func (s *server) announce() {
	s.happens()
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *server) ready(c *conn, tools []definition) {
	offers := offersOf(s.cfg, c.instructions, tools)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state, s.conn, s.tools, s.failed, s.signIn = StateReady, c, without(s.off, named(offers, s.names)), false, false
	s.announce()
}

// rename gives the server another id and its tools matching names.
func (s *server) rename(n namer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names = n
	s.tools = named(s.tools, n)
}

// config returns the configuration in use.
func (s *server) config() Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	whole := s.cfg
	whole.DisabledTools = s.off
	return whole
}

// disable takes over DisabledTools if the configuration is otherwise the same, and
// reports whether it is.
func (s *server) disable(as Server) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	off := as.DisabledTools
	as.DisabledTools = nil
	if !reflect.DeepEqual(s.cfg, as) {
		return false
	}
	s.off, s.tools = off, without(off, s.tools)
	s.announce()
	return true
}

// id returns the server's part of its tools' names.
func (s *server) id() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names.id
}

// down marks the connection as unusable before it has fully ended.
func (s *server) down() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state, s.conn = StateRestarting, nil
	s.announce()
}

func (s *server) again() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.restarts++
	if s.state == StateIdle {
		s.state = StateRestarting
		s.announce()
	}
}

// over reports whether the connection has ended, even if its supervisor has not noticed
// yet.
func (c *conn) over() bool { return isClosed(c.ended) }

// use waits for a live connection, starting the server if needed.
func (s *server) use(ctx context.Context) (*conn, error) {
	for {
		s.mu.Lock()
		state, c, lastErr, changed := s.state, s.conn, s.lastErr, s.changed
		s.mu.Unlock()
		switch state {
		case StateReady:
			if !c.over() {
				return c, nil
			}
		case StateQuarantined:
			return nil, fmt.Errorf("%w: %v", ErrQuarantined, lastErr)
		case StateStopped:
			return nil, ErrNotUp
		case StateIdle:
			signal(s.wake)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// attempted waits until the server is up or an attempt to start it has failed.
func (s *server) attempted(ctx context.Context) error {
	for {
		s.mu.Lock()
		state, failed, lastErr, changed := s.state, s.failed, s.lastErr, s.changed
		s.mu.Unlock()
		switch {
		case state == StateReady, state == StateIdle:
			return nil
		case state == StateStopped:
			return fmt.Errorf("%s: %w", s.cfg.Name, ErrNotUp)
		case failed:
			return fmt.Errorf("%s: %w: %v", s.cfg.Name, ErrNotUp, lastErr)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("%s: %w: %w", s.cfg.Name, ErrNotUp, ctx.Err())
		}
	}
}

// offers returns the tools that can be called, now or after a restart.
func (s *server) offers() []offer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == StateQuarantined || s.state == StateStopped {
		return nil
	}
	return s.tools
}

// live returns the connection of a server that is up, or nil.
func (s *server) live() *conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state != StateReady || s.conn == nil || s.conn.over() {
		return nil
	}
	return s.conn
}

// coming reports whether the server may still list its first tools.
func (s *server) coming() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tools == nil && (s.state == StateStarting || s.state == StateRestarting)
}

func (s *server) snapshot() ServerState {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := ServerState{
		Name: s.cfg.Name, Command: slices.Clone(s.cfg.Command), State: s.state, Own: s.cfg.Own,
		Tools: len(s.tools), Restarts: s.restarts, LastError: endOf(s.lastErr),
		SignIn: s.signIn,
	}
	if s.conn != nil && s.conn.proc != nil {
		st.PID = s.conn.proc.cmd.Process.Pid
	}
	return st
}
