//go:build unix

package files_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/mcp/servers/files"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs/safefstest"
)

// The test binary is the server when these are set.
const (
	envRoot     = "FILES_TEST_ROOT"
	envJournals = "FILES_TEST_JOURNALS"
	// envKill is the number of the call to the disk in front of which the
	// server kills itself, counted from the first rename on.
	envKill = "FILES_TEST_KILL"
)

func TestMain(m *testing.M) {
	if os.Getenv(envRoot) == "" {
		os.Exit(m.Run())
	}
	cfg := files.Config{
		Roots: []string{os.Getenv(envRoot)}, JournalDir: os.Getenv(envJournals),
		In: os.Stdin, Out: os.Stdout, Log: os.Stderr, FS: suicidal(os.Getenv(envKill)),
	}
	if err := files.Serve(context.Background(), cfg); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// suicidal is a disk on which the process dies, as hard as there is.
func suicidal(at string) safefs.FS {
	n, err := strconv.Atoi(at)
	if err != nil {
		return safefs.Disk{}
	}
	calls, armed := 0, false
	return &safefstest.Trap{Inner: safefs.Disk{}, Before: func(c safefstest.Call) error {
		armed = armed || c.Op == "Rename"
		if armed {
			calls++
		}
		if calls > n {
			return syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
		return nil
	}}
}

// process is a server in a process of its own.
func (d *fixture) process(env ...string) *client.Client {
	d.t.Helper()
	env = append(env, envRoot+"="+d.root, envJournals+"="+d.journals)
	c, err := client.NewStdioMCPClient(os.Args[0], env)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = c.Close() })
	initialize(d.t, c)
	return c
}

func TestAServerInItsOwnProcessMovesReportsProgressAndEndsWithItsInput(t *testing.T) {
	d := newFixture(t)
	var moves []object
	for i := range 10 {
		name := fmt.Sprintf("%d.txt", i)
		d.write(name, name)
		moves = append(moves, object{"from": d.path(name), "to": d.path("x/" + name)})
	}
	c := d.process()
	var notices atomic.Int32
	c.OnNotification(func(n mcp.JSONRPCNotification) {
		if n.Method == "notifications/progress" {
			notices.Add(1)
		}
	})
	r := call(t.Context(), t, c, "move", object{"moves": moves}, object{"progressToken": "p"})
	if r.failed || r.Receipt.Moved != 10 {
		t.Fatalf("it is answered %+v", r)
	}
	call(t.Context(), t, c, "history", object{}, nil)
	if err := c.Close(); err != nil {
		t.Errorf("the server does not end with its input: %v", err)
	}
	if notices.Load() == 0 {
		t.Error("no progress was reported")
	}
}

func TestABatchThatAKilledServerLeftIsSeenFinishedAndRolledBack(t *testing.T) {
	for _, at := range []int{0, 1, 2, 5, 9, 14, 20} {
		t.Run(fmt.Sprintf("killed %d calls after the first rename", at), func(t *testing.T) {
			d := newFixture(t, "a.txt", "b.txt", "c.txt", "d.txt")
			before := tree(t, d.root)
			delete(before, "./")
			var req mcp.CallToolRequest
			req.Params.Name = "move"
			req.Params.Arguments = object{"moves": d.moves("a.txt", "b.txt", "b.txt", "a.txt", "c.txt", "new/c.txt", "d.txt", "new/d.txt"), "batch": "cut", "total": 8}
			if _, err := d.process(envKill+"="+strconv.Itoa(at)).CallTool(t.Context(), req); err == nil {
				t.Fatal("the server lived on")
			}
			d.start(d.root)
			h := d.ok("history", object{}).Batches
			if len(h) != 1 || h[0].State != "interrupted" || h[0].Of != 8 {
				t.Fatalf("the history is %+v", h)
			}
			shown := d.ok("finish", object{"batch": "cut", "dry_run": true})
			if done := h[0].Done; len(shown.Effect) != 4-done || shown.Hash == "" || shown.Missing != 4 {
				t.Fatalf("%d moves are done, and the finish would do %+v", done, shown)
			}
			finished := d.ok("finish", object{"batch": "cut", "plan_hash": shown.Hash})
			if r := finished.Receipt; r == nil || r.FilesIn != 4 || r.FilesOut != 4 || r.Moved != 4 || finished.Missing != 4 {
				t.Fatalf("the finish is %+v", r)
			}
			if h := d.ok("history", object{}).Batches[0]; h.State != "done" || h.Done != 4 || h.Of != 4 {
				t.Fatalf("finished, the history is %+v", h)
			}
			if again := d.call("finish", object{"batch": "cut"}); again.ErrorType != "invalid_args" {
				t.Fatalf("a second finish is answered %+v", again)
			}
			d.ok("undo", object{})
			d.holds(before)
			if state := d.ok("history", object{}).Batches[0].State; state != "undone" {
				t.Errorf("rolled back, the batch is %q", state)
			}
		})
	}
}

func TestTwoServersDoNotWorkOnOneBatch(t *testing.T) {
	d := newFixture(t, "a.txt", "b.txt")
	c := d.process()
	args := object{"moves": d.moves("a.txt", "x.txt"), "batch": "shared", "total": 2}
	if r := call(t.Context(), t, c, "move", args, nil); r.failed {
		t.Fatal(r.text)
	}
	args["moves"] = d.moves("b.txt", "y.txt")
	for _, r := range []result{d.call("move", args), d.call("undo", object{"batch": "shared"})} {
		if !r.failed || r.ErrorType != "blocked" {
			t.Errorf("while the other one waits for a page, it is answered %+v", r)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if h := d.ok("history", object{}).Batches[0]; h.State != "interrupted" || h.Done != 1 || h.Of != 2 {
		t.Errorf("the history is %+v", h)
	}
	if r := d.ok("undo", object{}); r.Restored != 1 {
		t.Errorf("the undo is %+v", r)
	}
}

func TestACancelledMoveStopsBetweenTwoFilesAndCanBeUndone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	root, journals := t.TempDir(), t.TempDir()
	renames := 0
	trap := &safefstest.Trap{Inner: safefs.Disk{}, Before: func(c safefstest.Call) error {
		if c.Op == "Rename" {
			if renames++; renames == 3 {
				cancel()
			}
		}
		return nil
	}}
	d := &fixture{t: t, root: root, journals: journals}
	var names []string
	for i := range 6 {
		names = append(names, fmt.Sprintf("%d.txt", i), fmt.Sprintf("%d.pdf.txt", i))
		d.write(names[2*i], "x")
	}
	srv, err := files.New(t.Context(), files.Config{Roots: []string{root}, JournalDir: journals, FS: trap})
	if err != nil {
		t.Fatal(err)
	}
	var req mcp.CallToolRequest
	req.Params.Name, req.Params.Arguments = "move", object{"moves": d.moves(names...), "batch": "stopped"}
	if _, err := srv.MCP.GetTool("move").Handler(ctx, req); err != nil {
		t.Fatal(err)
	}
	if err := srv.Close(); err != nil {
		t.Fatal(err)
	}
	d.start(root)
	h := d.ok("history", object{}).Batches[0]
	if h.State != "stopped" || h.Done != 3 || h.Of != 6 || h.Receipt == nil || !h.Receipt.Stopped || h.Receipt.FilesOut != 6 {
		t.Fatalf("the history is %+v, its receipt %+v", h, h.Receipt)
	}
	if r := d.ok("undo", object{}); r.Restored != 3 {
		t.Errorf("the undo is %+v", r)
	}
	for i := range 6 {
		if _, err := os.Stat(filepath.Join(root, names[2*i])); err != nil {
			t.Error(err)
		}
	}
}
