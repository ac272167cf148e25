package inference

import (
	"context"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
)

// Limits say how the models of a server are asked.
type Limits struct {
	// Window is the largest context window that a model is given, and
	// DefaultWindow that of a model of which nobody knows its own, in tokens.
	Window, DefaultWindow int
	// Windows are the lengths that the person set for models, by name, in tokens.
	Windows map[string]int
	// Temperature of the sampling; nil: what the makers of the models set.
	Temperature *float64
	// Retries is how often a request is made again that failed, the first time
	// after RetryDelay, then each time after RetryBackoff times as long.
	Retries      int
	RetryDelay   time.Duration
	RetryBackoff float64
	// Parallel is how many requests a model gets at once; others wait. Below 1:
	// one.
	Parallel int
	// AllowCloud lets models be asked that run on another computer.
	AllowCloud bool
}

// NewModels makes a Model of each name. of says which server has it, and how many
// requests it gets at once; the models of one server know together whether it is there.
func NewModels(of func(name string) (from backend.Backend, parallel int), names []string, limits Limits) []Model {
	shared := map[backend.Backend]*server{}
	models := make([]Model, 0, len(names))
	for _, name := range names {
		from, parallel := of(name)
		if shared[from] == nil {
			shared[from] = &server{}
		}
		models = append(models, &served{
			name: name, backend: from, server: shared[from], limits: limits, places: make(chan struct{}, max(1, parallel)),
		})
	}
	return models
}

// served is one model of a backend.
type served struct {
	name    string
	backend backend.Backend
	server  *server
	limits  Limits
	// places holds an entry for each request that the model is busy with: the
	// server would only make the others wait, and their time limits with them.
	places chan struct{}

	mu     sync.Mutex
	info   *backend.Info // as last shown; nil: not yet
	inText bool          // it refused tools that it claims to take
	warned bool          // it was said that its window is a guess
}

// Name is what the server calls the model.
func (m *served) Name() string { return m.name }

// Candidate looks up the model. It fails when the server does not have it, is
// not there itself, or would ask another computer.
func (m *served) Candidate(ctx context.Context) (chat.Candidate, error) {
	info, err := m.show(ctx)
	if err != nil {
		return chat.Candidate{}, err
	}
	digest, err := m.backend.Digest(ctx, m.name)
	if err != nil {
		return chat.Candidate{}, err
	}
	window, from := m.limits.WindowOf(m.name, info.ContextLength)
	return chat.Candidate{
		Model: m.name, Digest: digest, Window: window, WindowFrom: from,
		Tools: info.Tools, Thinking: info.Thinking, Vision: info.Vision,
	}, nil
}

func (m *served) show(ctx context.Context) (info backend.Info, err error) {
	err = m.server.reach(ctx, func() error {
		info, err = m.backend.Show(ctx, m.name)
		return err
	})
	if err != nil {
		return info, err
	}
	if info.Remote != "" && !m.limits.AllowCloud {
		return info, &chat.Fault{Class: chat.FaultPerson, Code: chat.FaultCloud, Message: "the model runs on another computer: " + info.Remote}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	info.Tools = info.Tools && !m.inText
	m.info = &info
	return info, nil
}

// known is what was shown last; a model that was not looked up yet is now, so
// that none is asked of which it is not known where it runs.
func (m *served) known(ctx context.Context) (backend.Info, error) {
	m.mu.Lock()
	info := m.info
	m.mu.Unlock()
	if info != nil {
		return *info, nil
	}
	return m.show(ctx)
}

// takesNoTools remembers that the model's word on tools is not good.
func (m *served) takesNoTools() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.inText = true
	m.info = nil
}

// Chat asks the model, again where that may help.
func (m *served) Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
	info, err := m.known(ctx)
	if err != nil {
		return chat.Reply{}, err
	}
	window, from := m.limits.WindowOf(m.name, info.ContextLength)
	if from == chat.WindowDefault && m.firstGuess() {
		emit(chat.Delta{Warning: &chat.Warning{Code: chat.WarningWindowGuessed, Name: m.name, Of: window}})
	}
	req.Window = window
	t := attempts{model: m, req: req, emit: emit, setting: backend.Setting{Temperature: m.limits.Temperature, TextCalls: !info.Tools}}
	return t.run(ctx)
}

// firstGuess reports whether it is yet to be said that the window is a guess.
func (m *served) firstGuess() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	first := !m.warned
	m.warned = true
	return first
}

// once makes one request when the model has a place for it: the model is brought
// into memory first, which may take longer than an answer may.
func (m *served) once(ctx context.Context, req chat.Request, s backend.Setting, emit func(chat.Delta)) (reply chat.Reply, err error) {
	select {
	case m.places <- struct{}{}:
	case <-ctx.Done():
		return reply, ctx.Err()
	}
	defer func() { <-m.places }()
	err = m.server.reach(ctx, func() error {
		loaded, err := m.backend.Loaded(ctx, m.name, req.Window)
		if err == nil && !loaded {
			err = m.backend.Preload(ctx, m.name, req.Window)
		}
		if err == nil {
			reply, err = m.inTime(ctx, req, s, emit)
		}
		return err
	})
	return reply, err
}

// inTime asks a model that is in memory, as long as the request allows.
func (m *served) inTime(ctx context.Context, req chat.Request, s backend.Setting, emit func(chat.Delta)) (chat.Reply, error) {
	if req.Patience > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, req.Patience, chat.ErrTooSlow)
		defer cancel()
	}
	return m.backend.Chat(ctx, req, s, emit)
}
