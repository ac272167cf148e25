package contract

import (
	"cmp"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/ollama"
)

// Run runs the contract; start starts a server for one case, and stops it with that
// case's test.
func Run(t *testing.T, start func(t *testing.T, s Settings) Backend) {
	Answers(t, func(t *testing.T) (Server, backend.Backend) {
		b := start(t, Settings{})
		return b, clientOf(t, b, ollama.Limits{})
	})
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			b := start(t, c.settings)
			c.check(&testCase{&asking{t, b, clientOf(t, b, ollama.Limits{})}, b})
		})
	}
}

// Answers runs the part of the contract that holds for any protocol; start starts a
// server for one case, with its client.
func Answers(t *testing.T, start func(t *testing.T) (Server, backend.Backend)) {
	for _, c := range answers {
		t.Run(c.what, func(t *testing.T) {
			s, client := start(t)
			c.check(&asking{t, s, client})
		})
	}
}

// asking is one case on one server of any protocol.
type asking struct {
	*testing.T
	Server
	client backend.Backend
}

// testCase is one case on one Ollama server.
type testCase struct {
	*asking
	Backend
}

var answers = []struct {
	what  string
	check func(*asking)
}{
	{"an answer streams and is returned whole", streams},
	{"an empty answer is whole too", empty},
	{"tool calls come whole, side by side, and the conversation goes on", calls},
	{"thinking comes apart from the answer", thinks},
	{"a model without tools writes its calls as text", textCalls},
	{"an answer has the form that was asked for", form},
	{"an answer ends at its limit and says so", limited},
	{"answers side by side do not mix", sideBySide},
	{"a model that is not there is not found", notFound},
	{"a model is not asked for what it cannot do", cannot},
}

var cases = []struct {
	what     string
	check    func(*testCase)
	settings Settings
}{
	{what: "an answer ends where the window does and says so", check: fills},
	{what: "a prompt is counted whole, what the server remembers of it too", check: counts},
	{what: "a stream has the shape that the reader expects", check: shape},

	{what: "a model that cannot think is not asked to", check: cannotThink},
	{what: "every refusal has its status and its words", check: refuses},
	{what: "a prompt over the window is an error", check: tooLong},
	{what: "a prompt over the window is cut without a word, unless that is forbidden", check: cutsPrompt},
	{what: "a call that a lenient parser cannot read is lost", check: lost},
	{what: "a call that a strict parser cannot read is an error, the model hangs, and an unload cures it", check: parserFails},
	{what: "a call that a strict parser cannot read is an error in mid-stream too", check: parserFailsLate},
	{what: "a model that repeats itself is given up without a word", check: repeats},
	{what: "a model whose weights are not all there is an error", check: cannotLoad},
	{what: "a template that fails is an error", check: templateFails},
	{what: "cancel frees the model for the next request", check: cancels},
	{what: "a runner that is killed in mid-stream is an error, and the next request works", check: runnerKilled},
	{what: "a runner that is killed while nobody asks is not missed", check: runnerKilledIdle},
	{what: "a runner that freezes goes silent, and an unload cures it", check: runnerFreezes},
	{what: "a server that is killed in mid-stream is an error, and then unreachable", check: serverKilled},
	{what: "a queue that is full refuses, and those who wait are answered", check: queueFull, settings: Settings{MaxLoaded: 1, MaxQueue: 1}},

	{what: "a model is shown, listed, loaded, loaded again with another window, and unloaded", check: manages},
	{what: "a model is deleted", check: removes},
	{what: "texts become vectors of one length", check: embeds},
	{what: "a model that runs elsewhere says so", check: remote, settings: Settings{Cloud: true}},
	{what: "a model that runs elsewhere is not there for a server that keeps to this computer", check: forbidden},
	{what: "a request without messages loads or unloads", check: loads},
}

// limit is how long a case may wait; tiny models answer at once.
const limit = 60 * time.Second

// hang is how long to wait for a server that is expected not to answer.
const hang = 500 * time.Millisecond

var lister = []chat.ToolSpec{{
	Name: "files_list", Description: "Lists a folder.",
	Parameters: []byte(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`),
}}

func clientOf(t *testing.T, b Backend, limits ollama.Limits) *ollama.Client {
	t.Helper()
	c, err := ollama.New(ollama.Config{Host: b.Host(), Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// own returns a client without earlier requests.
func (t *testCase) own() *ollama.Client { return t.within(ollama.Limits{}) }

func (t *testCase) within(limits ollama.Limits) *ollama.Client {
	return clientOf(t.T, t.Backend, limits)
}

// install installs the model m.
func (t *asking) install(s Scenario) {
	t.Helper()
	s.Name = Model
	t.Install(t.T, s)
}

// Model is the name of the model of a case.
const Model = "m"

// The HTTP status of a server fault, of an overloaded server, and of an error line in a
// stream.
const (
	serverError = 500
	serverBusy  = 503
	inStream    = 200
)

// ask sends a request to m with a time limit; see may be nil.
func (t *asking) ask(req chat.Request, set backend.Setting, see func(chat.Delta)) (chat.Reply, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	if see == nil {
		see = func(chat.Delta) {}
	}
	return t.client.Chat(ctx, filled(req), set, see)
}

func filled(req chat.Request) chat.Request {
	req.Model = cmp.Or(req.Model, Model)
	if req.Messages == nil {
		req.Messages = []chat.Message{{Role: chat.RoleUser, Text: "Hello"}}
	}
	req.Window = cmp.Or(req.Window, 4096)
	return req
}

// later returns a conversation in which the model has answered once.
func later() []chat.Message {
	return []chat.Message{
		{Role: chat.RoleUser, Text: "Hello"}, {Role: chat.RoleAssistant, Text: "Hm."}, {Role: chat.RoleUser, Text: "Again"},
	}
}

// worksAgain requests the second step, "Well.".
func (t *testCase) worksAgain() {
	t.Helper()
	if reply, err := t.ask(chat.Request{Messages: later(), Tools: nil}, backend.Setting{}, nil); err != nil || strings.TrimSpace(reply.Text) != "Well." {
		t.Errorf("afterwards %+v, %v", reply, err)
	}
}

// flood is an endless answer, followed by "Well.". Its pieces fill all buffers between
// server and client: it does not end while the client does not read.
func flood() Scenario {
	return Scenario{Steps: []Step{
		{Text: []string{strings.Repeat("tick ", 400), strings.Repeat("tock ", 400)}, Endless: true},
		{Text: []string{"Well."}},
	}}
}

// floods requests the flood.
func floods() chat.Request { return filled(chat.Request{Window: ContextLength, Reserve: 30_000}) }
