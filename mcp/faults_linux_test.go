package mcp

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp/mcptest"
)

// times is how often each fault is provoked.
var times = flag.Int("faults.times", 1, "how often each fault is brought about")

// What a fault may cost the host beyond its limits.
const (
	medianSlack = 100 * time.Millisecond
	memorySlack = 32 << 20
)

// fault is one way in which a server misbehaves.
type fault struct {
	what string
	mode string
	// before is called first, then tool, whose outcome is measured; without a tool the
	// start is.
	before, tool string
	args         func(dir string) string
	// limit is when the host must have answered; want is the error type, empty for
	// success.
	limit time.Duration
	want  chat.ErrorType
}

func noArgs(string) string { return `{}` }

// Time limits of the servers in the table.
const (
	faultCall  = 300 * time.Millisecond
	faultStart = time.Second
)

var faults = []fault{
	{what: "hangs on initialize", mode: mcptest.ModeMute, limit: faultStart, want: chat.ErrServerDown},
	{what: "exits when it is started", mode: mcptest.ModeExit, limit: faultStart, want: chat.ErrServerDown},
	{what: "lists 10,000 tools", mode: mcptest.ModeMany, limit: 10 * time.Second},
	{what: "lists tools without end", mode: mcptest.ModeEver, limit: 10 * time.Second, want: chat.ErrServerDown},
	{what: "hangs in a call", tool: "hang", limit: faultCall, want: chat.ErrTimeout},
	{what: "answers one byte a second", tool: "drip", limit: faultCall, want: chat.ErrTimeout},
	{
		what: "stops reading", mode: mcptest.ModeDeaf, tool: "echo", limit: faultCall, want: chat.ErrTimeout,
		args: func(string) string { return fmt.Sprintf(`{"text":%q}`, strings.Repeat("x", 1<<20)) },
	},
	{what: "crashes in a call", tool: "crash", want: chat.ErrServerDown},
	{what: "exits in a call", tool: "quit", want: chat.ErrServerDown},
	{
		what: "crashes, and its grandchildren stay", before: "brood", tool: "crash", want: chat.ErrServerDown,
		args: func(dir string) string { return fmt.Sprintf(`{"dir":%q}`, dir) },
	},
	{what: "writes garbage between its messages", tool: "babble", limit: 10 * time.Second},
	{what: "answers a line of 1 GiB", tool: "flood", limit: 10 * time.Second, want: chat.ErrExecution},
	{what: "writes 1 GiB on stderr", tool: "shout", limit: testLimit}, // the host reads all of it meanwhile
}

// TestFaultsReturnInTimeAndInBoundedMemory provokes each fault several times and prints
// the time and memory used.
func TestFaultsReturnInTimeAndInBoundedMemory(t *testing.T) {
	var table strings.Builder
	fmt.Fprintf(&table, "\n%-38s %8s %9s %9s %8s  %s\n", "a server that", "limit", "median", "longest", "memory", "the caller gets")
	for _, f := range faults {
		var took []time.Duration
		most := int64(0)
		for range *times {
			d, grown := f.measure(t)
			took, most = append(took, d), max(most, grown)
		}
		slices.Sort(took)
		median, longest := took[len(took)/2], took[len(took)-1]
		got := string(f.want)
		if got == "" {
			got = "its answer"
		}
		fmt.Fprintf(&table, "%-38s %8s %9s %9s %4d MiB  %s\n", f.what,
			f.limit, median.Round(100*time.Microsecond), longest.Round(100*time.Microsecond), most>>20, got)
		// The median of a few runs means little on a busy machine.
		if len(took) >= 11 && median > f.limit+medianSlack || longest > f.limit+slack {
			t.Errorf("%s: median %s, longest %s, with a limit of %s", f.what, median, longest, f.limit)
		}
		if bound := int64(DefaultLimits().Line + memorySlack); !raced && most > bound {
			t.Errorf("%s: the host grew by %d MiB", f.what, most>>20)
		}
	}
	t.Log(table.String())
}

// measure provokes a fault once.
func (f fault) measure(t *testing.T) (took time.Duration, grown int64) {
	t.Helper()
	cfg := f.config()
	before := memoryInUse(t)
	h := NewHost(cfg)
	defer func() { _ = h.Close() }()
	began := time.Now()
	h.Start(t.Context())
	if f.tool == "" {
		err := h.Wait(limited(t), "s")
		took = time.Since(began)
		if (err != nil) != (f.want != "") {
			t.Errorf("%s: %v", f.what, err)
		}
		return took, peakMemory(t) - before
	}
	if err := h.Wait(limited(t), "s"); err != nil {
		t.Fatalf("%s: %v", f.what, err)
	}
	args := f.args
	if args == nil {
		args = noArgs
	}
	if f.before != "" {
		if r := h.Call(limited(t), invocation("s_"+f.before, args(t.TempDir()))); !r.OK {
			t.Fatalf("%s: %+v", f.what, r)
		}
		args = noArgs
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	inv := invocation("s_"+f.tool, args(""))
	began = time.Now()
	r := h.Call(ctx, inv)
	took = time.Since(began)
	if r.Failure.Class != f.want {
		t.Errorf("%s: got %+v", f.what, r)
	}
	return took, peakMemory(t) - before
}

func (f fault) config() Config {
	m := f.mode
	if m == "" {
		m = mcptest.ModeWell
	}
	server := mode(m)
	// Under the race detector a program waits for a second when it exits.
	server.Env = append(server.Env, "GORACE=atexit_sleep_ms=0")
	cfg := config(server)
	cfg.Limits.Start, cfg.Limits.Restarts, cfg.Limits.Tools = f.limit, 0, 11_000
	if f.tool != "" {
		cfg.Limits.Start = testLimit
		if cfg.Limits.Call = f.limit; f.limit == 0 {
			cfg.Limits.Call = testLimit // noticed at once
		}
	}
	return cfg
}

// memoryInUse returns unused memory to the system, resets the peak, and returns what is
// in use, in bytes.
func memoryInUse(t *testing.T) int64 {
	t.Helper()
	debug.FreeOSMemory()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		t.Fatal(err)
	}
	return memoryOf(t, "VmRSS:")
}

// peakMemory returns the peak since then, in bytes.
func peakMemory(t *testing.T) int64 {
	t.Helper()
	return memoryOf(t, "VmHWM:")
}

func memoryOf(t *testing.T, key string) int64 {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == key {
			kib, err := strconv.ParseInt(fields[1], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kib << 10
		}
	}
	t.Fatalf("no %s in /proc/self/status", key)
	return 0
}

func TestAnExitCodeAndASignalAreTold(t *testing.T) {
	for script, want := range map[string]entry.End{
		"exit 0":     {Code: entry.EndExited},
		"exit 3":     {Code: entry.EndExited, Exit: 3},
		"exit 255":   {Code: entry.EndExited, Exit: 255},
		"exit 139":   {Code: entry.EndKilled, Signal: 11}, // as a reaper reports it
		"kill -9 $$": {Code: entry.EndKilled, Signal: 9},  // the reaper itself
	} {
		cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", script)
		_ = cmd.Run()
		if got := exitOf(cmd.ProcessState); got != want {
			t.Errorf("%s: %+v", script, got)
		}
	}
}
