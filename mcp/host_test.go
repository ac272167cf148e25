package mcp

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/mcptest"
)

func TestACallAnswersWithTextAndData(t *testing.T) {
	h := started(t, config(well()))
	r := h.Call(limited(t), invocation("s_echo", `{"text":"hello","n":12345678901234567890}`))
	if !r.OK || r.Text != "hello" || r.Tool != "s_echo" || r.Duration <= 0 {
		t.Fatalf("got %+v", r)
	}
	if !strings.Contains(string(r.Data), "12345678901234567890") {
		t.Errorf("the structured result lost a number: %s", r.Data)
	}
}

func TestStartDoesNotWaitForTheServers(t *testing.T) {
	h := NewHost(config(Server{Name: "s", Own: true, Command: mcptest.Command(mcptest.ModeMute)}))
	h.Start(t.Context())
	if got := h.States()[0]; got.State != StateStarting || got.Tools != 0 {
		t.Errorf("got %+v", got)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	if got := h.States()[0]; got.State != StateStopped || got.PID != 0 {
		t.Errorf("after Close: %+v", got)
	}
}

func TestACallWaitsForAServerThatIsStillStarting(t *testing.T) {
	h := NewHost(config(well()))
	t.Cleanup(func() { _ = h.Close() })
	h.Start(t.Context())
	if r := h.Call(limited(t), invocation("s_echo", `{"text":"early"}`)); !r.OK || r.Text != "early" {
		t.Errorf("got %+v", r)
	}
}

func TestSpecsOfOurServersCarryWhatTheGuardNeeds(t *testing.T) {
	h := started(t, config(well()))
	specs := map[string]chat.ToolSpec{}
	for _, spec := range h.Specs() {
		specs[spec.Name] = spec
	}
	if echo := specs["s_echo"]; echo.Effect != chat.EffectRead || echo.Previews || !echo.Own || echo.Server != "s" {
		t.Errorf("echo: %+v", echo)
	}
	change := specs["s_change"]
	if change.Effect != chat.EffectChange || !change.Previews {
		t.Errorf("change: %+v", change)
	}
	for _, hidden := range []string{"dry_run", "plan_hash", "unless", "batch", "total", "stay"} {
		if strings.Contains(string(change.Parameters), hidden) {
			t.Errorf("the model sees %s in %s", hidden, change.Parameters)
		}
	}
	if !strings.Contains(string(change.Parameters), `"text"`) {
		t.Errorf("the model does not see text in %s", change.Parameters)
	}
}

func TestAThirdPartyServerIsNotBelieved(t *testing.T) {
	h := started(t, config(Server{Name: "other", Command: mcptest.Command(mcptest.ModeWell)}))
	for _, spec := range h.Specs() {
		if spec.Effect != chat.EffectUnknown || spec.Previews || spec.Own {
			t.Errorf("%+v", spec)
		}
	}
	inv := invocation("other_where", `{}`)
	inv.Roots = []string{"/home/someone/Scans"}
	r := h.Call(limited(t), inv)
	if !r.OK || strings.Contains(string(r.Data), "Scans") {
		t.Errorf("a third-party server learns the roots: %s", r.Data)
	}
	if r := h.Call(limited(t), invocation("other_boast", `{}`)); r.Failure.Class != chat.ErrExecution || r.Failure.Message != "no" {
		t.Errorf("a server may claim %+v", r)
	}
	r = h.Call(limited(t), invocation("other_refuse", `{}`))
	if r.Failure.Message != "The path is outside the open folders." || r.Failure.Class != chat.ErrExecution || r.Failure.Code != "" || r.Failure.Path != "" || r.Failure.Advice.Text != "" {
		t.Errorf("a server speaks in our name: %+v", r)
	}
}

func TestSpecsKeepTheirOrder(t *testing.T) {
	second := Server{Name: "a", Own: true, Command: mcptest.Command(mcptest.ModeWell)}
	h := started(t, config(well(), second))
	names := func() (all []string) {
		for _, spec := range h.Specs() {
			all = append(all, spec.Name)
		}
		return all
	}
	first := names()
	if !strings.HasPrefix(first[0], "s_") || !strings.HasPrefix(first[len(first)-1], "a_") {
		t.Errorf("servers are not in the order of the configuration: %v", first)
	}
	if again := names(); !slices.Equal(first, again) {
		t.Errorf("%v\nthen\n%v", first, again)
	}
}

func TestRootsAndEnvironmentOfOurServers(t *testing.T) {
	cfg := config(Server{
		Name: "s", Own: true, Command: mcptest.Command(mcptest.ModeWell), Env: []string{"EXTRA=1"},
	})
	cfg.Environ = append(os.Environ(), "DESKHAND_HOME=/home/someone/d", "LC_ALL=C.UTF-8",
		"XDG_DATA_HOME=/x", "SECRET_TOKEN=hunter2", "SSH_AUTH_SOCK=/tmp/agent")
	h := started(t, cfg)
	inv := invocation("s_where", `{"deskhand/roots":["/"]}`)
	inv.Roots = []string{"/home/someone/Scans"}
	r := h.Call(limited(t), inv)
	var told struct {
		Env  []string
		Meta map[string][]string
	}
	if err := json.Unmarshal(r.Data, &told); err != nil {
		t.Fatalf("%v in %s", err, r.Data)
	}
	if got := told.Meta["deskhand/roots"]; !slices.Equal(got, inv.Roots) {
		t.Errorf("the server was told the roots %v", got)
	}
	for _, want := range []string{"EXTRA=1", "DESKHAND_HOME=/home/someone/d", "LC_ALL=C.UTF-8", "XDG_DATA_HOME=/x"} {
		if !slices.Contains(told.Env, want) {
			t.Errorf("%s is missing", want)
		}
	}
	for _, kv := range told.Env {
		if strings.HasPrefix(kv, "SECRET") || strings.HasPrefix(kv, "SSH_") {
			t.Errorf("%s was passed on", kv)
		}
	}
}

func TestNilRootsAreNotSaidAndEmptyOnesAre(t *testing.T) {
	h := started(t, config(well()))
	inv := invocation("s_where", `{}`)
	if r := h.Call(limited(t), inv); !strings.Contains(string(r.Data), `"deskhand/roots":null`) {
		t.Errorf("nil roots were not sent as none: %s", r.Data)
	}
	inv.Roots = []string{}
	if r := h.Call(limited(t), inv); !strings.Contains(string(r.Data), `"deskhand/roots":[]`) {
		t.Errorf("empty roots were not sent: %s", r.Data)
	}
}

func TestErrorsOfAToolAreMapped(t *testing.T) {
	h := started(t, config(well()))
	r := h.Call(limited(t), invocation("s_refuse", `{}`))
	if r.OK || r.Failure.Class != chat.ErrPermissionDenied || r.Failure.Code != "outside" || r.Failure.Path != "/etc/passwd" ||
		r.Failure.Advice.Text != "Open the folder first." || r.Failure.Message != "The path is outside the open folders." {
		t.Errorf("got %+v", r)
	}
}

func TestAServerThatReachesNobodyFailsWithAMatterOfTheNetwork(t *testing.T) {
	h := started(t, config(Server{Name: "s", Command: mcptest.Command(mcptest.ModeWell)}))
	for _, way := range []string{"result", "error"} {
		r := h.Call(limited(t), invocation("s_dial", `{"fail":"`+way+`"}`))
		if r.OK || r.Failure.Class != chat.ErrNetwork || !strings.Contains(r.Failure.Message, "127.0.0.1") {
			t.Errorf("by its %s: got %+v", way, r)
		}
	}
}

func TestPicturesBecomeBlobs(t *testing.T) {
	h := started(t, config(well()))
	r := h.Call(limited(t), invocation("s_picture", `{}`))
	if len(r.Blobs) != 1 || r.Blobs[0].MIME != "image/png" || string(r.Blobs[0].Data) != "not really a PNG" || r.Text != "a picture" {
		t.Errorf("got %+v", r)
	}
}

func TestNoPartOfAnAnswerSpoilsTheOthers(t *testing.T) {
	h := started(t, config(Server{Name: "s", Command: mcptest.Command(mcptest.ModeParts)}))
	r := h.Call(limited(t), invocation("s_parts", `{"n":"1"}`))
	want := "n is 1\n[a part of the answer was left out: \"hologram\"]\n[a sound was left out: \"audio/mpeg\"]\n" +
		"one note://one: a note (read it with s_read_resource)\n[a file was left out: \"application/zip\"]\nthe end"
	if !r.OK || r.Text != want || len(r.Blobs) != 1 || string(r.Blobs[0].Data) != "bytes" {
		t.Errorf("got %+v", r)
	}
	if r = h.Call(limited(t), invocation("s_read_resource", `{"uri":"note://one"}`)); !r.OK || r.Text != "what it says" {
		t.Errorf("the resource is read as %+v", r)
	}
	if r = h.Call(limited(t), invocation("s_read_resource", `{"uri":"note://two"}`)); r.OK {
		t.Errorf("one that is not there is read as %+v", r)
	}
	if _, o, ok := h.find("s_read_resource"); !ok || o.spec.Effect != chat.EffectUnknown {
		t.Errorf("reading is there: %v, and %q", ok, o.spec.Effect)
	}
}

func TestBadCallsAreAnswered(t *testing.T) {
	h := started(t, config(well()))
	rows := []struct {
		what, tool, args string
		want             chat.ErrorType
		advice           string
	}{
		{"a tool that is not there", "s_eco", `{}`, chat.ErrToolNotFound, "listed"},
		{"a tool without its server's name", "echo", `{}`, chat.ErrToolNotFound, "listed"},
		{"a list as arguments", "s_echo", `[1]`, chat.ErrInvalidArgs, "Correct"},
		{"broken JSON", "s_echo", `{"text":`, chat.ErrInvalidArgs, "Correct"},
		{"two objects", "s_echo", `{}{}`, chat.ErrInvalidArgs, "Correct"},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			r := h.Call(limited(t), invocation(row.tool, row.args))
			if r.OK || r.Failure.Class != row.want || !strings.Contains(r.Failure.Advice.Text, row.advice) || r.Failure.Message == "" {
				t.Errorf("got %+v", r)
			}
		})
	}
}

func TestNoArgumentsAreAnEmptyObject(t *testing.T) {
	h := started(t, config(well()))
	for _, args := range []string{"", "null", " {} "} {
		if r := h.Call(limited(t), invocation("s_mirror", args)); !r.OK || string(r.Data) != "{}" {
			t.Errorf("%q: got %+v", args, r)
		}
	}
}
