package contract

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/ollama"
)

func notFound(t *asking) {
	if _, err := t.ask(chat.Request{}, backend.Setting{}, nil); !is(err, chat.FaultNotInstalled) {
		t.Errorf("chat: %v", err)
	}
	if _, err := t.client.Show(t.Context(), Model); !is(err, chat.FaultNotInstalled) {
		t.Errorf("show: %v", err)
	}
}

func cannot(t *asking) {
	t.install(Scenario{Steps: []Step{{Text: []string{"ok"}}}})
	if _, err := t.ask(chat.Request{Tools: lister}, backend.Setting{}, nil); !is(err, chat.FaultNoTools) {
		t.Errorf("tools: %v", err)
	}
}

func cannotThink(t *testCase) {
	t.install(Scenario{Steps: []Step{{Text: []string{"ok"}}}})
	if _, err := t.ask(chat.Request{Think: chat.ThinkOn}, backend.Setting{}, nil); !is(err, chat.FaultNoThinking) {
		t.Errorf("thinking: %v", err)
	}
}

func tooLong(t *testCase) {
	t.install(Scenario{Steps: []Step{{Text: []string{"ok"}}}})
	long := []chat.Message{{Role: chat.RoleUser, Text: strings.Repeat("word ", 600)}}
	if _, err := t.ask(chat.Request{Window: 2048, Messages: long}, backend.Setting{}, nil); !errors.Is(err, chat.ErrTooLong) {
		t.Errorf("got %v", err)
	}
}

func lost(t *testCase) {
	t.install(Scenario{Tools: true, Steps: []Step{{Malformed: true}}})
	reply, err := t.ask(chat.Request{Tools: lister}, backend.Setting{}, nil)
	if err != nil || reply.Text != "" || reply.Calls != nil || reply.DoneReason != "stop" {
		t.Errorf("got %+v, %v", reply, err)
	}
}

// parserFails asks until the model hangs, which on a real server is a race that it mostly
// loses.
func parserFails(t *testCase) {
	t.install(Scenario{Tools: true, Strict: true, Steps: []Step{{Malformed: true}, {Text: []string{"Well."}}}})
	const attempts = 10
	for n := 1; ; n++ {
		if _, err := t.ask(chat.Request{Tools: lister}, backend.Setting{}, nil); !is(err, chat.FaultUnreadableCall) || !isStatus(err, serverError) {
			t.Fatalf("got %v", err)
		}
		if t.hangs() {
			break
		}
		if n == attempts {
			t.Fatalf("it did not hang after any of %d errors", n)
		}
	}
	if err := t.own().Unload(t.Context(), Model); err != nil {
		t.Fatalf("unload: %v", err)
	}
	t.worksAgain()
}

// hangs requests the second step and reports whether there was no answer.
func (t *testCase) hangs() bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	defer cancel()
	_, err := t.own().Chat(ctx, filled(chat.Request{Messages: later()}), backend.Setting{}, func(chat.Delta) {})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("neither an answer nor a hang: %v", err)
	}
	return err != nil
}

func parserFailsLate(t *testCase) {
	t.install(Scenario{Tools: true, Strict: true, Steps: []Step{{Text: []string{"I look."}, Malformed: true}, {Text: []string{"Well."}}}})
	var seen strings.Builder
	_, err := t.ask(chat.Request{Tools: lister}, backend.Setting{}, func(d chat.Delta) { seen.WriteString(d.Text) })
	if !is(err, chat.FaultUnreadableCall) || !isStatus(err, inStream) || seen.String() != "I look." {
		t.Fatalf("saw %q, %v", seen.String(), err)
	}
	if err := t.own().Unload(t.Context(), Model); err != nil {
		t.Fatalf("unload: %v", err)
	}
	t.worksAgain()
}

func repeats(t *testCase) {
	t.install(Scenario{Steps: []Step{{Text: []string{"la "}, Endless: true}}})
	if reply, err := t.ask(chat.Request{}, backend.Setting{}, nil); !errors.Is(err, ollama.ErrRepeats) {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func cannotLoad(t *testCase) {
	t.install(Scenario{Fault: WeightsMissing, Steps: []Step{{Text: []string{"ok"}}}})
	if err := t.own().Preload(t.Context(), Model, 4096); !saysNotLoaded(err) {
		t.Errorf("preload: %v", err)
	}
	if _, err := t.ask(chat.Request{}, backend.Setting{}, nil); !saysNotLoaded(err) {
		t.Errorf("chat: %v", err)
	}
}

// saysNotLoaded reports whether err says that a model cannot be loaded: the runner's last
// output, or a load failure if the connection broke before the server saw the runner end.
func saysNotLoaded(err error) bool {
	return isStatus(err, serverError) &&
		(strings.Contains(err.Error(), "missing tensor") || strings.Contains(err.Error(), "model failed to load"))
}

func templateFails(t *testCase) {
	t.install(Scenario{Fault: TemplateFails, Steps: []Step{{Text: []string{"ok"}}}})
	if _, err := t.ask(chat.Request{}, backend.Setting{}, nil); !isStatus(err, serverError) || !strings.Contains(err.Error(), "template: ") {
		t.Errorf("got %v", err)
	}
}

func cancels(t *testCase) {
	t.install(flood())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if _, err := t.own().Chat(ctx, floods(), backend.Setting{}, func(chat.Delta) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	start := time.Now()
	t.worksAgain()
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("the next answer took %v", took)
	}
}

// inTheMiddle requests the flood and calls act at its first piece.
func (t *testCase) inTheMiddle(c *ollama.Client, act func()) error {
	t.Helper()
	done := false
	_, err := c.Chat(t.Context(), floods(), backend.Setting{}, func(chat.Delta) {
		if !done {
			done = true
			act()
		}
	})
	return err
}

func runnerKilled(t *testCase) {
	t.install(flood())
	if err := t.inTheMiddle(t.own(), func() { t.KillRunner(t.T, Model) }); !isStatus(err, inStream) {
		t.Errorf("got %v", err)
	}
	t.worksAgain()
}

func runnerKilledIdle(t *testCase) {
	t.install(Scenario{Steps: []Step{{Text: []string{"ok"}}, {Text: []string{"Well."}}}})
	if _, err := t.ask(chat.Request{}, backend.Setting{}, nil); err != nil {
		t.Fatal(err)
	}
	t.KillRunner(t.T, Model)
	t.worksAgain()
}

func runnerFreezes(t *testCase) {
	t.install(flood())
	limits := ollama.DefaultLimits()
	limits.Idle = hang
	if err := t.inTheMiddle(t.within(limits), func() { t.FreezeRunner(t.T, Model) }); !errors.Is(err, ollama.ErrSilent) {
		t.Errorf("got %v", err)
	}
	if err := t.own().Unload(t.Context(), Model); err != nil {
		t.Errorf("unload: %v", err)
	}
	t.worksAgain()
}

func serverKilled(t *testCase) {
	t.install(flood())
	if err := t.inTheMiddle(t.own(), func() { t.Stop(t.T) }); !errors.Is(err, ollama.ErrCut) {
		t.Errorf("got %v", err)
	}
	if _, err := t.ask(chat.Request{}, backend.Setting{}, nil); !errors.Is(err, ollama.ErrUnreachable) {
		t.Errorf("then %v", err)
	}
}

// queueFull keeps a model busy while several requests want another one: one is next, one
// waits, and a third is refused, or two if they come before the server has turned to the
// first.
func queueFull(t *testCase) {
	t.install(flood())
	t.Install(t.T, Scenario{Name: "other", Steps: []Step{{Text: []string{"Other."}}}})
	const asked = 3
	answers := make(chan error, asked)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first := true
	_, err := t.own().Chat(ctx, floods(), backend.Setting{}, func(chat.Delta) {
		if !first {
			return
		}
		first = false
		for range asked {
			go func() { answers <- t.askOther() }()
		}
		if err := <-answers; !isStatus(err, serverBusy) {
			t.Errorf("the queue is not full: %v", err)
		}
		cancel()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	answered := 0
	for range asked - 1 {
		switch err := <-answers; {
		case err == nil:
			answered++
		case !isStatus(err, serverBusy):
			t.Errorf("who waited: %v", err)
		}
	}
	if answered == 0 {
		t.Error("nobody who waited was answered")
	}
}

func (t *testCase) askOther() error {
	reply, err := t.ask(chat.Request{Model: "other"}, backend.Setting{}, nil)
	if err == nil && reply.Text != "Other." {
		return errors.New("it says " + reply.Text)
	}
	return err
}

// is reports whether a fault has this code.
func is(err error, code chat.FaultCode) bool { return chat.FaultOf(err).Code == code }

func isStatus(err error, code int) bool {
	var status *ollama.StatusError
	return errors.As(err, &status) && status.Code == code
}
