package mcp

import (
	"context"
	"fmt"
	"reflect"
	"slices"
)

// The shared state of a server: written by its supervisor, read by everyone.

// set records a state and the error that led to it; nil leaves the last.
func (s *server) set(state State, lastErr error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = state
	if lastErr != nil {
		s.lastErr, s.failed = lastErr, true
	}
	s.announce()
}

// announce wakes who waits for a change. It runs under the lock.
func (s *server) announce() {
	s.happens()
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *server) ready(c *conn, tools []definition) {
	offers := offersOf(s.cfg, c.says, tools)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state, s.conn, s.tools, s.failed, s.signIn = StateReady, c, without(s.off, named(offers, s.names)), false, false
	s.announce()
}

// rename returns the server another id, and its tools the names that go with it.
func (s *server) rename(n namer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names = n
	s.tools = named(s.tools, n)
}

// config returns the entry that the server runs by.
func (s *server) config() Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	whole := s.cfg
	whole.DisabledTools = s.off
	return whole
}

// disable takes over which tools are switched off, where the entry is the same but
// for that.
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

// id is the server's part of the names of its tools.
func (s *server) id() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names.id
}

// down says that the connection is of no more use, before it is all gone.
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

// over reports whether the connection has ended, seen by its supervisor or not yet.
func (c *conn) over() bool {
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}

// use waits for a live connection, waking the server where that is needed.
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
			select {
			case s.wake <- struct{}{}:
			default:
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// attempted waits until the server is up, or an attempt to get it up has failed.
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

// offers are the tools that a call can reach now or after a restart.
func (s *server) offers() []offer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == StateQuarantined || s.state == StateStopped {
		return nil
	}
	return s.tools
}

// live is the connection of a server that is up; nil when it is not.
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
