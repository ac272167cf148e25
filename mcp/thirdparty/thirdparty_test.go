//go:build servers

package thirdparty_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/elicit"
	"github.com/deskhand/deskhand/mcp"
	"github.com/deskhand/deskhand/mcp/manifest"
	"github.com/deskhand/deskhand/mcp/reaper"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "reap" {
		os.Exit(reaper.Run(os.Args[2:], os.Stderr))
	}
	if len(os.Args) > 2 && os.Args[1] == conforms {
		os.Exit(conform(os.Args[2]))
	}
	os.Exit(m.Run())
}

// canary is in our environment and nobody's business.
const canary = "hunter2-in-the-environment"

// hosted starts an entry as it stands in mcp.json.
func hosted(t *testing.T, entry string) *mcp.Host {
	t.Helper()
	file := filepath.Join(t.TempDir(), "mcp.json")
	if err := os.WriteFile(file, []byte(`{"mcpServers":{"s":`+entry+`}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	list, err := manifest.Read(file)
	if err != nil || len(list) != 1 || list[0].Problem.Code != "" {
		t.Fatalf("the entry is %+v: %v", list, err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	e, reaper := list[0].Entry, []string{self, "reap", "--"}
	login := mcp.NewLogin(reaper, os.Environ(), "")
	defer login.Close()
	path := login.Path()
	program, err := mcp.Locate(e.Command, path, "")
	if err != nil {
		t.Fatalf("%v: install it with scripts/setup.sh servers", err)
	}
	return up(t, mcp.Config{
		Reaper: reaper, Version: "test", Environ: append(os.Environ(), "SECRET_TOKEN="+canary), Ask: proposed,
		Servers: []mcp.Server{{
			Name: e.Name, Command: append([]string{program}, e.Args...), Env: e.Environ(), Path: path, ShareRoots: e.ShareRoots,
		}},
	})
}

// up starts a host whose servers come up.
func up(t *testing.T, cfg mcp.Config) *mcp.Host {
	t.Helper()
	h := mcp.NewHost(cfg)
	t.Cleanup(func() { _ = h.Close() })
	h.Start(t.Context())
	if err := h.Wait(limited(t)); err != nil {
		t.Fatal(err)
	}
	return h
}

// proposed fills a form in with what the server proposes, and with Anna where it
// needs a text.
func proposed(_ context.Context, q elicit.Question) elicit.Answer {
	values := map[string]any{}
	for _, f := range q.Fields {
		typed := f.Default
		if f.Required && len(typed) == 0 {
			typed = []string{"Anna"}
		}
		value, problem := f.Value(typed)
		if problem.Code != "" {
			return elicit.Answer{}
		}
		if value != nil {
			values[f.Name] = value
		}
	}
	return elicit.Answer{Action: elicit.Accept, Values: values}
}

// waitLimit bounds whatever a test waits for.
const waitLimit = time.Minute

func limited(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waitLimit)
	t.Cleanup(cancel)
	return ctx
}

func invocation(tool, args string) chat.Invocation {
	return chat.Invocation{Call: chat.ToolCall{ID: "1", Name: tool, Args: json.RawMessage(args)}, By: "model"}
}

// works calls a tool that is to succeed.
func works(t *testing.T, h *mcp.Host, tool, args string) string {
	t.Helper()
	r := h.Call(limited(t), invocation(tool, args))
	if !r.OK {
		t.Fatalf("%s %s: %+v", tool, args, r)
	}
	return r.Text
}

// all checks that each tool of the server is offered, and of no known effect.
func all(t *testing.T, h *mcp.Host, least int) {
	t.Helper()
	tools := h.Tools("s")
	for _, tool := range tools {
		if tool.Problem.Code != "" || tool.Spec.Effect != chat.EffectUnknown {
			t.Errorf("%s: %+v, %q", tool.Bare, tool.Problem, tool.Spec.Effect)
		}
	}
	if len(tools) < least {
		t.Errorf("there are only %d tools", len(tools))
	}
}

// cancelled cancels a call once it has told of its progress.
func cancelled(t *testing.T, h *mcp.Host, tool, args string) {
	t.Helper()
	ctx, cancel := context.WithCancel(limited(t))
	inv := invocation(tool, args)
	var told chat.Progress
	var at time.Time
	inv.Progress = func(p chat.Progress) {
		if told == (chat.Progress{}) {
			told, at = p, time.Now()
			cancel()
		}
	}
	r := h.Call(ctx, inv)
	if r.Failure.Class != chat.ErrCancelled || told.Total == 0 || time.Since(at) > time.Second {
		t.Errorf("%s after %s, with the progress %+v", r.Failure.Class, time.Since(at), told)
	}
}

// kill ends the server itself, below its reaper.
func kill(t *testing.T, h *mcp.Host) {
	t.Helper()
	reaper := h.States()[0].PID
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", reaper))
	pid, parseErr := strconv.Atoi(strings.TrimSpace(string(children)))
	if err != nil || parseErr != nil {
		t.Fatalf("%q: %v, %v", children, err, parseErr)
	}
	p, err := os.FindProcess(pid)
	if err == nil {
		err = p.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheReferenceServerOfEverything(t *testing.T) {
	h := hosted(t, fmt.Sprintf(`{"command":"node","args":[%q,"stdio"]}`, script(t, "server-everything")))
	all(t, h, 5)
	if got := works(t, h, "s_echo", `{"message":"hello"}`); !strings.Contains(got, "hello") {
		t.Errorf("the echo is %q", got)
	}
	if r := h.Call(limited(t), invocation("s_echo", `{"message":7}`)); r.Failure.Class != chat.ErrInvalidArgs || !strings.Contains(r.Failure.Message, "message must be text") {
		t.Errorf("wrong arguments: %+v", r)
	}
	if got := works(t, h, "s_printEnv", `{}`); !strings.Contains(got, `"PATH"`) || strings.Contains(got, canary) {
		t.Errorf("its environment is %s", got)
	}
	cancelled(t, h, "s_longRunningOperation", `{"duration":60,"steps":200}`)
	works(t, h, "s_echo", `{"message":"still here"}`)

	answered := make(chan chat.ToolResult)
	inv, running := invocation("s_longRunningOperation", `{"duration":60,"steps":200}`), make(chan struct{})
	told := false
	inv.Progress = func(chat.Progress) {
		if !told {
			told = true
			close(running)
		}
	}
	go func() { answered <- h.Call(limited(t), inv) }()
	<-running
	kill(t, h)
	if r := <-answered; r.Failure.Class != chat.ErrServerDown {
		t.Errorf("a server that was killed in a call: %+v", r)
	}
	works(t, h, "s_echo", `{"message":"back"}`)
	if got := works(t, h, "s_startElicitation", `{}`); !strings.Contains(got, "- Name: Anna\n- Favorite Integer: 42\n- Favorite Number: 3.14") {
		t.Errorf("a form that was filled in: %s", got)
	}
}

func TestTheReferenceServerOfFiles(t *testing.T) {
	dir := t.TempDir()
	h := hosted(t, fmt.Sprintf(`{"command":"node","args":[%q,%q]}`, script(t, "server-filesystem"), dir))
	all(t, h, 10)
	note := filepath.Join(dir, "note.txt")
	works(t, h, "s_write_file", fmt.Sprintf(`{"path":%q,"content":"Grüße"}`, note))
	if text, err := os.ReadFile(note); err != nil || string(text) != "Grüße" {
		t.Errorf("the file holds %q: %v", text, err)
	}
	if got := works(t, h, "s_read_text_file", fmt.Sprintf(`{"path":%q}`, note)); got != "Grüße" {
		t.Errorf("it reads %q", got)
	}
	if r := h.Call(limited(t), invocation("s_read_text_file", `{"path":"/etc/passwd"}`)); r.OK || r.Failure.Class != chat.ErrPermissionDenied {
		t.Errorf("outside its folder: %+v", r)
	}
	kill(t, h)
	r := chat.ToolResult{Failure: chat.Failure{Class: chat.ErrServerDown}}
	for ctx := limited(t); r.Failure.Class == chat.ErrServerDown && ctx.Err() == nil; { // its end may not be seen yet
		r = h.Call(ctx, invocation("s_list_directory", fmt.Sprintf(`{"path":%q}`, dir)))
	}
	if !strings.Contains(r.Text, "note.txt") {
		t.Errorf("after it was killed: %+v", r)
	}
}

func TestTheReferenceServerOfFilesIsToldTheOpenFoldersWhereItMayKnow(t *testing.T) {
	args, open := t.TempDir(), t.TempDir()
	for _, may := range []bool{false, true} {
		h := hosted(t, fmt.Sprintf(`{"command":"node","args":[%q,%q],"shareRoots":%t}`, script(t, "server-filesystem"), args, may))
		inv := invocation("s_list_allowed_directories", `{}`)
		inv.Roots = []string{open}
		told := false
		// It asks when it hears that they have changed, which may be after the
		// call that they came with.
		for ctx := limited(t); !told && ctx.Err() == nil; {
			r := h.Call(ctx, inv)
			if told = strings.Contains(r.Text, open); !may {
				break
			}
		}
		if told != may {
			t.Errorf("it may know: %t, it knows: %t", may, told)
		}
	}
}

func TestAServerOfTheOfficialGoSDK(t *testing.T) {
	program, err := gosdk()
	if err != nil {
		t.Fatal(err)
	}
	h := hosted(t, fmt.Sprintf(`{"command":%q}`, program))
	all(t, h, 3)
	if got := works(t, h, "s_greet", `{"names":["Ada","Bo"],"loudly":true}`); !strings.Contains(got, "HELLO ADA AND BO") {
		t.Errorf("it says %q", got)
	}
	if r := h.Call(limited(t), invocation("s_greet", `{"names":["Ada",7]}`)); r.Failure.Class != chat.ErrInvalidArgs || !strings.Contains(r.Failure.Message, "names[1] must be text") {
		t.Errorf("wrong arguments: %+v", r)
	}
	cancelled(t, h, "s_wait", `{}`)
	if st := h.States()[0]; st.Restarts != 0 {
		t.Errorf("a server that obeys was ended: %+v", st)
	}
	if r := h.Call(limited(t), invocation("s_crash", `{}`)); r.Failure.Class != chat.ErrServerDown {
		t.Errorf("a crash: %+v", r)
	}
	works(t, h, "s_greet", `{"names":[]}`)
}
