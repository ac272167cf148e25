package inference

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
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
		links := append(NewOllamaLinks(client, []string{"a", "b"}, limits), rules.New(rules.Config{}))
		w.chain = NewChain(links[0], links[1:]...)
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
		w.t.Fatal(err)
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

func TestAModelThatAlwaysFailsIsTriedFourTimesThenTheNextAnswers(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		w.server.Model("a").Replies(ollamatest.Status(500, "boom"))
		w.server.Model("b").Replies(ollamatest.Say("From b."))
		start := time.Now()
		_, _, err := w.ask(chat.Request{})
		if err == nil || err.Error() != "HTTP 500: boom, 4 tries" || len(w.retries()) != 3 {
			t.Errorf("got %v after %v", err, w.retries())
		}
		took(t, start, 5*time.Second, 9*time.Second)
		next, err2 := w.chain.Next(w.ctx, []chat.Failure{{Model: "a", Err: err}})
		if err2 != nil || next.Model != "b" {
			t.Fatalf("next is %+v, %v", next, err2)
		}
		if reply, err := w.chain.Chat(w.ctx, w.filled(chat.Request{Model: "b"}), w.see); err != nil || reply.Text != "From b." {
			t.Errorf("got %+v, %v", reply, err)
		}
	})
}

func TestAModelThatFailedRestsAndIsThenProbedByOneTurn(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		a := w.server.Model("a").Replies(ollamatest.Status(500, "boom"))
		w.server.Model("b")
		if _, _, err := w.ask(chat.Request{}); err == nil {
			t.Fatal("a answered")
		}
		if next, _, _ := w.ask(chat.Request{}); next.Model != "b" || len(next.Skipped) != 1 || !errors.Is(next.Skipped[0].Err, ErrResting) {
			t.Errorf("while a rests: %+v", next)
		}
		time.Sleep(restFor)
		a.Replies(ollamatest.Say("Better."))
		probe, err := w.chain.Next(w.ctx, nil)
		if err != nil || probe.Model != "a" {
			t.Fatalf("after the rest: %+v, %v", probe, err)
		}
		if other, err := w.chain.Next(w.ctx, nil); err != nil || other.Model != "b" {
			t.Errorf("beside the probe: %+v, %v", other, err)
		}
		if _, err := w.chain.Chat(w.ctx, w.filled(chat.Request{Model: "a"}), w.see); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if next, err := w.chain.Next(w.ctx, nil); err != nil || next.Model != "a" || next.Skipped != nil {
				t.Errorf("after the answer: %+v, %v", next, err)
			}
		}
	})
}

func TestAProbeThatWasCancelledLeavesTheSeatToTheNextTurn(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		a := w.server.Model("a").Replies(ollamatest.Status(500, "boom"))
		_, _, _ = w.ask(chat.Request{})
		time.Sleep(restFor)
		a.Replies(ollamatest.NoAnswer())
		if next, err := w.chain.Next(w.ctx, nil); err != nil || next.Model != "a" {
			t.Fatalf("got %+v, %v", next, err)
		}
		ctx, cancel := context.WithTimeout(w.ctx, time.Second)
		defer cancel()
		if _, err := w.chain.Chat(ctx, w.filled(chat.Request{Model: "a"}), w.see); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if next, err := w.chain.Next(w.ctx, nil); err != nil || next.Model != "a" {
			t.Errorf("got %+v, %v", next, err)
		}
	})
}

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
		next, err := w.chain.Next(w.ctx, []chat.Failure{{Model: "a", Err: err}})
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
		if err != nil || next.Model != "b" || len(next.Skipped) != 1 || !ollama.NotFound(next.Skipped[0].Err) {
			t.Errorf("got %+v, %v", next, err)
		}
		took(t, start, 0, 0)
	})
}

func TestAfterAParserErrorTheModelIsUnloadedAndAskedALittleWarmer(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		a := w.server.Model("a").Replies(
			ollamatest.ParserError("failed to parse JSON: unexpected end of JSON input"),
			ollamatest.Say("I").ParserFails("XML syntax error on line 5: unexpected EOF"), ollamatest.Say("Well."))
		start := time.Now()
		_, reply, err := w.ask(chat.Request{})
		if err != nil || reply.Text != "Well." || w.shown != "Well." || a.Unloads() != 2 || len(w.retries()) != 2 {
			t.Errorf("got %+v, %v, %d unloads, showed %q", reply, err, a.Unloads(), w.shown)
		}
		took(t, start, 2*time.Second, 4*time.Second) // nothing hung
		asked := a.Requests()
		if first, second := asked[0].Options["temperature"], asked[1].Options["temperature"]; first != 0.2 || second.(float64) < 0.29 || second.(float64) > 0.31 {
			t.Errorf("temperatures %v and %v", first, second)
		}
	})
}

func TestACallThatTheErrorQuotesIsMendedIfItFitsOneTool(t *testing.T) {
	tools := []chat.ToolSpec{
		{Name: "files_list", Parameters: []byte(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`)},
		{Name: "files_copy", Parameters: []byte(`{"type":"object","properties":{"path":{"type":"string"},"to":{"type":"string"}},"required":["path","to"]}`)},
	}
	rows := []struct{ what, raw, call string }{
		{"arguments of one tool", `{"path":"/x",}`, `files_list{"path":"/x"}`},
		{"arguments of another", `{'path':'/x', to:'/y'}`, `files_copy{"path":"/x","to":"/y"}`},
		{"arguments of no tool", `{"folder":"/x",}`, ""},
		{"a path that was cut off", `{"path":"/x`, ""},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			inAWorld(t, DefaultLimits(), func(w *world) {
				a := w.server.Model("a", ollamatest.Tools()).Replies(
					ollamatest.ParserError("error parsing tool call: raw='"+row.raw+"', err=invalid character"), ollamatest.Say("Well."))
				_, reply, err := w.ask(chat.Request{Tools: tools})
				got := ""
				for _, c := range reply.Calls {
					got += c.Name + string(c.Args)
				}
				if err != nil || got != row.call || a.Unloads() != 1 {
					t.Errorf("got %s, %+v, %v", got, reply, err)
				}
			})
		})
	}
}

func TestHalfAnAnswerIsVoidBeforeTheNextTry(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		w.server.Model("a", ollamatest.Tools()).Replies(
			ollamatest.Say("Half of").Call("files_list", "{}").CutAfter(400),
			ollamatest.Say("All of it.").Call("files_list", "{}"))
		_, reply, err := w.ask(chat.Request{})
		if err != nil || reply.Text != "All of it." || w.shown != reply.Text || len(reply.Calls) != 1 {
			t.Errorf("got %+v, %v, showed %q", reply, err, w.shown)
		}
		if !w.told[1].Reset || w.told[2].Retry == nil || w.told[2].Retry.Attempt != 2 {
			t.Errorf("told %+v", w.told)
		}
	})
}

func TestWhatCannotHelpIsNotRetried(t *testing.T) {
	rows := []struct {
		what string
		turn ollamatest.Turn
		rest bool
	}{
		{"a request that is wrong", ollamatest.Status(400, "wrong"), false},
		{"a request that is not allowed", ollamatest.Status(403, "no"), false},
		{"a model that is gone", ollamatest.Status(404, "model 'a' not found"), false},
		{"a model that repeats itself", ollamatest.Repeat("la", 31), true},
		{"a server that wants an hour", ollamatest.Status(503, "later").RetryAfter("3600"), true},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			inAWorld(t, DefaultLimits(), func(w *world) {
				a := w.server.Model("a").Replies(row.turn)
				_, _, err := w.ask(chat.Request{})
				if err == nil || len(a.Requests()) != 1 || w.retries() != nil {
					t.Errorf("got %v after %d requests", err, len(a.Requests()))
				}
				if next, err := w.chain.Next(w.ctx, nil); err != nil || (next.Model != "a") != row.rest {
					t.Errorf("then %+v, %v", next, err)
				}
			})
		})
	}
}

func TestTheServersWishToBeLeftAloneIsHonoured(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		w.server.Model("a").Replies(ollamatest.QueueFull().RetryAfter("20"), ollamatest.Say("Now."))
		start := time.Now()
		if _, reply, err := w.ask(chat.Request{}); err != nil || reply.Text != "Now." {
			t.Errorf("got %+v, %v", reply, err)
		}
		took(t, start, 20*time.Second, 21*time.Second)
	})
}

func TestCancelEndsTheWaitForARetryAtOnce(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		w.server.Model("a").Replies(ollamatest.Status(500, "boom"))
		ctx, cancel := context.WithTimeout(w.ctx, 100*time.Millisecond)
		defer cancel()
		start := time.Now()
		_, err := w.chain.Chat(ctx, w.filled(chat.Request{Model: "a"}), w.see)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		took(t, start, 100*time.Millisecond, 101*time.Millisecond)
		if next, err := w.chain.Next(w.ctx, nil); err != nil || next.Model != "a" {
			t.Errorf("a cancelled model rests: %+v, %v", next, err)
		}
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

func TestAPromptThatIsTooLongIsNoFaultOfTheModel(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		w.server.Model("a", ollamatest.Context(100))
		_, _, err := w.ask(chat.Request{Messages: []chat.Message{{Role: chat.RoleUser, Text: strings.Repeat("x", 200)}}})
		if !ollama.TooLong(err) || !errors.Is(err, chat.ErrTooLong) {
			t.Errorf("got %v", err)
		}
		if next, err := w.chain.Next(w.ctx, nil); err != nil || next.Model != "a" {
			t.Errorf("then %+v, %v", next, err)
		}
	})
}
