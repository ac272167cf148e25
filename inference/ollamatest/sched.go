package ollamatest

import (
	"context"
	"net/http"
)

// scheduler queues requests for models that are not loaded until there is room. Its
// fields are guarded by the server's mu.
type scheduler struct {
	maxQueue, maxLoaded int // 0: no limit
	waiting             int
	changed             chan struct{} // closed and replaced on each change
}

// Limit sets how many models are loaded at a time, and how many requests may wait for
// another model to make room, besides the next one: OLLAMA_MAX_LOADED_MODELS and
// OLLAMA_MAX_QUEUE. Without it there is no limit.
func (s *Server) Limit(maxLoaded, maxQueue int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sched.maxLoaded, s.sched.maxQueue = maxLoaded, maxQueue
}

// schedule returns the model's runner, to be released. It waits while busy models take
// all room, and refuses if too many wait; it returns neither if the client has gone.
func (s *Server) schedule(ctx context.Context, m *Model, numCtx int) (*runner, *refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.broken != "" {
		return nil, &refusal{http.StatusInternalServerError, m.broken}
	}
	run := s.take(m, numCtx)
	if run != nil {
		return run, nil
	}
	if s.sched.waiting > s.sched.maxQueue {
		return nil, &refusal{http.StatusServiceUnavailable, queueFull}
	}
	s.sched.waiting++
	defer func() { s.sched.waiting-- }()
	for run == nil {
		changed := s.sched.changed
		s.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
		}
		s.mu.Lock()
		if ctx.Err() != nil {
			return nil, nil
		}
		run = s.take(m, numCtx)
	}
	return run, nil
}

// take returns a runner if there is room for it, unloading an idle model.
func (s *Server) take(m *Model, numCtx int) *runner {
	if m.Allocated() != numCtx && s.sched.maxLoaded > 0 && !s.makeRoom(m) {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.busy++
	return m.load(numCtx)
}

func (s *Server) makeRoom(m *Model) bool {
	loaded := 0
	for _, other := range s.models {
		if other == m || other.Allocated() == 0 {
			continue
		}
		if loaded++; loaded >= s.sched.maxLoaded && !other.leave() {
			return false
		}
	}
	return true
}

// leave unloads an idle model.
func (m *Model) leave() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.busy > 0 {
		return false
	}
	m.run = nil
	return true
}

// release undoes schedule.
func (s *Server) release(m *Model) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.mu.Lock()
	m.busy--
	m.mu.Unlock()
	close(s.sched.changed)
	s.sched.changed = make(chan struct{})
}

// loadFor loads a model and leaves it in memory.
func (s *Server) loadFor(r *http.Request, m *Model, numCtx int) *refusal {
	run, bad := s.schedule(r.Context(), m, numCtx)
	if run != nil {
		s.release(m)
	}
	return bad
}
