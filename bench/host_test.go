package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	bolt "go.etcd.io/bbolt"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/store"
	"github.com/deskhand/deskhand/mcp"
	"github.com/deskhand/deskhand/mcp/mcptest"
	"github.com/deskhand/deskhand/mcp/reaper"
	"github.com/deskhand/deskhand/mcp/servers/files"
)

const (
	// callLimit is how many times the same call with the bare client a read
	// through guard and host may take, and a change without its append.
	callLimit = 1.5
	// besideLimit is how much slower other servers may get by one that hangs.
	besideLimit = 1.05
	// registered is how many servers are there next to the one that is called.
	registered = 40
)

// roleFiles makes the test binary our files server.
const roleFiles = "bench-files"

// builtIn is the folder of the programs that were built; empty: none were needed.
var builtIn string

func TestMain(m *testing.M) {
	if len(os.Args) > 2 {
		switch os.Args[1] {
		case "reap":
			os.Exit(reaper.Run(os.Args[2:], os.Stderr))
		case mcptest.Role:
			os.Exit(mcptest.Main(os.Args[2:]))
		case roleFiles:
			cfg := files.Config{JournalDir: os.Args[2], Roots: os.Args[3:], In: os.Stdin, Out: os.Stdout}
			if err := files.Serve(context.Background(), cfg); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	code := m.Run()
	if builtIn != "" {
		_ = os.RemoveAll(builtIn)
	}
	os.Exit(code)
}

func self(tb testing.TB) string {
	tb.Helper()
	path, err := os.Executable()
	must(tb, err)
	return path
}

// hosted starts a host and waits for its servers.
func hosted(tb testing.TB, servers ...mcp.Server) *mcp.Host {
	tb.Helper()
	h := mcp.NewHost(mcp.Config{Servers: servers, Reaper: []string{self(tb), "reap", "--"}, Version: "bench"})
	tb.Cleanup(func() { _ = h.Close() })
	h.Start(context.Background())
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	must(tb, h.Wait(ctx))
	return h
}

// guarded gives the files server behind guard and host, with the tools of many
// other servers registered too.
func guarded(tb testing.TB) (*guard.Guard, agentcore.Toolbox) {
	tb.Helper()
	servers := []mcp.Server{{Name: "files", Own: true, Command: []string{self(tb), roleFiles, filepath.Join(tb.TempDir(), "journal")}}}
	for i := range registered {
		servers = append(servers, mcp.Server{Name: fmt.Sprintf("other %d", i), Command: mcptest.Command(mcptest.ModeWell)})
	}
	h := hosted(tb, servers...)
	if n := len(h.Specs()); n < 10*registered {
		tb.Fatalf("only %d tools are registered", n)
	}
	db, err := store.Open(filepath.Join(tb.TempDir(), "deskhand.db"), store.Options{})
	must(tb, err)
	tb.Cleanup(func() { _ = db.Close() })
	var ids atomic.Int64
	g := guard.New(guard.Config{
		Confirm: guard.AllowAll{}, Audit: db, Now: time.Now,
		NewID: func() string { return fmt.Sprint(ids.Add(1)) },
	})
	return g, g.Wrap(h)
}

// Who makes a call.
const (
	byModel  = "model"
	byTriage = "triage"
)

func through(ctx context.Context, tb testing.TB, tools agentcore.Toolbox, by, tool, args, folder string) time.Duration {
	tb.Helper()
	began := time.Now()
	r := tools.Call(ctx, chat.Invocation{
		Call: chat.ToolCall{ID: "1", Name: tool, Args: json.RawMessage(args)}, Roots: []string{folder}, By: by,
	})
	took := time.Since(began)
	if !r.OK {
		tb.Fatalf("%s %s: %+v", tool, args, r)
	}
	return took
}

// bareClient is mcp-go's client on the pipes of the same server.
func bareClient(tb testing.TB, folder string) *client.Client {
	tb.Helper()
	cmd := exec.Command(self(tb), roleFiles, filepath.Join(tb.TempDir(), "journal"), folder)
	in, err := cmd.StdinPipe()
	must(tb, err)
	out, err := cmd.StdoutPipe()
	must(tb, err)
	cmd.Stderr = io.Discard
	must(tb, cmd.Start())
	c := client.NewClient(transport.NewIO(out, in, nil), client.WithProtocolVersion("2025-11-25"))
	tb.Cleanup(func() { _, _, _ = c.Close(), cmd.Process.Kill(), cmd.Wait() })
	must(tb, c.Start(context.Background()))
	_, err = c.Initialize(context.Background(), mcpgo.InitializeRequest{})
	must(tb, err)
	return c
}

func bare(tb testing.TB, c *client.Client, tool, args string) time.Duration {
	tb.Helper()
	var req mcpgo.CallToolRequest
	req.Params.Name, req.Params.Arguments = tool, json.RawMessage(args)
	began := time.Now()
	r, err := c.CallTool(context.Background(), req)
	took := time.Since(began)
	must(tb, err)
	if r.IsError {
		tb.Fatalf("%s %s: %+v", tool, args, r.Content)
	}
	return took
}

// folderOf10 holds ten files that have rested for an hour.
func folderOf10(tb testing.TB) string {
	tb.Helper()
	folder := tb.TempDir()
	old := time.Now().Add(-time.Hour)
	for i := range 10 {
		path := filepath.Join(folder, fmt.Sprintf("%d a.txt", i))
		must(tb, os.WriteFile(path, []byte("x"), 0o600))
		must(tb, os.Chtimes(path, old, old))
	}
	return folder
}

// BenchmarkAReadThroughGuardAndHost compares a list of a folder through guard and
// host, tools of forty servers next to it, with the same call of mcp-go's client.
func BenchmarkAReadThroughGuardAndHost(b *testing.B) {
	folder := folderOf10(b)
	_, tools := guarded(b)
	c := bareClient(b, folder)
	args := fmt.Sprintf(`{"path":%q}`, folder)
	var ours, theirs []time.Duration
	for b.Loop() {
		for range 2000 {
			ours = append(ours, through(context.Background(), b, tools, byModel, "files_list", args, folder))
			theirs = append(theirs, bare(b, c, "list", args))
		}
	}
	ratio := float64(median(ours)) / float64(median(theirs))
	b.ReportMetric(ratio, "×bare")
	b.ReportMetric(float64(median(theirs).Microseconds()), "µs/bare")
	if ratio > callLimit {
		b.Errorf("a read takes %.2f times the bare call; the limit is %v", ratio, callLimit)
	}
}

// BenchmarkAnApprovedChangeThroughGuardAndHost does the same with a move that the
// person approved in a plan: it is on record, on disk, before it is made.
func BenchmarkAnApprovedChangeThroughGuardAndHost(b *testing.B) {
	folder, other := folderOf10(b), folderOf10(b)
	g, tools := guarded(b)
	c, file := bareClient(b, other), appendFile(b)
	var ours, theirs, appends []time.Duration
	for b.Loop() {
		for i := range 300 {
			hash := dryRun(b, tools, folder, i)
			ctx, expire := g.Mint(context.Background(), []string{hash}, folder)
			ours = append(ours, through(ctx, b, tools, byTriage, "files_move", move(folder, i, hash), folder))
			expire()
			theirs = append(theirs, bare(b, c, "move", move(other, i, "")))
			appends = append(appends, bareAppend(b, file, i))
		}
	}
	report(b, ours, theirs, appends)
}

// BenchmarkAForetoldChangeThroughGuardAndHost does it with a move that a model
// asks for: the guard looks first at what it would do, so that the bare client
// does that too.
func BenchmarkAForetoldChangeThroughGuardAndHost(b *testing.B) {
	folder, other := folderOf10(b), folderOf10(b)
	_, tools := guarded(b)
	c, file := bareClient(b, other), appendFile(b)
	var ours, theirs, appends []time.Duration
	for b.Loop() {
		for i := range 300 {
			ours = append(ours, through(context.Background(), b, tools, byModel, "files_move", move(folder, i, ""), folder))
			foretold := bare(b, c, "move", move(other, i, "dry"))
			theirs = append(theirs, foretold+bare(b, c, "move", move(other, i, "")))
			appends = append(appends, bareAppend(b, file, i))
		}
	}
	report(b, ours, theirs, appends)
}

// report holds a change against the bare calls and one append, the fastest of
// each: a busy machine slows down any call, and hardly all of one kind.
func report(b *testing.B, ours, theirs, appends []time.Duration) {
	b.Helper()
	change, call, write := slices.Min(ours), slices.Min(theirs), slices.Min(appends)
	allowed := time.Duration(callLimit*float64(call)) + write
	b.ReportMetric(float64(change)/float64(call), "×bare")
	b.ReportMetric(float64(change)/float64(allowed), "×allowed")
	b.ReportMetric(float64(call.Microseconds()), "µs/bare")
	b.ReportMetric(float64(write.Microseconds()), "µs/append")
	if change > allowed {
		b.Errorf("a change takes %s; with the bare call at %s and an append at %s it may take %s", change, call, write, allowed)
	}
}

// dryRun gives the hash of what a move would do.
func dryRun(tb testing.TB, tools agentcore.Toolbox, folder string, i int) string {
	tb.Helper()
	r := tools.Call(context.Background(), chat.Invocation{
		Call:  chat.ToolCall{ID: "1", Name: "files_move", Args: json.RawMessage(move(folder, i, "dry"))},
		Roots: []string{folder}, By: byTriage,
	})
	var p chat.Preview
	must(tb, json.Unmarshal(r.Data, &p))
	if p.Hash == "" {
		tb.Fatalf("the dry run is %+v", r)
	}
	return p.Hash
}

// move renames one file of a folder, and back the next time: bound to a hash,
// only looked at ("dry"), or just so.
func move(folder string, i int, hash string) string {
	name := filepath.Join(folder, fmt.Sprintf("%d ", i%10))
	from, to := name+"a.txt", name+"b.txt"
	if i/10%2 == 1 {
		from, to = to, from
	}
	switch hash {
	case "":
		return fmt.Sprintf(`{"moves":[{"from":%q,"to":%q}]}`, from, to)
	case "dry":
		return fmt.Sprintf(`{"moves":[{"from":%q,"to":%q}],"dry_run":true}`, from, to)
	}
	return fmt.Sprintf(`{"moves":[{"from":%q,"to":%q}],"plan_hash":%q}`, from, to, hash)
}

// appendFile is a database for bare appends.
func appendFile(tb testing.TB) *bolt.DB {
	tb.Helper()
	db, err := bolt.Open(filepath.Join(tb.TempDir(), "bare.db"), 0o600, nil)
	must(tb, err)
	tb.Cleanup(func() { _ = db.Close() })
	return db
}

// bareAppend is one record of an ordinary size in a transaction that is synced.
func bareAppend(tb testing.TB, db *bolt.DB, i int) time.Duration {
	tb.Helper()
	record := make([]byte, 500)
	began := time.Now()
	must(tb, db.Update(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("audit"))
		if err != nil {
			return err
		}
		return b.Put(fmt.Appendf(nil, "%08d", i), record)
	}))
	return time.Since(began)
}

// BenchmarkNextToAServerThatHangs compares calls of a server next to one that
// hangs in a call with calls of one next to a server that does nothing, in turns.
func BenchmarkNextToAServerThatHangs(b *testing.B) {
	pair := func() *mcp.Host {
		return hosted(b,
			mcp.Server{Name: "a", Own: true, Command: mcptest.Command(mcptest.ModeWell)},
			mcp.Server{Name: "b", Own: true, Command: mcptest.Command(mcptest.ModeWell)})
	}
	hung, calm := pair(), pair()
	hangs, ended := make(chan struct{}), make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer close(ended)
		hung.Call(ctx, chat.Invocation{
			Call: chat.ToolCall{ID: "1", Name: "b_hang"}, By: "model",
			Progress: func(chat.Progress) { close(hangs) },
		})
	}()
	<-hangs
	var adjacent, without []time.Duration
	for b.Loop() {
		for range 5000 {
			adjacent = append(adjacent, through(ctx, b, hung, byModel, "a_echo", `{"text":"x"}`, "/"))
			without = append(without, through(ctx, b, calm, byModel, "a_echo", `{"text":"x"}`, "/"))
		}
	}
	cancel()
	<-ended
	ratio := float64(median(adjacent)) / float64(median(without))
	b.ReportMetric(ratio, "×alone")
	b.ReportMetric(float64(median(without).Microseconds()), "µs/call")
	if ratio > besideLimit {
		b.Errorf("next to a server that hangs a call takes %.3f times as long; the limit is %v", ratio, besideLimit)
	}
}
