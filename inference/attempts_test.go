package inference

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/ollama"
	"github.com/deskhand/deskhand/inference/ollamatest"
	"github.com/deskhand/deskhand/inference/rules"
)

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
		next, err2 := w.chain.Next(w.ctx, []chat.ModelFailure{{Model: "a", Err: err}})
		if err2 != nil || next.Model != "b" {
			t.Fatalf("next is %+v, %v", next, err2)
		}
		if reply, err := w.chain.Chat(w.ctx, w.filled(chat.Request{Model: "b"}), w.see); err != nil || reply.Text != "From b." {
			t.Errorf("got %+v, %v", reply, err)
		}
	})
}

func TestAModelThatFailedCoolsDownAndIsThenProbedByTheFirstRequestNotByALook(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		a := w.server.Model("a").Replies(ollamatest.Status(500, "boom"))
		w.server.Model("b")
		if _, _, err := w.ask(chat.Request{}); err == nil {
			t.Fatal("a answered")
		}
		if next, _, _ := w.ask(chat.Request{}); next.Model != "b" || len(next.Skipped) != 1 || !errors.Is(next.Skipped[0].Err, ErrCoolingDown) {
			t.Errorf("while a cools down: %+v", next)
		}
		time.Sleep(cooldownFor)
		a.Replies(ollamatest.Say("Better."))
		for range 2 {
			if look, err := w.chain.Next(w.ctx, nil); err != nil || look.Model != "a" {
				t.Fatalf("after the cooldown: %+v, %v", look, err)
			}
		}
		adjacent := chat.Candidate{}
		if _, err := w.chain.Chat(w.ctx, w.filled(chat.Request{Model: "a"}), func(chat.Delta) {
			adjacent, _ = w.chain.Next(w.ctx, nil)
		}); err != nil || adjacent.Model != "b" {
			t.Fatalf("next to the probe: %+v, %v", adjacent, err)
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
		time.Sleep(cooldownFor)
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

func TestAModelThatGoesSilentIsAskedOnceMoreAndThenLeft(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		a := w.server.Model("a").Replies(ollamatest.NoAnswer())
		start := time.Now()
		_, _, err := w.ask(chat.Request{})
		if !errors.Is(err, ollama.ErrSilent) || len(a.Requests()) != 2 || a.Unloads() != 1 {
			t.Errorf("asked %d times, unloaded %d times: %v", len(a.Requests()), a.Unloads(), err)
		}
		took(t, start, 4*time.Minute, 5*time.Minute)
	})
}

func TestAfterAParserErrorTheModelIsUnloadedAndAskedALittleWarmer(t *testing.T) {
	limits := DefaultLimits()
	limits.Temperature = new(0.2)
	inAWorld(t, limits, func(w *world) {
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

func TestAMendedCallComesWithTheTextOfItsOwnTryAlone(t *testing.T) {
	tools := []chat.ToolSpec{{Name: "files_list", Parameters: []byte(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`)}}
	inAWorld(t, DefaultLimits(), func(w *world) {
		w.server.Model("a", ollamatest.Tools()).Replies(
			ollamatest.Say("I look.").ParserFails("XML syntax error on line 5: unexpected EOF"),
			ollamatest.Say("I look.").ParserFails(`error parsing tool call: raw='{"path":"/x",}', err=invalid character`))
		_, reply, err := w.ask(chat.Request{Tools: tools})
		if err != nil || reply.Text != "I look." || w.shown != reply.Text || len(reply.Calls) != 1 {
			t.Errorf("got %+v, %v, showed %q", reply, err, w.shown)
		}
	})
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
		what  string
		turn  ollamatest.Turn
		cools bool
	}{
		{"a request that is wrong", ollamatest.Status(400, "wrong"), false},
		{"a request that is not allowed", ollamatest.Status(403, "no"), false},
		{"a model that is gone", ollamatest.Status(404, "model 'a' not found"), false},
		{"a model that repeats itself", ollamatest.Repeat("la", 32), true},
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
				if next, err := w.chain.Next(w.ctx, nil); err != nil || (next.Model != "a") != row.cools {
					t.Errorf("then %+v, %v", next, err)
				}
			})
		})
	}
}

func TestAServerThatAsksToBeLeftAloneIsLeftAlone(t *testing.T) {
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
			t.Errorf("a cancelled model cools down: %+v, %v", next, err)
		}
	})
}

func TestAPromptThatIsTooLongIsNoFaultOfTheModel(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		w.server.Model("a", ollamatest.Context(100))
		_, _, err := w.ask(chat.Request{Messages: []chat.Message{{Role: chat.RoleUser, Text: strings.Repeat("x", 200)}}})
		if !errors.Is(err, chat.ErrTooLong) {
			t.Errorf("got %v", err)
		}
		if next, err := w.chain.Next(w.ctx, nil); err != nil || next.Model != "a" {
			t.Errorf("then %+v, %v", next, err)
		}
	})
}

func TestTurnsSideBySideEachGetTheirOwnAnswer(t *testing.T) {
	s := ollamatest.Start(t)
	s.Model("a").Replies(ollamatest.Say("One ", "answer."))
	client, err := ollama.New(ollama.Config{Host: s.Host()})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	models := append(NewModels(on(client, Limits{}), []string{"a"}, DefaultLimits()), rules.New(rules.Config{}))
	chain := NewChain(models[0], models[1:]...)
	var turns sync.WaitGroup
	for range 8 {
		turns.Go(func() {
			w := world{t: t, ctx: t.Context(), chain: chain}
			if next, reply, err := w.ask(chat.Request{}); err != nil || next.Model != "a" || reply.Text != "One answer." || w.shown != reply.Text {
				t.Errorf("got %+v, %+v, %v", next, reply, err)
			}
		})
	}
	turns.Wait()
}
