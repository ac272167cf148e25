package inference

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/ollama"
	"github.com/deskhand/deskhand/inference/ollamatest"
)

func TestWithoutAServerTheRulesAnswerAtOnceAndItIsKnownWhy(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		w.away.Store(true)
		start := time.Now()
		next, reply, err := w.ask(chat.Request{Messages: []chat.Message{{Role: chat.RoleUser, Text: "what can you do?"}}})
		if err != nil || !next.Rules || reply.Text == "" {
			t.Errorf("got %+v, %+v, %v", next, reply, err)
		}
		took(t, start, refusedPause, time.Second)
		if n := w.dials.Load(); n != 2 {
			t.Errorf("asked a server %d times that refuses", n)
		}
		if len(next.Skipped) != 2 || !errors.Is(next.Skipped[1].Err, ollama.ErrUnreachable) {
			t.Errorf("skipped %+v", next.Skipped)
		}
	})
}

func TestAServerThatComesBackIsAskedAgain(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		w.server.Model("a")
		w.away.Store(true)
		if next, _, _ := w.ask(chat.Request{}); !next.Rules {
			t.Errorf("got %+v", next)
		}
		w.away.Store(false)
		time.Sleep(downFor)
		if next, _, err := w.ask(chat.Request{}); err != nil || next.Model != "a" {
			t.Errorf("got %+v, %v", next, err)
		}
	})
}

func TestAServerThatIsKilledInMidAnswerIsSkippedWithAllItsModels(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		w.server.Model("a").Replies(ollamatest.Say("Half").CutAfter(150))
		w.server.Model("b")
		start := time.Now()
		candidate, err := w.chain.Next(w.ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.chain.Chat(w.ctx, w.filled(chat.Request{Model: candidate.Model}), func(d chat.Delta) {
			w.see(d)
			w.away.Store(true)
		})
		if !errors.Is(err, ollama.ErrUnreachable) || w.shown != "" {
			t.Errorf("got %v, showed %q", err, w.shown)
		}
		next, err := w.chain.Next(w.ctx, []chat.ModelFailure{{Model: "a", Err: err}})
		if err != nil || !next.Rules {
			t.Errorf("then %+v, %v", next, err)
		}
		took(t, start, time.Second, 3*time.Second)
	})
}

func TestWhatAModelIsDecidesWhetherAndHowItIsAsked(t *testing.T) {
	rows := []struct {
		what    string
		options []ollamatest.Option
		want    chat.Candidate
	}{
		{"a model that can do everything", []ollamatest.Option{ollamatest.Tools(), ollamatest.Thinking(), ollamatest.Vision()}, chat.Candidate{Model: "a", Window: 32_768, Tools: true, Thinking: true, Vision: true}},
		{"a small window", []ollamatest.Option{ollamatest.Context(2048)}, chat.Candidate{Model: "a", Window: 2048}},
		{"a window that is too large", []ollamatest.Option{ollamatest.Context(1 << 20)}, chat.Candidate{Model: "a", Window: 32_768}},
		{"a window that is not told", []ollamatest.Option{ollamatest.Context(0)}, chat.Candidate{Model: "a", Window: 8192}},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			inAWorld(t, DefaultLimits(), func(w *world) {
				w.server.Model("a", row.options...)
				got, _, err := w.ask(chat.Request{})
				got.Skipped = nil
				if err != nil || got.Model != row.want.Model || got.Window != row.want.Window || got.Tools != row.want.Tools ||
					got.Thinking != row.want.Thinking || got.Vision != row.want.Vision || got.Rules || got.Digest == "" {
					t.Errorf("got %+v, %v", got, err)
				}
			})
		})
	}
}

func TestAModelOnAnotherComputerIsAskedOnlyIfAllowed(t *testing.T) {
	allowed := DefaultLimits()
	allowed.AllowCloud = true
	for _, limits := range []Limits{DefaultLimits(), allowed} {
		inAWorld(t, limits, func(w *world) {
			a := w.server.Model("a", ollamatest.Remote("https://ollama.com"))
			next, _, _ := w.ask(chat.Request{})
			if (next.Model == "a") != limits.AllowCloud || (len(a.Requests()) > 0) != limits.AllowCloud {
				t.Errorf("allowed %v: asked %s, %d requests", limits.AllowCloud, next.Model, len(a.Requests()))
			}
			_, err := w.chain.Chat(w.ctx, w.filled(chat.Request{Model: "a"}), w.see)
			if errors.Is(err, ollama.ErrCloud) == limits.AllowCloud {
				t.Errorf("allowed %v: %v", limits.AllowCloud, err)
			}
		})
	}
}

func TestAModelThatIsNotPulledIsSkipped(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		w.server.Model("b")
		start := time.Now()
		next, _, err := w.ask(chat.Request{})
		if err != nil || next.Model != "b" || len(next.Skipped) != 1 || !errors.Is(next.Skipped[0].Err, chat.ErrNotInstalled) {
			t.Errorf("got %+v, %v", next, err)
		}
		took(t, start, 0, 0)
	})
}

func TestAModelIsLoadedOnceWhateverTheRequestSays(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		a := w.server.Model("a")
		for _, window := range []int{0, 4096, 16_384} {
			if _, _, err := w.ask(chat.Request{Window: window}); err != nil {
				t.Fatal(err)
			}
		}
		if a.Loads() != 1 || a.Allocated() != 32_768 {
			t.Errorf("%d loads, %d tokens", a.Loads(), a.Allocated())
		}
	})
}

func TestAModelThatRefusesToolsIsToldOfThemInWordsFromThenOn(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		refusal := ollamatest.Status(400, "registry.ollama.ai/library/a:latest does not support tools")
		a := w.server.Model("a", ollamatest.Tools()).Replies(refusal, ollamatest.Say(`[files_list(path="/x")]`), ollamatest.Say("Done."))
		tools := []chat.ToolSpec{{Name: "files_list", Parameters: []byte(`{"type":"object"}`)}}
		_, reply, err := w.ask(chat.Request{Tools: tools})
		if err != nil || len(reply.Calls) != 1 || w.shown != "" {
			t.Errorf("got %+v, %v, showed %q", reply, err, w.shown)
		}
		if next, _, err := w.ask(chat.Request{Tools: tools}); err != nil || next.Tools || len(a.Requests()) != 3 {
			t.Errorf("then %+v, %v", next, err)
		}
	})
}

func TestAModelGetsAsManyRequestsAtOnceAsItMay(t *testing.T) {
	for _, parallel := range []int{0, 2} {
		limits := DefaultLimits()
		limits.Parallel = parallel
		inAWorld(t, limits, func(w *world) {
			a := w.server.Model("a")
			gate := make(chan struct{})
			a.Replies(ollamatest.Say("One").Wait(gate))
			var turns sync.WaitGroup
			ctx, cancel := context.WithCancel(w.ctx)
			for range 4 {
				turns.Go(func() {
					_, _ = w.chain.Chat(ctx, w.filled(chat.Request{Model: "a"}), func(chat.Delta) {}) // how often it is asked is what counts
				})
			}
			synctest.Wait()
			if n := len(a.Requests()); n != max(1, parallel) {
				t.Errorf("%d at once of %d", n, parallel)
			}
			cancel() // ends those that wait as well
			close(gate)
			turns.Wait()
		})
	}
}
