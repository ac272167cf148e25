package app

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/mcp/mcptest"
)

// foreign is a server of somebody else's that misbehaves as the mode says.
func foreign(mode string) ServerEntry {
	argv := mcptest.Command(mode)
	return ServerEntry{Name: "other", Command: argv[0], Args: argv[1:], Env: map[string]string{"KEY": "one"}}
}

// server returns what is told of one server.
func (d *fixture) server(name string) ServerInfo {
	d.t.Helper()
	list, err := d.core.Servers(d.t.Context())
	must(d.t, err)
	at := slices.IndexFunc(list, func(s ServerInfo) bool { return s.Name == name })
	if at < 0 {
		return ServerInfo{}
	}
	return list[at]
}

// trusted saves an entry, agrees to it, and waits for the server.
func (d *fixture) trusted(e ServerEntry) ServerInfo {
	d.t.Helper()
	must(d.t, d.core.SaveServer(d.t.Context(), e))
	must(d.t, d.core.TrustServer(d.t.Context(), e.Name, d.server(e.Name).Hash))
	return d.up(e.Name)
}

func (d *fixture) up(name string) ServerInfo {
	d.t.Helper()
	down, err := d.core.WaitServers(d.t.Context(), time.Minute, name)
	must(d.t, err)
	if len(down) > 0 {
		d.t.Fatalf("%v did not start: %+v", down, d.server(name))
	}
	return d.server(name)
}

func (d *fixture) offered(tool string) bool {
	return slices.ContainsFunc(d.core.tools.Specs(), func(s chat.ToolSpec) bool { return s.Name == tool })
}

func TestAServerRunsOnlyAsLongAsItIsWhatWasAgreedTo(t *testing.T) {
	d := newFixture(t, DenyAll{})
	must(t, d.core.SaveServer(t.Context(), foreign(mcptest.ModeWell)))
	before := d.server("other")
	if before.State != ServerUntrusted || before.Trusted || before.PID != 0 || d.offered("other_echo") {
		t.Fatalf("before anybody agreed: %+v", before)
	}
	if err := d.core.StartServer(t.Context(), "other"); !errors.Is(err, ErrUntrusted) {
		t.Errorf("Start: %v", err)
	}
	if err := d.core.TrustServer(t.Context(), "other", "another hash"); !errors.Is(err, ErrServerChanged) {
		t.Errorf("Trust of what was not seen: %v", err)
	}
	must(t, d.core.TrustServer(t.Context(), "other", before.Hash))
	info := d.up("other")
	if info.State != ServerReady || !info.Trusted || info.PID == 0 || len(info.Tools) < 10 || !d.offered("other_echo") {
		t.Fatalf("after it was agreed to: %+v", info)
	}
	rows := []struct {
		what   string
		change func(*ServerEntry)
	}{
		{"one argument more", func(e *ServerEntry) { e.Args = append(e.Args, "x") }},
		{"another value of a variable", func(e *ServerEntry) { e.Env = map[string]string{"KEY": "two"} }},
		{"one variable more", func(e *ServerEntry) { e.Env = map[string]string{"KEY": "one", "MORE": ""} }},
		{"another folder", func(e *ServerEntry) { e.Dir = d.open }},
		{"another program", func(e *ServerEntry) { e.Command = "sh" }},
		{"what its tools say of themselves is believed", func(e *ServerEntry) { e.TrustAnnotations = true }},
		{"it is told the open folders", func(e *ServerEntry) { e.ShareRoots = true }},
		{"it is said to be local", func(e *ServerEntry) { e.Local = true }},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			e := foreign(mcptest.ModeWell)
			row.change(&e)
			must(t, d.core.SaveServer(t.Context(), e))
			if s := d.server("other"); s.State != ServerUntrusted || s.PID != 0 || d.offered("other_echo") {
				t.Errorf("it runs on: %+v", s)
			}
			must(t, d.core.SaveServer(t.Context(), foreign(mcptest.ModeWell)))
			if s := d.up("other"); s.State != ServerReady {
				t.Errorf("as it was agreed to: %+v", s)
			}
		})
	}
}

func TestAServerIsTakenOutWithTheYesToIt(t *testing.T) {
	d := newFixture(t, DenyAll{})
	d.trusted(foreign(mcptest.ModeWell))
	must(t, d.core.RemoveServer(t.Context(), "other"))
	if s := d.server("other"); s.Name != "" || d.offered("other_echo") {
		t.Errorf("it is still there: %+v", s)
	}
	if kept, err := d.core.runs.Read("other"); err != nil || len(kept) != 0 {
		t.Errorf("its log is still there: %+v, %v", kept, err)
	}
	if err := d.core.RemoveServer(t.Context(), "other"); !errors.Is(err, ErrNoServer) {
		t.Errorf("a second time: %v", err)
	}
	must(t, d.core.SaveServer(t.Context(), foreign(mcptest.ModeWell)))
	if s := d.server("other"); s.Trusted {
		t.Errorf("the yes is still there: %+v", s)
	}
}

func TestAToolIsSwitchedOffWithoutAskingAgain(t *testing.T) {
	d := newFixture(t, DenyAll{})
	d.trusted(foreign(mcptest.ModeWell))
	d.up("other")
	for _, yes := range []bool{false, true} {
		must(t, d.core.EnableTool(t.Context(), "other", "echo", yes))
		s := d.server("other")
		at := slices.IndexFunc(s.Tools, func(tool ToolInfo) bool { return tool.Bare == "echo" })
		if !s.Trusted || d.offered("other_echo") != yes || s.Tools[at].Disabled == yes {
			t.Errorf("switched to %v: %+v", yes, s)
		}
	}
}

func TestAServerIsStoppedAndStarted(t *testing.T) {
	d := newFixture(t, DenyAll{})
	d.trusted(foreign(mcptest.ModeWell))
	must(t, d.core.StopServer(t.Context(), "other"))
	if s := d.server("other"); s.State != ServerDisabled || s.PID != 0 || d.offered("other_echo") {
		t.Errorf("stopped: %+v", s)
	}
	must(t, d.core.StartServer(t.Context(), "other"))
	if s := d.up("other"); s.State != ServerReady || s.Disabled {
		t.Errorf("started: %+v", s)
	}
	must(t, d.core.StopServer(t.Context(), serverFiles))
	if s := d.server(serverFiles); s.State != ServerStopped {
		t.Errorf("one of ours: %+v", s)
	}
	must(t, d.core.StartServer(t.Context(), serverFiles))
	if s := d.up(serverFiles); s.State != ServerReady {
		t.Errorf("one of ours again: %+v", s)
	}
}

// seen is the hash of what is shown of an entry before it is tried.
func (d *fixture) seen(e ServerEntry) string {
	d.t.Helper()
	info, err := d.core.LookServer(d.t.Context(), e)
	must(d.t, err)
	return info.Hash
}

func TestAServerIsTriedWithoutBeingKept(t *testing.T) {
	d := newFixture(t, DenyAll{})
	info, err := d.core.TestServer(t.Context(), foreign(mcptest.ModeOdd), d.seen(foreign(mcptest.ModeOdd)))
	must(t, err)
	problems := 0
	for _, tool := range info.Tools {
		if tool.Problem.Code != "" {
			problems++
		}
	}
	if info.State != ServerReady || problems != 3 {
		t.Errorf("one that works, with three tools that are left out: %+v", info)
	}
	failed := foreign(mcptest.ModeExit)
	if info, err = d.core.TestServer(t.Context(), failed, d.seen(failed)); err != nil || info.State == ServerReady || !strings.Contains(info.LastError.Words, "no licence found") {
		t.Errorf("one that fails: %+v, %v", info, err)
	}
	testTime = 5 * time.Second
	t.Cleanup(func() { testTime = time.Minute })
	mute := foreign(mcptest.ModeMute)
	if info, err = d.core.TestServer(t.Context(), mute, d.seen(mute)); err != nil || info.State == ServerReady || !strings.Contains(info.LastError.Words, "waiting for a database") {
		t.Errorf("one that hangs: %+v, %v", info, err)
	}
	failed.Env = map[string]string{"LD_PRELOAD": "x.so"}
	var refused *RefusedServer
	if _, err = d.core.TestServer(t.Context(), failed, ""); !errors.As(err, &refused) || refused.Why.Name != "LD_PRELOAD" {
		t.Errorf("one that is refused: %v", err)
	}
	if err = d.core.SaveServer(t.Context(), failed); !errors.As(err, &refused) {
		t.Errorf("one that is refused is kept: %v", err)
	}
	if s := d.server("other"); s.Name != "" {
		t.Errorf("it was kept: %+v", s)
	}
}

func TestABrokenFileStopsNothingAndLosesNothing(t *testing.T) {
	d := newFixture(t, DenyAll{})
	running := d.trusted(foreign(mcptest.ModeWell))
	file := config.FindPaths().ServersFile()
	whole, err := os.ReadFile(file)
	must(t, err)
	must(t, os.WriteFile(file, whole[:len(whole)/2], 0o600))
	list, err := d.core.Servers(t.Context())
	if !errors.As(err, new(*BrokenServers)) || len(list) != 3 || list[2].PID != running.PID {
		t.Errorf("while it is broken: %+v, %v", list, err)
	}
	if err := d.core.SaveServer(t.Context(), foreign(mcptest.ModeMute)); !errors.As(err, new(*BrokenServers)) {
		t.Errorf("Save: %v", err)
	}
	if left, _ := os.ReadFile(file); len(left) != len(whole)/2 {
		t.Error("it was written over")
	}
	checks := addedServers(config.FindPaths())
	if len(checks) != 1 || checks[0].State != CheckFail {
		t.Errorf("the doctor says %+v", checks)
	}
	must(t, os.WriteFile(file, whole, 0o600))
	if s := d.server("other"); s.State != ServerReady || s.PID != running.PID {
		t.Errorf("once it is whole again: %+v", s)
	}
	must(t, os.WriteFile(file, []byte("{"), 0o600))
	if err := d.core.StopServer(t.Context(), "other"); !errors.As(err, new(*BrokenServers)) || d.offered("other_echo") {
		t.Errorf("it cannot be stopped: %v", err)
	}
}

func TestWhatAServerSaysOnStderrIsKept(t *testing.T) {
	d := newFixture(t, DenyAll{})
	must(t, d.core.SaveServer(t.Context(), foreign(mcptest.ModeExit)))
	must(t, d.core.TrustServer(t.Context(), "other", d.server("other").Hash))
	if _, err := d.core.WaitServers(t.Context(), time.Minute, "other"); err != nil {
		t.Fatal(err)
	}
	runs, err := d.core.ServerRuns(t.Context(), "other")
	if err != nil || len(runs) == 0 || !strings.Contains(runs[0].Words, "no licence found") || runs[0].End != (entry.End{Code: entry.EndExited, Exit: 3}) {
		t.Errorf("its runs are %+v: %v", runs, err)
	}
	if s := d.server("other"); s.LastError.Code != entry.EndExited || s.LastError.Exit != 3 {
		t.Errorf("got %+v", s)
	}
	if _, err := d.core.ServerRuns(t.Context(), "nobody"); !errors.Is(err, ErrNoServer) {
		t.Errorf("of nobody: %v", err)
	}
}

func TestAServerAtAnAddressIsAskedOnlyOnceItWasAgreedTo(t *testing.T) {
	d := newFixture(t, DenyAll{})
	asked := make(chan string, 100)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.Header.Get("X-Key")
		mcptest.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
	})
	e := ServerEntry{Name: "other", URL: web.URL + "/mcp", Headers: map[string]string{"X-Key": "${input:key}"}}
	must(t, d.core.SaveServer(t.Context(), e))
	if s := d.server("other"); s.State != ServerRefused || s.Problem.Code != entry.Input || len(s.Inputs) != 1 || s.Inputs[0].Given {
		t.Errorf("before the key was given: %+v", s)
	}
	must(t, d.core.GiveServer(t.Context(), "other", "key", "hidden"))
	s := d.server("other")
	if s.State != ServerUntrusted || s.Remote || s.Network || s.Address != web.URL || !s.Inputs[0].Given || s.Headers[0].Value != "${input:key}" {
		t.Errorf("before it was agreed to: %+v", s)
	}
	if len(asked) > 0 {
		t.Error("it was asked before that")
	}
	must(t, d.core.TrustServer(t.Context(), "other", s.Hash))
	if s = d.up("other"); s.State != ServerReady || !d.offered("other_echo") {
		t.Errorf("it is %+v", s)
	}
	if key := <-asked; key != "hidden" {
		t.Errorf("it was given the key %q", key)
	}
	text, err := os.ReadFile(config.FindPaths().ServersFile())
	if err != nil || strings.Contains(string(text), "hidden") {
		t.Errorf("mcp.json says %s, %v", text, err)
	}
	e.Headers = map[string]string{"X-Key": "other"}
	must(t, d.core.SaveServer(t.Context(), e))
	if s = d.server("other"); s.State != ServerUntrusted || d.offered("other_echo") {
		t.Errorf("another header: %+v", s)
	}
	must(t, d.core.RemoveServer(t.Context(), "other"))
	if _, kept := d.core.external.inputs.Of("other", "key"); kept {
		t.Error("the key is kept")
	}
}

func TestAServerOnAnotherComputerReachesTheNetworkWhateverItsEntrySays(t *testing.T) {
	d := newFixture(t, DenyAll{})
	e := ServerEntry{Name: "other", URL: "https://mcp.example.org/mcp", Local: true}
	must(t, d.core.SaveServer(t.Context(), e))
	if s := d.server("other"); !s.Remote || !s.Network || s.State != ServerUntrusted {
		t.Errorf("it is %+v", s)
	}
	p, err := d.core.server(t.Context(), "other")
	must(t, err)
	if run := d.core.external.server(p); run.Local || !run.Network || run.At.Loopback {
		t.Errorf("the host is told %+v", run)
	}
}

func TestServersOfOtherHostsAreAddedOnceAndTrustedByNobody(t *testing.T) {
	d := newFixture(t, DenyAll{})
	must(t, d.core.SaveServer(t.Context(), foreign(mcptest.ModeWell)))
	file := filepath.Join(t.TempDir(), "settings.json")
	must(t, os.WriteFile(file, []byte(`{"context_servers": {
		"notes": {"command": {"path": "notes", "args": ["${input:team}"]}}, // mine
		"other": {"command": "another"}, "ext": {"source": "extension"}, "evil": {"command": "x", "env": {"LD_PRELOAD": "y"}}}}`), 0o600))
	found, err := d.core.ReadServers(t.Context(), file)
	must(t, err)
	var got []ImportState
	for _, s := range found.Servers {
		got = append(got, s.State)
	}
	if want := []ImportState{ImportNew, ImportTaken, ImportRefused, ImportRefused}; !slices.Equal(got, want) {
		t.Errorf("they are %q", got)
	}
	if n, err := d.core.ImportServers(t.Context(), found.Servers); err != nil || n != 1 {
		t.Errorf("%d added, %v", n, err)
	}
	if s := d.server("notes"); s.Trusted || s.Problem.Code != entry.Input || s.PID != 0 {
		t.Errorf("it is %+v", s)
	}
	if n, err := d.core.ImportServers(t.Context(), found.Servers); !errors.Is(err, ErrServerChanged) || n != 0 {
		t.Errorf("again: %d added, %v", n, err)
	}
	again, err := d.core.ReadServers(t.Context(), file)
	if err != nil || again.Servers[0].State != ImportSame {
		t.Errorf("then it is %+v, %v", again.Servers, err)
	}
	pasted, err := d.core.PastedServers(t.Context(), `"mail": {"command": "mail"}, "mail2": {"url": "nowhere"}`)
	if err != nil || len(pasted.Servers) != 2 || pasted.Servers[0].State != ImportNew || pasted.Servers[1].Problem.Code != entry.Address {
		t.Errorf("pasted: %+v, %v", pasted, err)
	}
}
