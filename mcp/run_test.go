package mcp

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

func TestWhatAServerSaysIsHandedOnWhileItRunsAndOnceItIsGone(t *testing.T) {
	cfg := config(well())
	told := make(chan Run, 1000)
	cfg.Keep = func(r Run) { told <- r }
	h := started(t, cfg)
	if r := h.Call(limited(t), invocation("s_shout", `{}`)); !r.OK {
		t.Fatal(r.Failure.Message)
	}
	next := func() Run {
		select {
		case r := <-told:
			return r
		case <-limited(t).Done():
			t.Fatal("nothing is handed on")
			return Run{}
		}
	}
	first := next()
	if first.Server.Name != "s" || first.Began.IsZero() || !first.Ended.IsZero() || first.End != (entry.End{}) || !strings.Contains(first.Words, "all work and no play") {
		t.Errorf("while it runs: %s %s %s %+v, %d bytes", first.Server.Name, first.Began, first.Ended, first.End, len(first.Words))
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	last := next()
	for last.Ended.IsZero() {
		last = next()
	}
	if !last.Began.Equal(first.Began) || last.Ended.Before(last.Began) || last.End != (entry.End{Code: entry.EndStopped}) || len(last.Words) > cfg.Limits.Stderr || !last.Cut {
		t.Errorf("once it is gone: %s %s %+v, %d bytes", last.Began, last.Ended, last.End, len(last.Words))
	}
}
