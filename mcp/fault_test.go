package mcp

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp/mcptest"
)

// slack is what a fault may take beyond its limit on a busy machine.
const slack = time.Second

func mode(m string) Server {
	return Server{Name: "s", Own: true, Command: mcptest.Command(m)}
}

// alive checks that the server can be used.
func alive(t *testing.T, h *Host) {
	t.Helper()
	if r := h.Call(limited(t), invocation("s_echo", `{"text":"still here"}`)); !r.OK || r.Text != "still here" {
		t.Errorf("the server is not usable afterwards: %+v, %+v", r, h.States())
	}
}

func TestACrashInMidCallIsSeenAndTheServerComesBack(t *testing.T) {
	h := started(t, config(well()))
	r := h.Call(limited(t), invocation("s_crash", `{}`))
	if r.OK || r.Failure.Class != chat.ErrServerDown || r.Duration > slack {
		t.Errorf("got %+v", r)
	}
	alive(t, h)
	st := h.States()[0]
	if st.Restarts != 1 || st.LastError.Code != entry.EndExited || st.LastError.Exit != 3 ||
		!strings.Contains(st.LastError.Words, "segmentation fault, so to say") {
		t.Errorf("got %+v", st)
	}
}

func TestAServerThatIgnoresACancelIsEndedAndStartedAgainWhenNeeded(t *testing.T) {
	h := started(t, config(well()))
	ctx, cancel := context.WithCancel(limited(t))
	var cancelledAt time.Time
	inv := invocation("s_hang", `{}`)
	inv.Progress = func(chat.Progress) {
		cancelledAt = time.Now()
		cancel()
	}
	r := h.Call(ctx, inv)
	if took := time.Since(cancelledAt); took > time.Second {
		t.Errorf("Call returned %s after its cancellation", took)
	}
	if r.Failure.Class != chat.ErrCancelled {
		t.Errorf("got %+v", r)
	}
	if st := reach(t, h, StateIdle); st.PID != 0 {
		t.Errorf("got %+v", st)
	}
	if len(h.Specs()) == 0 {
		t.Error("the tools of a server that can be started again are gone")
	}
	alive(t, h)
}

func TestACallThatShowsNoProgressTimesOut(t *testing.T) {
	s := well()
	s.Timeout = 200 * time.Millisecond
	h := started(t, config(s))
	r := h.Call(limited(t), invocation("s_hang", `{}`))
	if r.Failure.Class != chat.ErrTimeout || r.Duration > s.Timeout+h.cfg.Limits.Grace+slack {
		t.Errorf("got %+v", r)
	}
}

func TestAServerThatNeverAnswersInitializeIsGivenUp(t *testing.T) {
	cfg := config(mode(mcptest.ModeMute))
	cfg.Limits.Start, cfg.Limits.Restarts = 100*time.Millisecond, 1
	h := NewHost(cfg)
	t.Cleanup(func() { _ = h.Close() })
	h.Start(t.Context())
	if err := h.Wait(limited(t), "s"); !errors.Is(err, ErrNotUp) {
		t.Errorf("Wait: %v", err)
	}
	if st := reach(t, h, StateQuarantined); st.LastError.Code != entry.EndUnanswered {
		t.Errorf("got %+v", st)
	}
}

func TestAServerThatEndsTooOftenIsLeftAloneWithItsLastWords(t *testing.T) {
	cfg := config(mode(mcptest.ModeExit))
	h := NewHost(cfg)
	t.Cleanup(func() { _ = h.Close() })
	h.Start(t.Context())
	st := reach(t, h, StateQuarantined)
	if st.Restarts != cfg.Limits.Restarts || !strings.Contains(st.LastError.Words, "no licence found") {
		t.Errorf("got %+v", st)
	}
	r := h.Call(limited(t), invocation("s_echo", `{}`))
	if r.Failure.Class != chat.ErrToolNotFound {
		t.Errorf("a tool of a server that is not there: %+v", r)
	}
}

func TestACommandThatDoesNotExistIsSaid(t *testing.T) {
	cfg := config(Server{Name: "s", Command: []string{"no-such-program-anywhere"}})
	h := NewHost(cfg)
	t.Cleanup(func() { _ = h.Close() })
	h.Start(t.Context())
	if err := h.Wait(limited(t)); err == nil || !strings.Contains(err.Error(), "no-such-program-anywhere") {
		t.Errorf("Wait: %v", err)
	}
}

func TestALineOfOneGiBEndsItsServerInBoundedMemory(t *testing.T) {
	h := started(t, config(well()))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := h.Call(limited(t), invocation("s_flood", `{}`))
	runtime.ReadMemStats(&after)
	if r.Failure.Class != chat.ErrExecution || !strings.Contains(r.Failure.Message, "longer than 16 MiB") {
		t.Errorf("got %+v", r)
	}
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 48<<20+16<<20 {
		t.Errorf("the heap grew by %d MiB", grown>>20)
	}
	alive(t, h)
}

func TestAFloodOnStderrHoldsNothingUp(t *testing.T) {
	h := started(t, config(well()))
	if r := h.Call(limited(t), invocation("s_shout", `{}`)); !r.OK || r.Text != "shouted" {
		t.Errorf("got %+v", r)
	}
	c, err := h.servers[0].use(limited(t))
	if err != nil {
		t.Fatal(err)
	}
	c.stderr.mu.Lock()
	defer c.stderr.mu.Unlock()
	if kept := len(c.stderr.buf); kept > h.cfg.Limits.Stderr {
		t.Errorf("%d bytes of stderr are kept", kept)
	}
}

func TestAServerThatStopsReadingDoesNotHoldTheCaller(t *testing.T) {
	cfg := config(mode(mcptest.ModeDeaf))
	cfg.Limits.Queue = 1 << 20
	h := started(t, cfg)
	args := fmt.Sprintf(`{"text":%q}`, strings.Repeat("x", 600<<10))
	results := make(chan chat.ToolResult, 2)
	for range 2 {
		go func() { results <- h.Call(limited(t), invocation("s_echo", args)) }()
	}
	for range 2 {
		select {
		case r := <-results:
			if r.Failure.Class != chat.ErrServerDown {
				t.Errorf("got %+v", r)
			}
		case <-limited(t).Done():
			t.Fatal("a call hangs")
		}
	}
}

func TestGarbageOnStdoutIsPassedOver(t *testing.T) {
	alive(t, started(t, config(mode(mcptest.ModeNoise))))
}

func TestTenThousandToolsAreListed(t *testing.T) {
	cfg := config(mode(mcptest.ModeMany))
	cfg.Limits.Tools = 11_000
	h := started(t, cfg)
	specs := h.Specs()
	names := map[string]bool{}
	for _, spec := range specs {
		names[spec.Name] = true
	}
	if len(specs) < 10_000 || len(names) != len(specs) {
		t.Errorf("%d tools under %d names", len(specs), len(names))
	}
}

func TestAServerThatListsTooManyToolsIsRefused(t *testing.T) {
	cfg := config(well())
	cfg.Limits.Tools, cfg.Limits.Restarts = 5, 0
	h := NewHost(cfg)
	t.Cleanup(func() { _ = h.Close() })
	h.Start(t.Context())
	if st := reach(t, h, StateQuarantined); st.LastError.Code != entry.EndTooMany {
		t.Errorf("got %+v", st)
	}
}

func TestAHangingServerDoesNotSlowTheOthers(t *testing.T) {
	other := Server{Name: "other", Own: true, Command: mcptest.Command(mcptest.ModeWell)}
	h := started(t, config(well(), other))
	ctx, cancel := context.WithCancel(limited(t))
	hanging := make(chan struct{})
	done := make(chan chat.ToolResult)
	inv := invocation("s_hang", `{}`)
	inv.Progress = func(chat.Progress) { close(hanging) }
	go func() { done <- h.Call(ctx, inv) }()
	<-hanging
	if r := h.Call(limited(t), invocation("other_echo", `{"text":"x"}`)); !r.OK || r.Duration > slack {
		t.Errorf("got %+v", r)
	}
	cancel()
	<-done
}
