package mcp

import (
	"context"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/elicit"
	"github.com/deskhand/deskhand/mcp/mcptest"
)

// asking returns a host with a server that may ask; ask answers.
func asking(t *testing.T, s Server, ask func(context.Context, elicit.Question) elicit.Answer) *Host {
	t.Helper()
	cfg := config(s)
	cfg.Ask = ask
	return started(t, cfg)
}

// inEveryWay returns servers that ask: over stdio and HTTP, in the newest protocol and
// the one before it.
func inEveryWay(t *testing.T) map[string]Server {
	t.Helper()
	handler := mcptest.Handler()
	return map[string]Server{
		"newest":           {Name: "s", Command: mcptest.Command(mcptest.ModeWell)},
		"older":            {Name: "s", Command: mcptest.Command(mcptest.ModeOld)},
		"newest over HTTP": at(listening(t, handler).URL + "/mcp"),
		"older over HTTP":  at(listening(t, dated(handler, noMethod)).URL + "/mcp"),
	}
}

func TestAServerAsksThePersonAndGetsWhatWasTyped(t *testing.T) {
	for what, s := range inEveryWay(t) {
		t.Run(what, func(t *testing.T) {
			var asked elicit.Question
			h := asking(t, s, func(_ context.Context, q elicit.Question) elicit.Answer {
				asked = q
				return elicit.Answer{Action: elicit.Accept, Values: map[string]any{"name": "Anna", "news": true}}
			})
			inv := invocation("s_question", `{}`)
			inv.Conversation = "c1"
			r := h.Call(limited(t), inv)
			if !r.OK || !strings.Contains(r.Text, `"content":{"name":"Anna","news":true}`) || !strings.Contains(r.Text, `"action":"accept"`) {
				t.Errorf("got %+v", r)
			}
			if asked.Server != "s" || asked.Tool != "s_question" || asked.CallID != "1" || asked.Conversation != "c1" || asked.Message != "Who is it for?" {
				t.Errorf("asked %+v", asked)
			}
			var names []string
			for _, f := range asked.Fields {
				names = append(names, f.Name)
			}
			if !reflect.DeepEqual(names, []string{"name", "mail", "news", "size"}) {
				t.Errorf("fields %v", names)
			}
		})
	}
}

func TestWhatIsNoAnswerIsToldToTheServerAsNone(t *testing.T) {
	for _, row := range []struct {
		what, args string
		given      elicit.Answer
		want       string
	}{
		{"declined", `{}`, elicit.Answer{Action: elicit.Decline, Values: map[string]any{"name": "Anna"}}, `{"action":"decline"}`},
		{"cancelled", `{}`, elicit.Answer{}, `{"action":"cancel"}`},
		{"without what is required", `{}`, elicit.Answer{Action: elicit.Accept}, `{"action":"cancel"}`},
		{"a page opened", `{"page":true}`, elicit.Answer{Action: elicit.Accept, Values: map[string]any{"name": "Anna"}}, `{"action":"accept"}`},
	} {
		h := asking(t, Server{Name: "s", Command: mcptest.Command(mcptest.ModeOld)}, func(_ context.Context, q elicit.Question) elicit.Answer {
			if (q.URL == mcptest.QuestionPage) != strings.Contains(row.args, "page") {
				t.Errorf("%s: %q is to be opened", row.what, q.URL)
			}
			return row.given
		})
		if r := h.Call(limited(t), invocation("s_question", row.args)); !r.OK || strings.TrimSpace(r.Text[strings.Index(r.Text, "{"):]) != row.want {
			t.Errorf("%s: %+v", row.what, r)
		}
	}
}

func TestAFormThatCannotBeFilledInIsNotPut(t *testing.T) {
	for what, s := range inEveryWay(t) {
		h := asking(t, s, func(context.Context, elicit.Question) elicit.Answer {
			t.Errorf("%s: it was put", what)
			return elicit.Answer{}
		})
		if r := h.Call(limited(t), invocation("s_question", `{"odd":true}`)); r.OK || !strings.Contains(r.Failure.Message, elicit.ErrForm.Error()) {
			t.Errorf("%s: %+v", what, r)
		}
	}
}

func TestACallThatIsRefusedUntilAPageWasVisitedSaysWhetherItWas(t *testing.T) {
	for action, class := range map[elicit.Action]chat.ErrorType{elicit.Accept: chat.ErrExecution, elicit.Decline: chat.ErrDenied} {
		h := asking(t, Server{Name: "s", Command: mcptest.Command(mcptest.ModeOld)}, func(_ context.Context, q elicit.Question) elicit.Answer {
			if q.URL != mcptest.QuestionPage {
				t.Errorf("%+v", q)
			}
			return elicit.Answer{Action: action}
		})
		if r := h.Call(limited(t), invocation("s_gate", `{}`)); r.OK || r.Failure.Class != class {
			t.Errorf("%s: %+v", action, r)
		}
	}
}

func TestAQuestionEndsWithItsCallAndTheServerGoesOn(t *testing.T) {
	for what, s := range inEveryWay(t) {
		t.Run(what, func(t *testing.T) {
			open, ended := make(chan struct{}), make(chan struct{})
			var once sync.Once
			h := asking(t, s, func(ctx context.Context, _ elicit.Question) elicit.Answer {
				once.Do(func() { close(open) })
				<-ctx.Done()
				close(ended)
				return elicit.Answer{Action: elicit.Accept, Values: map[string]any{"name": "too late"}}
			})
			ctx, cancel := context.WithCancel(limited(t))
			go func() {
				<-open
				cancel()
			}()
			if r := h.Call(ctx, invocation("s_question", `{}`)); r.Failure.Class != chat.ErrCancelled {
				t.Errorf("got %+v", r)
			}
			select {
			case <-ended:
			case <-limited(t).Done():
				t.Fatal("the question is open")
			}
			alive(t, h)
		})
	}
}

func TestTheTimeOfACallStandsStillWhileThePersonIsAsked(t *testing.T) {
	s := Server{Name: "s", Command: mcptest.Command(mcptest.ModeOld), Timeout: 2 * time.Second}
	h := asking(t, s, func(ctx context.Context, _ elicit.Question) elicit.Answer {
		slow := time.NewTimer(3 * time.Second)
		defer slow.Stop()
		select {
		case <-slow.C:
		case <-ctx.Done():
		}
		return elicit.Answer{Action: elicit.Decline}
	})
	if r := h.Call(limited(t), invocation("s_question", `{}`)); !r.OK {
		t.Errorf("got %+v", r)
	}
}

// TestAServerAsksOneThingAtATime makes eight concurrent calls ask.
func TestAServerAsksOneThingAtATime(t *testing.T) {
	var mu sync.Mutex
	open, most := 0, 0
	count := func(by int) {
		mu.Lock()
		defer mu.Unlock()
		open += by
		most = max(most, open)
	}
	h := asking(t, Server{Name: "s", Command: mcptest.Command(mcptest.ModeWell)}, func(context.Context, elicit.Question) elicit.Answer {
		count(1)
		defer count(-1)
		return elicit.Answer{Action: elicit.Decline}
	})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if r := h.Call(limited(t), invocation("s_question", `{}`)); !r.OK {
				t.Errorf("got %+v", r)
			}
		})
	}
	all.Wait()
	if most != 1 {
		t.Errorf("%d were open at once", most)
	}
}

func TestAnAnswerDoesNotGetIntoAnotherConversation(t *testing.T) {
	q := newQuestions(func(context.Context, elicit.Question) elicit.Answer { return elicit.Answer{} })
	call := func(conversation string) *call {
		return &call{inv: chat.Invocation{Conversation: conversation}}
	}
	a, b, other := call("a"), call("a"), call("b")
	if q.callOf(t.Context()) != nil {
		t.Error("a server asks without a call")
	}
	q.enter(a)
	q.enter(b)
	if q.callOf(t.Context()) != b {
		t.Error("it is not the newest call that is asked for")
	}
	q.enter(other)
	if q.callOf(t.Context()) != nil {
		t.Error("nobody knows which conversation it is about")
	}
	if told := context.WithValue(t.Context(), callKey{}, a); q.callOf(told) != a {
		t.Error("what the protocol tells does not count")
	}
	q.leave(a)
	if told := context.WithValue(t.Context(), callKey{}, a); q.callOf(told) != nil {
		t.Error("a call that is over asks")
	}
	q.leave(other)
	for range maxQuestions - 1 {
		q.callOf(t.Context())
	}
	if q.callOf(t.Context()) != nil {
		t.Error("it asks without end")
	}
}
