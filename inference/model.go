package inference

import (
	"context"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
)

// Limits configure the requests to a server's models.
type Limits struct {
	// Window is the largest context window given to a model, DefaultWindow that of a
	// model whose own is unknown, in tokens.
	Window, DefaultWindow int
	// Windows are the windows that the user set for models, by name, in tokens.
	Windows map[string]int
	// Temperature of the sampling; nil means the model's default.
	Temperature *float64
	// Retries is how often a failed request is repeated, first after RetryDelay, then
	// each time after RetryBackoff times as long.
	Retries      int
	RetryDelay   time.Duration
	RetryBackoff float64
	// Parallel is how many requests a model gets at once; others wait. Below 1 means one.
	Parallel int
	// AllowCloud allows models that run on another computer.
	AllowCloud bool
}

// NewModels returns a Model for each name. of returns the server that has a model, and
// how many requests it gets at once. Models of one server share what is known of its
// availability.
func NewModels(of func(name string) (from backend.Backend, bare string, parallel int), names []string, limits Limits) []Model {
	shared := map[backend.Backend]*server{}
	models := make([]Model, 0, len(names))
	for _, name := range names {
		from, bare, parallel := of(name)
		if shared[from] == nil {
			shared[from] = &server{}
		}
		models = append(models, &served{
			name: name, bare: bare, backend: from, server: shared[from], limits: limits, places: make(chan struct{}, max(1, parallel)),
		})
	}
	return models
}

// served is one model of a backend.
type served struct {
	name    string // with its server's prefix
	bare    string // as its server knows it
	backend backend.Backend
	server  *server
	limits  Limits
	// places holds an entry for each running request. More would only wait in the server,
	// with their time limits running.
	places chan struct{}

	mu     sync.Mutex
	info   *backend.Info // last result of Show; nil: none yet
	inText bool          // it refused tools although it claims to take them
	warned bool          // the user was told that its window is a guess
}

// Name returns the server's name for the model.
func (m *served) Name() string { return m.name }

// Candidate describes the model. It fails if the server lacks it, is unreachable, or
// would run it on another computer.
func (m *served) Candidate(ctx context.Context) (chat.Candidate, error) {
	info, err := m.show(ctx)
	if err != nil {
		return chat.Candidate{}, err
	}
	digest, err := m.backend.Digest(ctx, m.bare)
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
		info, err = m.backend.Show(ctx, m.bare)
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

// known returns the last result of Show, after asking if there is none, so that no model
// is used before it is known where it runs.
func (m *served) known(ctx context.Context) (backend.Info, error) {
	m.mu.Lock()
	info := m.info
	m.mu.Unlock()
	if info != nil {
		return *info, nil
	}
	return m.show(ctx)
}

// takesNoTools records that the model takes no tools despite its claim.
func (m *served) takesNoTools() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.inText = true
	m.info = nil
}

// Chat asks the model, with retries where that may help.
func (m *served) Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
	info, err := m.known(ctx)
	if err != nil {
		return chat.Reply{}, err
	}
	window, from := m.limits.WindowOf(m.name, info.ContextLength)
	if from == chat.WindowDefault && m.firstGuess() {
		emit(chat.Delta{Warning: &chat.Warning{Code: chat.WarningWindowGuessed, Name: m.name, Of: window}})
	}
	req.Model, req.Window = m.bare, window
	t := attempts{model: m, req: req, emit: emit, setting: backend.Setting{Temperature: m.limits.Temperature, TextCalls: !info.Tools}}
	return t.run(ctx)
}

// firstGuess reports, once, that the window is a guess.
func (m *served) firstGuess() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	first := !m.warned
	m.warned = true
	return first
}

// once makes one request when a place is free. It loads the model first, which may take
// longer than an answer may.
func (m *served) once(ctx context.Context, req chat.Request, s backend.Setting, emit func(chat.Delta)) (reply chat.Reply, err error) {
	select {
	case m.places <- struct{}{}:
	case <-ctx.Done():
		return reply, ctx.Err()
	}
	defer func() { <-m.places }()
	err = m.server.reach(ctx, func() error {
		loaded, err := m.backend.Loaded(ctx, m.bare, req.Window)
		if err == nil && !loaded {
			err = m.backend.Preload(ctx, m.bare, req.Window)
		}
		if err == nil {
			reply, err = m.inTime(ctx, req, s, emit)
		}
		return err
	})
	return reply, err
}

// inTime asks a loaded model within the request's time limit.
func (m *served) inTime(ctx context.Context, req chat.Request, s backend.Setting, emit func(chat.Delta)) (chat.Reply, error) {
	if req.Patience > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, req.Patience, chat.ErrTooSlow)
		defer cancel()
	}
	return m.backend.Chat(ctx, req, s, emit)
}
