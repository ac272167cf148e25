package ollamatest

import "context"

// runner represents the process that runs a model, with its allocated context window.
type runner struct {
	numCtx int
	// killed is closed when the process is killed, stopped when it gets SIGSTOP.
	killed, stopped chan struct{}
}

func (r *runner) dead() bool   { return closed(r.killed) }
func (r *runner) frozen() bool { return closed(r.stopped) }

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// KillRunner kills the process that runs the model: its streams end with an error, and
// the next request reloads the model.
func (m *Model) KillRunner() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.run != nil {
		close(m.run.killed)
		m.run = nil
	}
}

// FreezeRunner stops the process that runs the model: its streams go silent, and so do
// later requests, until the model is unloaded.
func (m *Model) FreezeRunner() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.run != nil && !m.run.frozen() {
		close(m.run.stopped)
	}
}

// clamped returns the window that the model gets for numCtx.
func (m *Model) clamped(numCtx int) int {
	if m.context > 0 {
		return min(numCtx, m.context)
	}
	return numCtx
}

// load starts a runner with this window, if there is none. m.mu must be held.
func (m *Model) load(numCtx int) *runner {
	if m.run == nil || m.run.numCtx != numCtx {
		m.loads++
		m.run = &runner{numCtx: numCtx, killed: make(chan struct{}), stopped: make(chan struct{})}
	}
	return m.run
}

// unload ends the model's runner, and with it the hang of the server's bug.
func (m *Model) unload() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.run = nil
	m.unloads++
	if m.stuck != nil {
		close(m.stuck)
		m.stuck = nil
	}
}

// stick makes every later request hang until the model is unloaded.
func (m *Model) stick() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.stuck == nil {
		m.stuck = make(chan struct{})
	}
}

// ready waits while the model is stuck, and reports whether the client is still there.
func (m *Model) ready(ctx context.Context) bool {
	m.mu.Lock()
	stuck := m.stuck
	m.mu.Unlock()
	if stuck == nil {
		return true
	}
	select {
	case <-stuck:
		return true
	case <-ctx.Done():
		return false
	}
}
