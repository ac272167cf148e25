package mcp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"pgregory.net/rapid"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/meta"
)

func TestToolNamesArePlainWhereTheyCanBe(t *testing.T) {
	servers := []Server{{Name: "files"}, {Name: "my server"}, {Name: "my-server"}, {Name: "files_x"}, {Name: "日本"}}
	n := namers(servers)
	rows := []struct {
		server int
		tools  []string
		want   []string // a name that ends in "__" means one with a digest
	}{
		{0, []string{"list", "make_folder"}, []string{"files_list", "files_make_folder"}},
		{0, []string{"read-file", "read_file", "read.file"}, []string{"files_read_file__", "files_read_file", "files_read_file__"}},
		{0, []string{"x_move"}, []string{"files_x_move__"}},
		{0, []string{"list", "list"}, []string{"files_list", ""}},
		{1, []string{"a b"}, []string{"my_server_a_b"}},
		{2, []string{"a"}, []string{"my_server___a"}},
		{3, []string{"move"}, []string{"files_x_move"}},
		{4, []string{"読む"}, []string{"server_tool"}},
	}
	digest := regexp.MustCompile("__[0-9a-f]{10}")
	for _, row := range rows {
		got := n[row.server].names(row.tools)
		for i, name := range got {
			if name = digest.ReplaceAllString(name, "__"); name != row.want[i] {
				t.Errorf("%s of %s is called %q", row.tools[i], servers[row.server].Name, got[i])
			}
		}
	}
}

func TestToolNamesAreDifferentAndCallable(t *testing.T) {
	callable := regexp.MustCompile(`^[A-Za-z0-9_]+$`)
	name := rapid.StringMatching(`[ab_. é]{0,4}`)
	rapid.Check(t, func(t *rapid.T) {
		var servers []Server
		for _, s := range rapid.SliceOfNDistinct(name, 1, 5, rapid.ID[string]).Draw(t, "servers") {
			servers = append(servers, Server{Name: s})
		}
		taken := map[string]string{}
		for _, n := range namers(servers) {
			tools := rapid.SliceOfNDistinct(name, 0, 8, rapid.ID[string]).Draw(t, "tools of "+n.raw)
			for i, full := range n.names(tools) {
				what := n.raw + "/" + tools[i]
				if !callable.MatchString(full) {
					t.Fatalf("%q is called %q", what, full)
				}
				if other, ok := taken[full]; ok {
					t.Fatalf("%q and %q are both called %q", other, what, full)
				}
				taken[full] = what
			}
		}
	})
}

func TestNamesDoNotDependOnWhatOthersList(t *testing.T) {
	name := rapid.StringMatching(`[ab_.]{1,4}`)
	rapid.Check(t, func(t *rapid.T) {
		tools := rapid.SliceOfNDistinct(name, 1, 6, rapid.ID[string]).Draw(t, "tools")
		n := namers([]Server{{Name: "a"}, {Name: "a_b"}})[0]
		all, alone := n.names(tools), n.names(tools[:1])
		if sanitize(tools[0]) == tools[0] && all[0] != alone[0] {
			t.Fatalf("%q is called %q alone and %q among others", tools[0], alone[0], all[0])
		}
	})
}

func TestRestartsBackOffAndStop(t *testing.T) {
	limits := DefaultLimits()
	b := backoff{limits: limits, random: func() float64 { return 1 }}
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	for i, want := range []time.Duration{500, 1000, 2000, 4000, 8000} {
		if got, ok := b.next(now); !ok || got != want*time.Millisecond {
			t.Errorf("restart %d after %s, %t", i+1, got, ok)
		}
	}
	if _, ok := b.next(now); ok {
		t.Error("a sixth end within ten minutes is not the last")
	}
	if got, ok := b.next(now.Add(limits.RestartSpan)); !ok || got != limits.RestartDelay {
		t.Errorf("ends of long ago count: %s, %t", got, ok)
	}
	b.limits.Restarts = 100
	for range 50 {
		if got, ok := b.next(now); !ok || got > limits.RestartMax {
			t.Fatalf("%s is more than the longest delay", got)
		}
	}
}

func TestLinesAreBoundedHoweverTheyArrive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const limit = 10
		lines := rapid.SliceOfN(rapid.IntRange(0, 12), 0, 8).Draw(t, "lengths")
		var in strings.Builder
		for _, n := range lines {
			in.WriteString(strings.Repeat("x", n) + "\n")
		}
		var cause error
		chunk := rapid.IntRange(1, 30).Draw(t, "chunk")
		b := &boundedLines{src: &chunks{strings.NewReader(in.String()), chunk}, limit: limit, ended: func(err error) { cause = err }}
		out, err := io.ReadAll(b)
		if err != nil {
			t.Fatal(err)
		}
		tooLong := false
		for _, n := range lines {
			tooLong = tooLong || n > limit
		}
		if tooLong != errors.Is(cause, errLine) || !tooLong && string(out) != in.String() || !strings.HasPrefix(in.String(), string(out)) {
			t.Fatalf("lines of %v in pieces of %d: %q, %v", lines, chunk, out, cause)
		}
	})
}

// chunks reads at most n bytes at a time.
type chunks struct {
	r io.Reader
	n int
}

func (c *chunks) Read(p []byte) (int, error) { return c.r.Read(p[:min(c.n, len(p))]) }

func TestTheRingKeepsTheLastBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRing(16)
		var all []byte
		for _, p := range rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, 40), 0, 10).Draw(t, "writes") {
			all = append(all, p...)
			if n, err := r.Write(p); n != len(p) || err != nil {
				t.Fatal(n, err)
			}
		}
		if want := all[max(0, len(all)-16):]; !bytes.Equal(r.buf, want) {
			t.Fatalf("kept %q, not %q", r.buf, want)
		}
	})
}

// stuckPipe is a pipe that nobody reads until it is closed.
type stuckPipe struct{ closed chan struct{} }

func (s stuckPipe) Write([]byte) (int, error) {
	<-s.closed
	return 0, io.ErrClosedPipe
}

func (s stuckPipe) Close() error {
	close(s.closed)
	return nil
}

func TestWriteNeverBlocks(t *testing.T) {
	stuck := 0
	w := newQueueWriter(stuckPipe{make(chan struct{})}, 100, func() { stuck++ })
	for range 10 {
		if _, err := w.Write(make([]byte, 10)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Write(make([]byte, 1)); !errors.Is(err, errStuck) || stuck != 1 {
		t.Errorf("got %v, %d", err, stuck)
	}
	if err := errors.Join(w.Close(), w.Close()); err != nil {
		t.Error(err)
	}
	<-w.done
	if _, err := w.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("after Close: %v", err)
	}
}

func TestProgressOfAServerIsBounded(t *testing.T) {
	rows := []struct {
		what        string
		done, total any
		want        chat.Progress
	}{
		{"counts", 3.0, 12.0, chat.Progress{Done: 3, Total: 12}},
		{"fractions of one", 0.25, 1.0, chat.Progress{Done: 25, Total: 100}},
		{"no total", 7.0, nil, chat.Progress{Done: 7}},
		{"nonsense", "x", -4.0, chat.Progress{}},
		{"more than fits", 1e300, 1e300, chat.Progress{Done: 1<<31 - 1, Total: 1<<31 - 1}},
	}
	for _, row := range rows {
		if got := progressOf(map[string]any{"progress": row.done, "total": row.total}); got != row.want {
			t.Errorf("%s: %+v", row.what, got)
		}
	}
}

// A batch of ours goes on as long as it shows progress; a call of another server ends.
func TestProgressExtendsACallOfAnotherServerUpToALimit(t *testing.T) {
	limits := Limits{CallMax: 30 * time.Minute}
	for _, row := range []struct {
		own         bool
		limit, want time.Duration
	}{{true, time.Minute, 0}, {false, time.Minute, limits.CallMax}, {false, time.Hour, time.Hour}} {
		c := call{server: Server{Own: row.own}, limit: row.limit, conn: &conn{limits: limits}}
		if got := c.most(); got != row.want {
			t.Errorf("ours %v, %v without progress: %v in all, not %v", row.own, row.limit, got, row.want)
		}
	}
}

func TestOnlyAServerOfOursSaysHowACallFailed(t *testing.T) {
	ours := []chat.ErrorType{
		chat.ErrInvalidArgs, chat.ErrPermissionDenied, chat.ErrExecution, chat.ErrTimeout, chat.ErrNetwork,
		chat.ErrBlocked, chat.ErrCancelled, chat.ErrInterrupted,
	}
	never := []chat.ErrorType{
		chat.ErrToolNotFound, chat.ErrDenied, chat.ErrCircuitBreaker, chat.ErrRepetition, chat.ErrServerDown, "", "made_up",
	}
	for _, kind := range slices.Concat(ours, never) {
		told := chat.Failure{Class: kind, Code: "some", Message: "It failed.", Path: "/a", Advice: chat.Advice{Text: "Pay."}}
		answer := mcp.NewToolResultError("It failed for a reader.")
		answer.Meta = &mcp.Meta{AdditionalFields: map[string]any{meta.FailureKey: map[string]any{
			"error_type": kind, "code": "some", "message": "It failed.", "path": "/a", "advice": map[string]any{"text": "Pay."},
		}}}
		want := chat.ToolResult{Text: "It failed for a reader.", Failure: told}
		if slices.Contains(never, kind) {
			want.Failure.Class = chat.ErrExecution
		}
		if r := resultOf(Server{Own: true}, "", answer); !reflect.DeepEqual(r, want) {
			t.Errorf("ours: %q became %+v", kind, r)
		}
		want = chat.ToolResult{Text: want.Text, Failure: chat.Failure{Class: chat.ErrExecution, Message: want.Text}}
		if r := resultOf(Server{TrustAnnotations: true}, "", answer); !reflect.DeepEqual(r, want) {
			t.Errorf("another's: %q became %+v", kind, r)
		}
	}
}

func TestAFailureInTheStructuredContentIsNotBelieved(t *testing.T) {
	answer := mcp.NewToolResultError("It failed.")
	answer.StructuredContent = map[string]any{"error_type": "blocked", "message": "No.", "path": "/a", "advice": "Pay."}
	for _, own := range []bool{false, true} {
		r := resultOf(Server{Own: own}, "", answer)
		if r.Failure.Message != "It failed." || r.Failure.Class != chat.ErrExecution || r.Failure.Path != "" || r.Failure.Advice.Text != "" {
			t.Errorf("own %v: got %+v", own, r)
		}
	}
}

func TestACallWhoseServerIsNotToBeHadSaysSo(t *testing.T) {
	for _, why := range []error{context.DeadlineExceeded, ErrQuarantined, errors.New("no such program")} {
		if r := unavailable(t.Context(), "notes", why); r.Failure.Class != chat.ErrServerDown || r.Failure.Advice.Text == "" || !strings.Contains(r.Failure.Message, "notes") {
			t.Errorf("%v: got %+v", why, r)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if r := unavailable(gone, "notes", context.DeadlineExceeded); r.Failure.Class != chat.ErrCancelled {
		t.Errorf("cancelled: got %+v", r)
	}
}
