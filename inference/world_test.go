package inference

import (
	"context"
	"net"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/ollama"
	"github.com/deskhand/deskhand/inference/ollamatest"
	"github.com/deskhand/deskhand/inference/rules"
)

// world is a scripted server and a chain of models a and b on it, then the
// rule model, in a time of their own.
type world struct {
	t      *testing.T
	ctx    context.Context
	server *ollamatest.Server
	chain  *Chain
	dials  atomic.Int32
	away   atomic.Bool // the server refuses

	told  []chat.Delta
	shown string // what is left on the screen
}

// DefaultLimits are those of a new installation.
func DefaultLimits() Limits {
	return Limits{Window: 32_768, DefaultWindow: 8192, Retries: 3, RetryDelay: time.Second, RetryBackoff: 2}
}

// on is for the models of one server.
func on(server backend.Backend, limits Limits) func(string) (backend.Backend, string, int) {
	return func(name string) (backend.Backend, string, int) { return server, name, limits.Parallel }
}

func inAWorld(t *testing.T, limits Limits, play func(*world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s, dial := ollamatest.StartPiped(ctx, t)
		w := &world{t: t, ctx: ctx, server: s}
		client, err := ollama.New(ollama.Config{Dial: func(ctx context.Context, network, addr string) (net.Conn, error) {
			w.dials.Add(1)
			if w.away.Load() {
				return nil, syscall.ECONNREFUSED
			}
			return dial(ctx, network, addr)
		}})
		if err != nil {
			t.Fatal(err)
		}
		models := append(NewModels(on(client, limits), []string{"a", "b"}, limits), rules.New(rules.Config{}))
		w.chain = NewChain(models[0], models[1:]...)
		play(w)
		client.Close()
		cancel()
	})
}

// ask puts a request to the first model that is fit, as a turn does.
func (w *world) ask(req chat.Request) (chat.Candidate, chat.Reply, error) {
	w.t.Helper()
	candidate, err := w.chain.Next(w.ctx, nil)
	if err != nil {
		return candidate, chat.Reply{}, err
	}
	req.Model = candidate.Model
	reply, err := w.chain.Chat(w.ctx, w.filled(req), w.see)
	return candidate, reply, err
}

func (w *world) filled(req chat.Request) chat.Request {
	if req.Messages == nil {
		req.Messages = []chat.Message{{Role: chat.RoleUser, Text: "Hello"}}
	}
	return req
}

func (w *world) see(d chat.Delta) {
	w.told = append(w.told, d)
	w.shown += d.Text
	if d.Reset {
		w.shown = ""
	}
}

// warnings are what the person was told.
func (w *world) warnings() (said []chat.Warning) {
	for _, d := range w.told {
		if d.Warning != nil {
			said = append(said, *d.Warning)
		}
	}
	return said
}

// retries are the attempts that were announced.
func (w *world) retries() (attempts []int) {
	for _, d := range w.told {
		if d.Retry != nil {
			attempts = append(attempts, d.Retry.Attempt)
		}
	}
	return attempts
}

func took(t *testing.T, start time.Time, least, most time.Duration) {
	t.Helper()
	if d := time.Since(start); d < least || d > most {
		t.Errorf("took %v, not %v to %v", d, least, most)
	}
}
