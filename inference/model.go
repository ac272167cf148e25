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
	// Temperature of the sampling.
	Temperature float64
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

// DefaultLimits are those of a new installation.
func DefaultLimits() Limits {
	return Limits{
		Window: 32_768, DefaultWindow: 8192, Temperature: 0.2,
		Retries: 3, RetryDelay: time.Second, RetryBackoff: 2,
	}
}

// NewLinks makes a link for each model of a server. They know together whether the
// server is there.
func NewLinks(from backend.Backend, names []string, limits Limits) []Link {
	shared := &server{}
	links := make([]Link, 0, len(names))
	for _, name := range names {
		links = append(links, &link{
			name: name, backend: from, server: shared, limits: limits, places: make(chan struct{}, max(1, limits.Parallel)),
		})
	}
	return links
}

// link is one model of a backend.
type link struct {
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
func (l *link) Name() string { return l.name }

// Candidate looks up the model. It fails when the server does not have it, is
// not there itself, or would ask another computer.
func (l *link) Candidate(ctx context.Context) (chat.Candidate, error) {
	info, err := l.show(ctx)
	if err != nil {
		return chat.Candidate{}, err
	}
	digest, err := l.backend.Digest(ctx, l.name)
	if err != nil {
		return chat.Candidate{}, err
	}
	window, from := l.limits.WindowOf(l.name, info.ContextLength)
	return chat.Candidate{
		Model: l.name, Digest: digest, Window: window, WindowFrom: from,
		Tools: info.Tools, Thinking: info.Thinking, Vision: info.Vision,
	}, nil
}

func (l *link) show(ctx context.Context) (info backend.Info, err error) {
	err = l.server.reach(ctx, func() error {
		info, err = l.backend.Show(ctx, l.name)
		return err
	})
	if err != nil {
		return info, err
	}
	if info.Remote != "" && !l.limits.AllowCloud {
		return info, &chat.Fault{Class: chat.FaultPerson, Code: chat.FaultCloud, Message: "the model runs on another computer: " + info.Remote}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	info.Tools = info.Tools && !l.inText
	l.info = &info
	return info, nil
}

// known is what was shown last; a model that was not looked up yet is now, so
// that none is asked of which it is not known where it runs.
func (l *link) known(ctx context.Context) (backend.Info, error) {
	l.mu.Lock()
	info := l.info
	l.mu.Unlock()
	if info != nil {
		return *info, nil
	}
	return l.show(ctx)
}

// takesNoTools remembers that the model's word on tools is not good.
func (l *link) takesNoTools() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.inText = true
	l.info = nil
}

// Chat asks the model, again where that may help.
func (l *link) Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
	info, err := l.known(ctx)
	if err != nil {
		return chat.Reply{}, err
	}
	window, from := l.limits.WindowOf(l.name, info.ContextLength)
	if from == chat.WindowDefault && l.firstGuess() {
		emit(chat.Delta{Warning: guessed(l.name, window)})
	}
	req.Window = window
	t := tries{link: l, req: req, emit: emit, setting: backend.Setting{Temperature: l.limits.Temperature, TextCalls: !info.Tools}}
	return t.run(ctx)
}

// firstGuess tells whether it is yet to be said that the window is a guess.
func (l *link) firstGuess() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	first := !l.warned
	l.warned = true
	return first
}

// once makes one request when the model has a place for it: the model is brought
// into memory first, which may take longer than an answer may.
func (l *link) once(ctx context.Context, req chat.Request, s backend.Setting, emit func(chat.Delta)) (reply chat.Reply, err error) {
	select {
	case l.places <- struct{}{}:
	case <-ctx.Done():
		return reply, ctx.Err()
	}
	defer func() { <-l.places }()
	err = l.server.reach(ctx, func() error {
		loaded, err := l.backend.Loaded(ctx, l.name, req.Window)
		if err == nil && !loaded {
			err = l.backend.Preload(ctx, l.name, req.Window)
		}
		if err == nil {
			reply, err = l.inTime(ctx, req, s, emit)
		}
		return err
	})
	return reply, err
}

// inTime asks a model that is in memory, as long as the request allows.
func (l *link) inTime(ctx context.Context, req chat.Request, s backend.Setting, emit func(chat.Delta)) (chat.Reply, error) {
	if req.Patience > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, req.Patience, chat.ErrTooSlow)
		defer cancel()
	}
	return l.backend.Chat(ctx, req, s, emit)
}
