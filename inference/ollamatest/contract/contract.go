package contract

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/ollama"
)

// Run runs the contract; start brings up a server for one case, and ends it
// with that case's test.
func Run(t *testing.T, start func(t *testing.T) Backend) {
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			c.check(&trial{T: t, Backend: start(t)})
		})
	}
}

// trial is one case on one server.
type trial struct {
	*testing.T
	Backend
}

var cases = []struct {
	what  string
	check func(*trial)
}{
	{"an answer streams and is returned whole", streams},
	{"tool calls come whole, side by side, and the conversation goes on", calls},
	{"thinking comes apart from the answer", thinks},
	{"a model without tools writes its calls as text", textCalls},
	{"a model that is not there is not found", notFound},
	{"a model is not asked for what it cannot do", cannot},
	{"a prompt over the window is an error", tooLong},
	{"an answer ends at its limit and says so", limited},
	{"a call that a lenient parser cannot read is lost", lost},
	{"a call that a strict parser cannot read is an error, and an unload cures the hang", parserFails},
	{"cancel frees the model for the next request", cancels},
	{"a model is shown, listed, loaded and unloaded", manages},
	{"a runner that is killed in mid-stream is an error, and the next request works", runnerKilled},
	{"a server that is killed in mid-stream is an error, and then unreachable", serverKilled},
}

// limit is how long a case may wait for anything; tiny models answer at once.
const limit = 60 * time.Second

var lister = []chat.ToolSpec{{
	Name: "files_list", Description: "Lists a folder.",
	Parameters: []byte(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`),
}}

func (t *trial) client() *ollama.Client {
	t.Helper()
	c, err := ollama.New(ollama.Config{Host: t.Host()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// install puts the model m there.
func (t *trial) install(s Scenario) {
	t.Helper()
	s.Name = model
	t.Install(t.T, s)
}

const model = "m"

// The HTTP status of a fault of the server, and of an error line in a stream.
const (
	serverError = 500
	inStream    = 200
)

// ask puts a request to m within limit; see may be nil.
func (t *trial) ask(req chat.Request, set ollama.Setting, see func(chat.Delta)) (chat.Reply, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	if see == nil {
		see = func(chat.Delta) {}
	}
	return t.client().Chat(ctx, filled(req), set, see)
}

func filled(req chat.Request) chat.Request {
	req.Model = model
	if req.Messages == nil {
		req.Messages = []chat.Message{{Role: chat.RoleUser, Text: "Hello"}}
	}
	if req.Window == 0 {
		req.Window = 4096
	}
	return req
}

func streams(t *trial) {
	t.install(Scenario{Steps: []Step{{Text: []string{"I think", "I know ", "<it> ", "é."}}}})
	var seen strings.Builder
	pieces := 0
	reply, err := t.ask(chat.Request{}, ollama.Setting{}, func(d chat.Delta) {
		seen.WriteString(d.Text)
		pieces++
	})
	if err != nil || reply.Text != "I thinkI know <it> é." || seen.String() != reply.Text || reply.DoneReason != "stop" {
		t.Errorf("got %+v, saw %q, %v", reply, seen.String(), err)
	}
	if pieces < 2 || reply.Usage.PromptTokens == 0 || reply.Usage.OutputTokens == 0 {
		t.Errorf("%d pieces, usage %+v", pieces, reply.Usage)
	}
}

func calls(t *trial) {
	t.install(Scenario{Tools: true, Steps: []Step{
		{Text: []string{"I look."}, Calls: []Call{{"files_list", `{"path":"/x"}`}, {"files_list", `{"path":"/y"}`}}},
		{Text: []string{"Two files."}},
	}})
	first, err := t.ask(chat.Request{Tools: lister}, ollama.Setting{}, nil)
	if err != nil || len(first.Calls) != 2 || strings.TrimSpace(first.Text) != "I look." || first.DoneReason != "stop" {
		t.Fatalf("got %+v, %v", first, err)
	}
	if a, b := first.Calls[0], first.Calls[1]; a.Name != "files_list" || string(a.Args) != `{"path":"/x"}` || string(b.Args) != `{"path":"/y"}` || a.ID == "" || a.ID == b.ID {
		t.Errorf("calls %+v", first.Calls)
	}
	history := []chat.Message{{Role: chat.RoleUser, Text: "Hello"}, {Role: chat.RoleAssistant, Text: first.Text, Calls: first.Calls}}
	for _, c := range first.Calls {
		history = append(history, chat.Message{Role: chat.RoleTool, CallID: c.ID, Tool: c.Name, Text: "a.txt"})
	}
	if second, err := t.ask(chat.Request{Tools: lister, Messages: history}, ollama.Setting{}, nil); err != nil || second.Text != "Two files." || second.Calls != nil {
		t.Errorf("then %+v, %v", second, err)
	}
}

func thinks(t *trial) {
	t.install(Scenario{Thinking: true, Steps: []Step{{Think: []string{"Hm, ", "well."}, Text: []string{"Yes."}}}})
	reply, err := t.ask(chat.Request{Think: chat.ThinkOn}, ollama.Setting{}, nil)
	if err != nil || strings.TrimSpace(reply.Text) != "Yes." || strings.TrimSpace(reply.Thinking) != "Hm, well." {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func textCalls(t *trial) {
	t.install(Scenario{Steps: []Step{{Text: []string{"I look.\n", "<tool", "_call>\n", `{"name":"files_list",`, `"arguments":{"path":"/x"}}`, "\n</tool_call>"}}}})
	var seen strings.Builder
	reply, err := t.ask(chat.Request{Tools: lister}, ollama.Setting{TextCalls: true}, func(d chat.Delta) { seen.WriteString(d.Text) })
	if err != nil || len(reply.Calls) != 1 || string(reply.Calls[0].Args) != `{"path":"/x"}` || seen.String() != "I look.\n" {
		t.Errorf("got %+v, saw %q, %v", reply, seen.String(), err)
	}
}

func notFound(t *trial) {
	if _, err := t.ask(chat.Request{}, ollama.Setting{}, nil); !ollama.NotFound(err) {
		t.Errorf("chat: %v", err)
	}
	if _, err := t.client().Show(t.Context(), model); !ollama.NotFound(err) {
		t.Errorf("show: %v", err)
	}
}

func cannot(t *trial) {
	t.install(Scenario{Steps: []Step{{Text: []string{"ok"}}}})
	if _, err := t.ask(chat.Request{Tools: lister}, ollama.Setting{}, nil); !ollama.NoTools(err) {
		t.Errorf("tools: %v", err)
	}
	if _, err := t.ask(chat.Request{Think: chat.ThinkOn}, ollama.Setting{}, nil); !ollama.NoThinking(err) {
		t.Errorf("thinking: %v", err)
	}
	var status *ollama.StatusError
	if _, err := t.ask(chat.Request{Format: []byte(`"xml"`)}, ollama.Setting{}, nil); !errors.As(err, &status) || status.Code != serverError {
		t.Errorf("format: %v", err)
	}
}

func tooLong(t *trial) {
	t.install(Scenario{Steps: []Step{{Text: []string{"ok"}}}})
	long := []chat.Message{{Role: chat.RoleUser, Text: strings.Repeat("word ", 600)}}
	if _, err := t.ask(chat.Request{Window: 2048, Messages: long}, ollama.Setting{}, nil); !ollama.TooLong(err) {
		t.Errorf("got %v", err)
	}
}

func limited(t *trial) {
	t.install(Scenario{Steps: []Step{{Text: []string{"tick ", "tock "}, Endless: true}}})
	reply, err := t.ask(chat.Request{Reserve: 6}, ollama.Setting{}, nil)
	if err != nil || reply.DoneReason != "length" || !strings.HasPrefix("tick tock tick tock tick tock ", reply.Text) || reply.Text == "" {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func lost(t *trial) {
	t.install(Scenario{Tools: true, Steps: []Step{{Malformed: true}}})
	reply, err := t.ask(chat.Request{Tools: lister}, ollama.Setting{}, nil)
	if err != nil || reply.Text != "" || reply.Calls != nil || reply.DoneReason != "stop" {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func parserFails(t *trial) {
	t.install(Scenario{Tools: true, Strict: true, Steps: []Step{{Malformed: true}, {Text: []string{"Well."}}}})
	if _, err := t.ask(chat.Request{Tools: lister}, ollama.Setting{}, nil); !ollama.ParserFailed(err) {
		t.Fatalf("got %v", err)
	}
	if err := t.client().Unload(t.Context(), model); err != nil {
		t.Fatalf("unload: %v", err)
	}
	history := []chat.Message{{Role: chat.RoleUser, Text: "Hello"}, {Role: chat.RoleAssistant, Text: "Hm."}, {Role: chat.RoleUser, Text: "Again"}}
	if reply, err := t.ask(chat.Request{Tools: lister, Messages: history}, ollama.Setting{}, nil); err != nil || strings.TrimSpace(reply.Text) != "Well." {
		t.Errorf("afterwards %+v, %v", reply, err)
	}
}

func cancels(t *trial) {
	t.install(Scenario{Steps: []Step{{Text: []string{"tick ", "tock "}, Endless: true}, {Text: []string{"Well."}}}})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := t.client().Chat(ctx, filled(chat.Request{Reserve: 2000}), ollama.Setting{}, func(chat.Delta) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	history := []chat.Message{{Role: chat.RoleUser, Text: "Hello"}, {Role: chat.RoleAssistant, Text: "tick"}, {Role: chat.RoleUser, Text: "Again"}}
	if reply, err := t.ask(chat.Request{Messages: history}, ollama.Setting{}, nil); err != nil || reply.Text != "Well." {
		t.Errorf("afterwards %+v, %v", reply, err)
	}
}

func manages(t *trial) {
	t.install(Scenario{Tools: true, Steps: []Step{{Text: []string{"ok"}}}})
	c := t.client()
	if info, err := c.Show(t.Context(), model); err != nil || !info.Tools || info.Thinking || info.Vision || info.ContextLength != ContextLength || info.Remote != "" {
		t.Errorf("show: %+v, %v", info, err)
	}
	if tags, err := c.Tags(t.Context()); err != nil || len(tags) != 1 || !ollama.SameModel(tags[0].Name, model) || tags[0].Digest == "" || tags[0].Size == 0 {
		t.Errorf("tags: %+v, %v", tags, err)
	}
	if err := c.Preload(t.Context(), model, 4096); err != nil {
		t.Errorf("preload: %v", err)
	}
	if loaded, err := c.Loaded(t.Context(), model, 4096); err != nil || !loaded {
		t.Errorf("loaded: %v, %v", loaded, err)
	}
	if ps, err := c.Ps(t.Context()); err != nil || len(ps) != 1 || ps[0].Window != 4096 || ps[0].Size == 0 {
		t.Errorf("ps: %+v, %v", ps, err)
	}
	if err := c.Unload(t.Context(), model); err != nil {
		t.Errorf("unload: %v", err)
	}
}

func runnerKilled(t *trial) {
	t.install(Scenario{Steps: []Step{{Text: []string{"tick ", "tock "}, Endless: true}, {Text: []string{"Well."}}}})
	killed := false
	_, err := t.ask(chat.Request{Reserve: 2000}, ollama.Setting{}, func(chat.Delta) {
		if !killed {
			killed = true
			t.KillRunner(t.T, model)
		}
	})
	var status *ollama.StatusError
	if !errors.As(err, &status) || status.Code != inStream {
		t.Errorf("got %v", err)
	}
	history := []chat.Message{{Role: chat.RoleUser, Text: "Hello"}, {Role: chat.RoleAssistant, Text: "tick"}, {Role: chat.RoleUser, Text: "Again"}}
	if reply, err := t.ask(chat.Request{Messages: history}, ollama.Setting{}, nil); err != nil || reply.Text != "Well." {
		t.Errorf("afterwards %+v, %v", reply, err)
	}
}

func serverKilled(t *trial) {
	t.install(Scenario{Steps: []Step{{Text: []string{"tick ", "tock "}, Endless: true}}})
	killed := false
	_, err := t.ask(chat.Request{Reserve: 2000}, ollama.Setting{}, func(chat.Delta) {
		if !killed {
			killed = true
			t.Stop(t.T)
		}
	})
	if !errors.Is(err, ollama.ErrCut) {
		t.Errorf("got %v", err)
	}
	if _, err := t.ask(chat.Request{}, ollama.Setting{}, nil); !errors.Is(err, ollama.ErrUnreachable) {
		t.Errorf("then %v", err)
	}
}
