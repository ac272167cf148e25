package mcp

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp/mcptest"
)

func TestServersComeAndGoWhileTheHostRuns(t *testing.T) {
	h := started(t, config(well()))
	kept := h.States()[0].PID
	h.Put(Server{Name: "late", Hash: "h1", Command: mcptest.Command(mcptest.ModeWell)})
	if st := h.States(); len(st) != 2 || st[1].State != StateStopped {
		t.Fatalf("one that was put is not there, or started: %+v", st)
	}
	if err := h.StartServer("late"); err != nil {
		t.Fatal(err)
	}
	r := h.Call(limited(t), invocation("late_echo", `{"text":"x"}`))
	if !r.OK {
		t.Errorf("got %+v", r)
	}
	_, o, _ := h.find("late_echo")
	first := h.States()[1].PID
	h.Put(Server{Name: "late", Hash: "h1", Command: mcptest.Command(mcptest.ModeWell)})
	if st := h.States()[1]; st.PID != first || o.spec.ServerHash != "h1" {
		t.Errorf("one that is the same was touched: %+v", st)
	}
	off := Server{Name: "late", Hash: "h1", Command: mcptest.Command(mcptest.ModeWell), DisabledTools: []string{"echo"}}
	pid := h.States()[0].PID
	h.Put(off)
	if _, _, ok := h.find("late_echo"); ok || h.States()[0].PID != pid {
		t.Errorf("a tool that was switched off is there: %v, or the server was started again", ok)
	}
	if got := h.Call(t.Context(), chat.Invocation{Call: chat.ToolCall{Name: "late_echo"}}); got.Failure.Class != chat.ErrToolNotFound {
		t.Errorf("it is called: %+v", got)
	}
	off.DisabledTools = nil
	h.Put(off)
	if _, o, ok := h.find("late_echo"); !ok || o.spec.Instructions != mcptest.Instructions {
		t.Errorf("switched on it is there: %v, with %q", ok, o.spec.Instructions)
	}
	h.Put(Server{Name: "late", Hash: "h2", Command: mcptest.Command(mcptest.ModeWell, "x")})
	if st := h.States()[1]; st.State != StateStopped || st.PID != 0 {
		t.Errorf("another one runs unasked: %+v", st)
	}
	h.Remove("late")
	if st := h.States(); len(st) != 1 || st[0].PID != kept {
		t.Errorf("after it was removed: %+v", st)
	}
	if err := h.StartServer("late"); err == nil {
		t.Error("one that is not there was started")
	}
	alive(t, h)
}

// checked returns a host whose servers may be started times times, and the count of
// checks.
func checked(t *testing.T, times int32) (*Host, *atomic.Int32) {
	t.Helper()
	asked := &atomic.Int32{}
	cfg := config(Server{Name: "s", Command: mcptest.Command(mcptest.ModeWell)})
	cfg.Check = func(Server) error {
		if asked.Add(1) > times {
			return errors.New("its program has changed")
		}
		return nil
	}
	h := NewHost(cfg)
	t.Cleanup(func() { _ = h.Close() })
	h.Start(t.Context())
	return h, asked
}

func TestAServerIsCheckedBeforeEachStartAndAfterIt(t *testing.T) {
	for _, row := range []struct {
		what  string
		times int32
		runs  int
	}{{"before it is started", 0, 0}, {"once it has started", 1, 1}} {
		h, asked := checked(t, row.times)
		st := reach(t, h, StateQuarantined)
		if asked.Load() != row.times+1 || len(h.Runs("s")) != row.runs || st.PID != 0 || st.LastError.Code != entry.EndBarred {
			t.Errorf("%s: asked %d times, %d runs, %+v", row.what, asked.Load(), len(h.Runs("s")), st)
		}
		if len(h.Specs()) != 0 {
			t.Errorf("%s: its tools are offered", row.what)
		}
	}
}

func TestAServerIsCheckedBeforeARestart(t *testing.T) {
	h, asked := checked(t, 2)
	reach(t, h, StateReady)
	h.Call(limited(t), invocation("s_crash", `{}`))
	if st := reach(t, h, StateQuarantined); asked.Load() != 3 || len(h.Runs("s")) != 1 || st.PID != 0 {
		t.Errorf("asked %d times, %d runs, %+v", asked.Load(), len(h.Runs("s")), st)
	}
	if r := h.Call(limited(t), invocation("s_echo", `{}`)); r.OK {
		t.Errorf("it can be called: %+v", r)
	}
}

func TestOurOwnServersAreNotChecked(t *testing.T) {
	cfg := config(well())
	cfg.Check = func(Server) error { return errors.New("no") }
	alive(t, started(t, cfg))
}

func TestAServerThatComesLaterChangesOnlyTheNamesThatItHasAClaimTo(t *testing.T) {
	h := started(t, config(Server{Name: "a", Own: true, Command: mcptest.Command(mcptest.ModeWell)}))
	before := h.Specs()
	h.Put(Server{Name: "a_pry", Command: mcptest.Command(mcptest.ModeWell)})
	for i, spec := range h.Specs() {
		if spec.Name != before[i].Name {
			t.Errorf("%s is now called %s", before[i].Name, spec.Name)
		}
	}
	h.Put(Server{Name: "a", Own: true, Hash: "changed", Command: mcptest.Command(mcptest.ModeWell)})
	if len(h.Specs()) != 0 {
		t.Error("the tools of a server that is not started are listed")
	}
}

func TestAServerThatWasLeftAloneGetsItsChancesAgainWhenItIsStarted(t *testing.T) {
	cfg := config(mode(mcptest.ModeExit))
	h := NewHost(cfg)
	t.Cleanup(func() { _ = h.Close() })
	h.Start(t.Context())
	reach(t, h, StateQuarantined)
	restarts := h.States()[0].Restarts
	if err := h.StartServer("s"); err != nil {
		t.Fatal(err)
	}
	if st := reach(t, h, StateQuarantined); st.Restarts != restarts+cfg.Limits.Restarts {
		t.Errorf("it was restarted %d times, then %d", restarts, st.Restarts)
	}
	runs := h.Runs("s")
	if len(runs) != 2 || !strings.Contains(runs[0].Words, "no licence found") || runs[1].End != (entry.End{Code: entry.EndExited, Exit: 3}) || runs[1].Ended.IsZero() {
		t.Errorf("of the last two runs it is told %+v", runs)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if err := h.StartServer("s"); err == nil {
		t.Error("a closed host starts a server")
	}
}

func TestStopDuringACallAnswersIt(t *testing.T) {
	h := started(t, config(well()))
	hanging := make(chan struct{})
	answered := make(chan chat.ToolResult)
	inv := invocation("s_hang", `{}`)
	inv.Progress = func(chat.Progress) { close(hanging) }
	go func() { answered <- h.Call(limited(t), inv) }()
	<-hanging
	h.StopServer("s")
	if r := <-answered; r.OK || r.Failure.Class != chat.ErrCancelled {
		t.Errorf("got %+v", r)
	}
}
