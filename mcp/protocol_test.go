package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/mcptest"
)

// inBoth runs a test with a server in the older protocol and in the newest.
func inBoth(t *testing.T, test func(t *testing.T, h *Host)) {
	t.Helper()
	for what, s := range map[string]Server{
		"in the older protocol": well(),
		"in the newest":         {Name: "s", Command: mcptest.Command(mcptest.ModeAsked)},
	} {
		t.Run(what, func(t *testing.T) {
			h := started(t, config(s))
			c, err := h.servers[0].use(limited(t))
			if err != nil {
				t.Fatal(err)
			}
			if newest := mcpgo.IsModernProtocol(c.client.ProtocolVersion()); newest == s.Own {
				t.Fatalf("it is spoken to in %s", c.client.ProtocolVersion())
			}
			test(t, h)
		})
	}
}

func TestACancelledCallTellsHowFarItCame(t *testing.T) {
	inBoth(t, func(t *testing.T, h *Host) {
		ctx, cancel := context.WithCancel(limited(t))
		var last chat.Progress
		inv := invocation("s_wait", `{}`)
		inv.Progress = func(p chat.Progress) {
			last = p
			cancel()
		}
		r := h.Call(ctx, inv)
		if want := (chat.Progress{Done: 2, Total: 5, What: "step 2"}); last != want {
			t.Errorf("the progress was %+v", last)
		}
		if r.OK || r.Failure.Class != chat.ErrCancelled || r.Text != "2 of 5" || !strings.Contains(string(r.Data), `"done":2`) {
			t.Errorf("got %+v", r)
		}
		if st := h.States()[0]; st.State != StateReady || st.Restarts != 0 {
			t.Errorf("a server that obeys was ended: %+v", st)
		}
	})
}

func TestToolsThatAppearLaterAreOffered(t *testing.T) {
	inBoth(t, func(t *testing.T, h *Host) {
		if r := h.Call(limited(t), invocation("s_grow", `{}`)); !r.OK {
			t.Fatalf("got %+v", r)
		}
		s, ctx := h.servers[0], limited(t)
		for {
			s.mu.Lock()
			changed := s.changed
			s.mu.Unlock()
			if r := h.Call(ctx, invocation("s_grown", `{"text":"x"}`)); r.OK {
				return
			}
			select {
			case <-changed:
			case <-ctx.Done():
				t.Fatal("the new list was not asked for")
			}
		}
	})
}

func TestAllPagesOfAListAreRead(t *testing.T) {
	whole := len(started(t, config(well())).Specs())
	for _, own := range []bool{true, false} {
		h := started(t, config(Server{Name: "s", Own: own, Command: mcptest.Command(mcptest.ModePages)}))
		if got := len(h.Specs()); got != whole || whole < 10 {
			t.Errorf("own %t: %d of %d tools", own, got, whole)
		}
	}
}

func TestAServerThatDoesNotBearTheNewestProtocolIsAskedInTheOlder(t *testing.T) {
	rows := []struct {
		what, mode string
		restarts   int
	}{
		{"it dies of it", mcptest.ModeOld, 0},
		{"it does not answer", mcptest.ModeDumb, 0},
		{"it says nothing any more", mcptest.ModeSulk, 1},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			t.Parallel()
			cfg := config(Server{Name: "s", Command: mcptest.Command(row.mode)})
			cfg.Limits.Probe, cfg.Limits.Start = 200*time.Millisecond, 2*time.Second
			h := NewHost(cfg)
			t.Cleanup(func() { _ = h.Close() })
			h.Start(t.Context())
			alive(t, h)
			if st := h.States()[0]; st.State != StateReady || st.Restarts != row.restarts {
				t.Errorf("got %+v", st)
			}
		})
	}
}

// pried calls the tool that sends requests to the host.
func pried(t *testing.T, h *Host, roots []string) (told map[string]any) {
	t.Helper()
	inv := invocation("s_pry", `{}`)
	inv.Roots = roots
	r := h.Call(limited(t), inv)
	if err := json.Unmarshal(r.Data, &told); err != nil {
		t.Fatalf("%v in %+v", err, r)
	}
	return told
}

func TestAServerLearnsNothingThatNobodyAllowed(t *testing.T) {
	older := Server{Name: "s", Command: mcptest.Command(mcptest.ModeOld)} // which has such requests
	newest := Server{Name: "s", Command: mcptest.Command(mcptest.ModeWell)}
	for _, s := range []Server{well(), older, newest} {
		for what, got := range pried(t, started(t, config(s)), []string{"/home/someone/Scans"}) {
			if text, _ := got.(string); !strings.HasPrefix(text, "refused") || strings.Contains(text, "Scans") {
				t.Errorf("%v: %s: %v", s.Command[2:], what, got)
			}
		}
	}
}

func TestAServerThatMayKnowIsToldTheRootsOfItsCallAndNothingElse(t *testing.T) {
	h := started(t, config(Server{Name: "s", ShareRoots: true, Command: mcptest.Command(mcptest.ModeWell)}))
	for _, path := range []string{"/home/someone/Scans", "/home/someone/Bücher & more"} {
		told := pried(t, h, []string{path})
		got := fmt.Sprint(told["roots"])
		if !strings.Contains(got, "uri:"+fileURI(path)+"]") || strings.Count(got, "file:") != 1 {
			t.Errorf("with %s it is told %s", path, got)
		}
		for _, what := range []string{"sampling", "elicitation"} {
			if text, _ := told[what].(string); !strings.HasPrefix(text, "refused") {
				t.Errorf("%s: %v", what, told[what])
			}
		}
	}
}
