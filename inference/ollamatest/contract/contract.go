package contract

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/ollama"
)

// Run runs the contract; start brings up a server for one case, and ends it
// with that case's test.
func Run(t *testing.T, start func(t *testing.T, s Settings) Backend) {
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			c.check(&testCase{T: t, Backend: start(t, c.settings)})
		})
	}
}

// testCase is one case on one server.
type testCase struct {
	*testing.T
	Backend
}

var cases = []struct {
	what     string
	check    func(*testCase)
	settings Settings
}{
	{what: "an answer streams and is returned whole", check: streams},
	{what: "an empty answer is whole too", check: empty},
	{what: "tool calls come whole, side by side, and the conversation goes on", check: calls},
	{what: "thinking comes apart from the answer", check: thinks},
	{what: "a model without tools writes its calls as text", check: textCalls},
	{what: "an answer has the form that was asked for", check: form},
	{what: "an answer ends at its limit and says so", check: limited},
	{what: "an answer ends where the window does and says so", check: fills},
	{what: "two answers of one model do not mix", check: sideBySide},
	{what: "a prompt is counted whole, what the server remembers of it too", check: counts},
	{what: "a stream has the shape that the reader expects", check: shape},

	{what: "a model that is not there is not found", check: notFound},
	{what: "a model is not asked for what it cannot do", check: cannot},
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
	{what: "a model that runs elsewhere says so", check: remote, settings: Settings{Cloud: true}},
	{what: "a model that runs elsewhere is not there for a server that keeps to this computer", check: forbidden},
	{what: "a request without messages loads or unloads", check: loads},
}

// limit is how long a case may wait for anything; tiny models answer at once.
const limit = 60 * time.Second

// hang is how long a server is waited for that is expected not to answer.
const hang = 500 * time.Millisecond

var lister = []chat.ToolSpec{{
	Name: "files_list", Description: "Lists a folder.",
	Parameters: []byte(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`),
}}

func (t *testCase) client() *ollama.Client { return t.clientWithin(ollama.Limits{}) }

func (t *testCase) clientWithin(limits ollama.Limits) *ollama.Client {
	t.Helper()
	c, err := ollama.New(ollama.Config{Host: t.Host(), Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// install puts the model m there.
func (t *testCase) install(s Scenario) {
	t.Helper()
	s.Name = model
	t.Install(t.T, s)
}

const model = "m"

// The HTTP status of a fault of the server, of one that has too much to do, and
// of an error line in a stream.
const (
	serverError = 500
	serverBusy  = 503
	inStream    = 200
)

// ask puts a request to m within limit; see may be nil.
func (t *testCase) ask(req chat.Request, set backend.Setting, see func(chat.Delta)) (chat.Reply, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	if see == nil {
		see = func(chat.Delta) {}
	}
	return t.client().Chat(ctx, filled(req), set, see)
}

func filled(req chat.Request) chat.Request {
	if req.Model == "" {
		req.Model = model
	}
	if req.Messages == nil {
		req.Messages = []chat.Message{{Role: chat.RoleUser, Text: "Hello"}}
	}
	if req.Window == 0 {
		req.Window = 4096
	}
	return req
}

// later is a conversation in which the model has answered once.
func later() []chat.Message {
	return []chat.Message{
		{Role: chat.RoleUser, Text: "Hello"}, {Role: chat.RoleAssistant, Text: "Hm."}, {Role: chat.RoleUser, Text: "Again"},
	}
}

// worksAgain asks for the second step, "Well.".
func (t *testCase) worksAgain() {
	t.Helper()
	if reply, err := t.ask(chat.Request{Messages: later(), Tools: nil}, backend.Setting{}, nil); err != nil || strings.TrimSpace(reply.Text) != "Well." {
		t.Errorf("afterwards %+v, %v", reply, err)
	}
}

// flood is an answer without an end, and then "Well.". Its pieces are so long
// that it fills whatever lies between server and client: as long as the client
// does not read on, it is not over.
func flood() Scenario {
	return Scenario{Steps: []Step{
		{Text: []string{strings.Repeat("tick ", 400), strings.Repeat("tock ", 400)}, Endless: true},
		{Text: []string{"Well."}},
	}}
}

// floods asks for the flood.
func floods() chat.Request { return filled(chat.Request{Window: ContextLength, Reserve: 30_000}) }
