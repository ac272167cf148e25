package contract

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/ollamatest/contract"
	"github.com/deskhand/deskhand/inference/openai"
)

// Server is a server under test.
type Server interface {
	// URL is its address, with its path.
	URL() string
	// Install puts a model on it.
	Install(t *testing.T, s contract.Scenario)
	// Stop ends the server itself, in mid-sentence.
	Stop(t *testing.T)
}

// Run runs the contract; start brings up a server for one case, and ends it with that
// case's test.
func Run(t *testing.T, start func(t *testing.T) Server) {
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			s := start(t)
			client, err := openai.New(openai.Config{URLs: []string{s.URL()}})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(client.Close)
			c.check(&testCase{T: t, server: s, client: client})
		})
	}
}

// testCase is one case on one server.
type testCase struct {
	*testing.T
	server Server
	client *openai.Client
}

var cases = []struct {
	what  string
	check func(*testCase)
}{
	{"an answer streams and is returned whole", streams},
	{"an empty answer is whole too", empty},
	{"tool calls come whole, side by side, and the conversation goes on", calls},
	{"thinking comes apart from the answer", thinks},
	{"a model without tools writes its calls as text", textCalls},
	{"an answer has the form that was asked for", form},
	{"an answer ends at its limit and says so", limited},
	{"answers side by side do not mix", sideBySide},
	{"a model is shown, and nobody is asked to load it", shown},
	{"a model that is not there is not found", notFound},
	{"a model is not asked for what it cannot do", cannot},
	{"cancel ends an answer", cancels},
	{"a server that is killed in mid-stream is an error, and then unreachable", killed},
}

const model = "m"

// limit is how long a case may wait for anything.
const limit = 60 * time.Second

var lister = []chat.ToolSpec{{
	Name: "files_list", Description: "Lists a folder.",
	Parameters: []byte(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`),
}}

func (t *testCase) install(tools, thinking bool, steps ...contract.Step) {
	t.Helper()
	t.server.Install(t.T, contract.Scenario{Name: model, Tools: tools, Thinking: thinking, Steps: steps})
}

// ask puts a request to m within limit.
func (t *testCase) ask(req chat.Request, set backend.Setting, see func(chat.Delta)) (chat.Reply, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	req.Model = model
	if req.Messages == nil {
		req.Messages = []chat.Message{{Role: chat.RoleUser, Text: "Hello"}}
	}
	if see == nil {
		see = func(chat.Delta) {}
	}
	return t.client.Chat(ctx, req, set, see)
}

func streams(t *testCase) {
	t.install(false, false, contract.Step{Text: []string{"I think", "I know ", "<it> ", "é."}})
	var seen strings.Builder
	pieces := 0
	reply, err := t.ask(chat.Request{}, backend.Setting{Temperature: new(0.0)}, func(d chat.Delta) {
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

func empty(t *testCase) {
	t.install(true, false, contract.Step{})
	if reply, err := t.ask(chat.Request{Tools: lister}, backend.Setting{}, nil); err != nil || reply.Text != "" || reply.Calls != nil || reply.DoneReason != "stop" {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func calls(t *testCase) {
	t.install(true, false,
		contract.Step{Text: []string{"I look."}, Calls: []contract.Call{{Name: "files_list", Args: `{"path":"/x"}`}, {Name: "files_list", Args: `{"path":"/y"}`}}},
		contract.Step{Text: []string{"Two files."}})
	first, err := t.ask(chat.Request{Tools: lister}, backend.Setting{}, nil)
	if err != nil || len(first.Calls) != 2 || strings.TrimSpace(first.Text) != "I look." || first.DoneReason != "stop" {
		t.Fatalf("got %+v, %v", first, err)
	}
	if a, b := first.Calls[0], first.Calls[1]; a.Name != "files_list" || string(a.Args) != `{"path":"/x"}` || string(b.Args) != `{"path":"/y"}` || a.ID == "" || a.ID == b.ID {
		t.Errorf("calls %+v", first.Calls)
	}
	history := []chat.Message{{Role: chat.RoleUser, Text: "Hello"}, {Role: chat.RoleAssistant, Text: first.Text, Thinking: "Hm.", Calls: first.Calls}}
	for _, c := range first.Calls {
		history = append(history, chat.Message{Role: chat.RoleTool, CallID: c.ID, Tool: c.Name, Text: "a.txt"})
	}
	if second, err := t.ask(chat.Request{Tools: lister, Messages: history}, backend.Setting{}, nil); err != nil || second.Text != "Two files." || second.Calls != nil {
		t.Errorf("then %+v, %v", second, err)
	}
}

func thinks(t *testCase) {
	t.install(false, true, contract.Step{Think: []string{"Hm, ", "well."}, Text: []string{"Yes."}})
	reply, err := t.ask(chat.Request{}, backend.Setting{}, nil)
	if err != nil || strings.TrimSpace(reply.Text) != "Yes." || strings.TrimSpace(reply.Thinking) != "Hm, well." {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func textCalls(t *testCase) {
	t.install(false, false, contract.Step{Text: []string{"I look.\n", "<tool", "_call>\n", `{"name":"files_list",`, `"arguments":{"path":"/x"}}`, "\n</tool_call>"}})
	var seen strings.Builder
	reply, err := t.ask(chat.Request{Tools: lister}, backend.Setting{TextCalls: true}, func(d chat.Delta) { seen.WriteString(d.Text) })
	if err != nil || len(reply.Calls) != 1 || string(reply.Calls[0].Args) != `{"path":"/x"}` || seen.String() != "I look.\n" {
		t.Errorf("got %+v, saw %q, %v", reply, seen.String(), err)
	}
}

func form(t *testCase) {
	t.install(false, false, contract.Step{Text: []string{`{"total": `, `"12.50"`, `}`}})
	reply, err := t.ask(chat.Request{Format: []byte(`{"type":"object","properties":{"total":{"type":"string"}},"required":["total"]}`)}, backend.Setting{}, nil)
	var filledIn struct{ Total string }
	if err != nil || json.Unmarshal([]byte(reply.Text), &filledIn) != nil || filledIn.Total != "12.50" {
		t.Errorf("got %+v, %v", reply, err)
	}
}

// ticking is an answer without an end in short pieces.
func ticking() contract.Step {
	return contract.Step{Text: []string{"tick ", "tock "}, Endless: true}
}

func limited(t *testCase) {
	t.install(false, false, ticking())
	reply, err := t.ask(chat.Request{Reserve: 6}, backend.Setting{}, nil)
	if err != nil || reply.DoneReason != "length" || reply.Text != "tick tock tick tock tick tock " {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func sideBySide(t *testCase) {
	t.install(false, false, contract.Step{Text: []string{"One ", "answer."}}, contract.Step{Text: []string{"Another ", "one."}})
	later := []chat.Message{{Role: chat.RoleUser, Text: "Hello"}, {Role: chat.RoleAssistant, Text: "Yes?"}, {Role: chat.RoleUser, Text: "And?"}}
	var turns sync.WaitGroup
	for i := range 4 {
		want, history := "One answer.", []chat.Message(nil)
		if i%2 == 1 {
			want, history = "Another one.", later
		}
		turns.Go(func() {
			if reply, err := t.ask(chat.Request{Messages: history}, backend.Setting{}, nil); err != nil || reply.Text != want {
				t.Errorf("got %+v, %v", reply, err)
			}
		})
	}
	turns.Wait()
}

func shown(t *testCase) {
	t.install(true, false, contract.Step{Text: []string{"ok"}})
	info, err := t.client.Show(t.Context(), model)
	if err != nil || !info.Tools || info.Remote != "" {
		t.Errorf("shown as %+v, %v", info, err)
	}
	names, err := t.client.Names(t.Context())
	if err != nil || len(names) != 1 || !backend.SameModel(names[0], model) {
		t.Errorf("listed %q, %v", names, err)
	}
	if loaded, err := t.client.Loaded(t.Context(), model, 8192); err != nil || !loaded {
		t.Errorf("loaded: %v, %v", loaded, err)
	}
}

func is(err error, code chat.FaultCode) bool { return chat.FaultOf(err).Code == code }

func notFound(t *testCase) {
	if _, err := t.ask(chat.Request{}, backend.Setting{}, nil); !is(err, chat.FaultNotInstalled) {
		t.Errorf("chat: %v", err)
	}
	if _, err := t.client.Show(t.Context(), model); !is(err, chat.FaultNotInstalled) {
		t.Errorf("show: %v", err)
	}
}

func cannot(t *testCase) {
	t.install(false, false, contract.Step{Text: []string{"ok"}})
	if _, err := t.ask(chat.Request{Tools: lister}, backend.Setting{}, nil); !is(err, chat.FaultNoTools) {
		t.Errorf("tools: %v", err)
	}
}

func cancels(t *testCase) {
	t.install(false, false, ticking())
	ctx, cancel := context.WithCancel(t.Context())
	req := chat.Request{Model: model, Messages: []chat.Message{{Role: chat.RoleUser, Text: "Hello"}}}
	_, err := t.client.Chat(ctx, req, backend.Setting{}, func(chat.Delta) { cancel() })
	if err == nil || ctx.Err() == nil {
		t.Errorf("it ended with %v", err)
	}
	if reply, err := t.ask(chat.Request{Reserve: 2}, backend.Setting{}, nil); err != nil || reply.Text == "" {
		t.Errorf("the next one: %+v, %v", reply, err)
	}
}

func killed(t *testCase) {
	t.install(false, false, ticking())
	var once sync.Once
	_, err := t.ask(chat.Request{}, backend.Setting{}, func(chat.Delta) { once.Do(func() { t.server.Stop(t.T) }) })
	if !is(err, chat.FaultCut) {
		t.Errorf("in mid-stream: %v", err)
	}
	if _, err = t.ask(chat.Request{}, backend.Setting{}, nil); !is(err, chat.FaultUnreachable) {
		t.Errorf("afterwards: %v", err)
	}
}
