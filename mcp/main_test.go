package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/mcptest"
	"github.com/deskhand/deskhand/mcp/reaper"
)

// roleHost makes the test binary a program that hosts a server until it is killed.
const roleHost = "mcp-test-host"

func TestMain(m *testing.M) {
	role := ""
	if len(os.Args) > 1 {
		role = os.Args[1]
	}
	switch role {
	case "reap":
		os.Exit(reaper.Run(os.Args[2:], os.Stderr))
	case mcptest.Role:
		os.Exit(mcptest.Main(os.Args[2:]))
	case roleHost:
		os.Exit(hostUntilKilled(os.Args[2]))
	default:
		os.Exit(m.Run())
	}
}

// hostUntilKilled starts a server with descendants and reports it on stdout.
func hostUntilKilled(dir string) int {
	h := NewHost(config(Server{Name: "s", Own: true, Command: mcptest.Command(mcptest.ModeWell)}))
	h.Start(context.Background())
	r := h.Call(context.Background(), invocation("s_brood", fmt.Sprintf(`{"dir":%q}`, dir)))
	if !r.OK {
		fmt.Println(r.Failure.Message)
		return 1
	}
	pid := h.States()[0].PID
	fmt.Println("up", pid, r.Text)
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0
}

// testLimit bounds everything that a test waits for.
const testLimit = time.Minute

func config(servers ...Server) Config {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	limits := DefaultLimits()
	limits.RestartDelay = time.Millisecond
	return Config{Servers: servers, Reaper: []string{self, "reap", "--"}, Version: "test", Limits: limits}
}

// well returns a well-behaved server of ours, named s.
func well() Server {
	return Server{Name: "s", Own: true, Command: mcptest.Command(mcptest.ModeWell)}
}

// started returns a host whose servers are up, closed with the test.
func started(t *testing.T, cfg Config) *Host {
	t.Helper()
	h := NewHost(cfg)
	t.Cleanup(func() { _ = h.Close() })
	h.Start(t.Context())
	if err := h.Wait(limited(t)); err != nil {
		t.Fatalf("wait for the servers: %v", err)
	}
	return h
}

func limited(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testLimit)
	t.Cleanup(cancel)
	return ctx
}

func invocation(tool, args string) chat.Invocation {
	return chat.Invocation{Call: chat.ToolCall{ID: "1", Name: tool, Args: json.RawMessage(args)}, By: "model"}
}

// reach waits until the first server is in a state.
func reach(t *testing.T, h *Host, want State) ServerState {
	t.Helper()
	ctx, s := limited(t), h.servers[0]
	for {
		s.mu.Lock()
		state, changed := s.state, s.changed
		s.mu.Unlock()
		if state == want {
			return s.snapshot()
		}
		select {
		case <-changed:
		case <-ctx.Done():
			t.Fatalf("the server is %s, never got %s: %+v", state, want, s.snapshot().LastError)
		}
	}
}
