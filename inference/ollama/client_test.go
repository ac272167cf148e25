package ollama

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/ollamatest"
	"github.com/deskhand/deskhand/inference/transport"
)

// ask makes a client of a server and puts one request to its model a.
func ask(t *testing.T, s *ollamatest.Server, req chat.Request, set backend.Setting) (reply chat.Reply, streamed string, err error) {
	t.Helper()
	c := client(t, s)
	var b strings.Builder
	reply, err = c.Chat(t.Context(), filled(req), set, func(d chat.Delta) { b.WriteString(d.Text) })
	return reply, b.String(), err
}

func client(t *testing.T, s *ollamatest.Server) *Client {
	t.Helper()
	c, err := New(Config{Host: s.Host()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func filled(req chat.Request) chat.Request {
	req.Model = "a"
	if req.Messages == nil {
		req.Messages = []chat.Message{{Role: chat.RoleUser, Text: "Hello"}}
	}
	if req.Window == 0 {
		req.Window = 8192
	}
	return req
}

var listTool = []chat.ToolSpec{{
	Name: "files_list", Description: "Lists a folder.",
	Parameters: []byte(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`),
}}

func TestAnAnswerStreamsAndIsReturnedWhole(t *testing.T) {
	s := ollamatest.Start(t)
	s.Model("a", ollamatest.Tools(), ollamatest.Thinking()).Replies(
		ollamatest.Think("Hm", ", well.").Say("I think", "I know <it>.").Call("files_list", `{"path":"/x"}`).Call("files_list", `{"path":"/y"}`))
	reply, streamed, err := ask(t, s, chat.Request{Tools: listTool}, backend.Setting{})
	if err != nil {
		t.Fatal(err)
	}
	if reply.Text != "I thinkI know <it>." || streamed != reply.Text || reply.Thinking != "Hm, well." || reply.DoneReason != "stop" {
		t.Errorf("got %+v, streamed %q", reply, streamed)
	}
	if len(reply.Calls) != 2 || string(reply.Calls[0].Args) != `{"path":"/x"}` || string(reply.Calls[1].Args) != `{"path":"/y"}` {
		t.Errorf("calls: %+v", reply.Calls)
	}
	if reply.Usage.PromptTokens == 0 || reply.Usage.OutputTokens == 0 {
		t.Errorf("usage: %+v", reply.Usage)
	}
}

func TestWhatFailsIsNeverAnAnswer(t *testing.T) {
	is := func(target error) func(error) bool { return func(err error) bool { return errors.Is(err, target) } }
	status := func(code int) func(error) bool {
		return func(err error) bool {
			var e *StatusError
			return errors.As(err, &e) && e.Code == code
		}
	}
	rows := []struct {
		what string
		turn ollamatest.Turn
		want func(error) bool
	}{
		{"a stream that ends without done", ollamatest.Say("Half").NoDone(), is(ErrCut)},
		{"a connection that is cut", ollamatest.Say("Half", " of it").CutAfter(150), is(ErrCut)},
		{"an error line under a 200", ollamatest.Say("Half").RunnerKilled(), status(http.StatusOK)},
		{"a model that repeats itself", ollamatest.Repeat("la ", 40), is(ErrRepeats)},
		{"a line that is no JSON", ollamatest.Lines("{nonsense}"), is(ErrGarbled)},
		{"a line without an end", ollamatest.Lines(`{"message":{"content":"` + strings.Repeat("x", transport.MaxLine) + `"}}`), is(ErrGarbled)},
		{"a queue that is full", ollamatest.QueueFull(), status(http.StatusServiceUnavailable)},
		{"a runner that died", ollamatest.RunnerStopped(), status(http.StatusInternalServerError)},
		{"a parser error", ollamatest.ParserError("failed to parse JSON: unexpected end of JSON input"), is(&chat.Fault{Code: chat.FaultUnreadableCall})},
		{"a parser error in mid-stream", ollamatest.Say("I").ParserFails("XML syntax error on line 5: unexpected EOF"), is(&chat.Fault{Code: chat.FaultUnreadableCall})},
		{"an empty stream", ollamatest.Lines(), is(ErrCut)},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			s := ollamatest.Start(t)
			s.Model("a").Replies(row.turn)
			reply, _, err := ask(t, s, chat.Request{}, backend.Setting{})
			if err == nil || !row.want(err) || reply.Text != "" || reply.Calls != nil {
				t.Errorf("got %+v, %v", reply, err)
			}
		})
	}
}

func TestALineMayBeLong(t *testing.T) {
	s := ollamatest.Start(t)
	long := strings.Repeat("x", 7<<20)
	s.Model("a").Replies(ollamatest.Say(long))
	if reply, _, err := ask(t, s, chat.Request{}, backend.Setting{}); err != nil || len(reply.Text) != len(long) {
		t.Errorf("%d bytes, %v", len(reply.Text), err)
	}
}

func TestEveryRequestSaysWhatTheServerWouldElseDecide(t *testing.T) {
	s := ollamatest.Start(t)
	a := s.Model("a", ollamatest.Tools(), ollamatest.Thinking())
	history := []chat.Message{
		{Role: chat.RoleAssistant, Text: "Hello", Thinking: "secret"},
		{Role: chat.RoleUser, Text: "Look"},
		{Role: chat.RoleAssistant, Thinking: "I look", Calls: []chat.ToolCall{
			{ID: "1", Name: "files_list", Args: []byte(`{"z":12345678901234567890,"a":{"b":[1]}}`)},
			{ID: "2", Name: "files_list", Args: []byte(`{"path":"/cut`)},
		}},
		{Role: chat.RoleTool, CallID: "1", Tool: "files_list", Text: "a.txt"},
		{Role: chat.RoleTool, CallID: "2", Tool: "files_list", Text: "malformed"},
	}
	if _, _, err := ask(t, s, chat.Request{Messages: history, Tools: listTool, Think: chat.ThinkOff}, backend.Setting{Temperature: new(0.2)}); err != nil {
		t.Fatal(err)
	}
	body := a.Bodies()[0]
	for _, want := range []string{
		`"num_ctx":8192`, `"num_predict":2048`, `"temperature":0.2`, `"truncate":false`, `"shift":false`, `"keep_alive":"15m0s"`,
		`"think":false`, `"thinking":"I look"`, `"arguments":{"z":12345678901234567890,"a":{"b":[1]}}`, `"arguments":{}`,
		`"tool_name":"files_list"`, `"tool_call_id":"1"`, `"required":["path"]`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("%s is not in %s", want, body)
		}
	}
	if strings.Contains(body, "secret") || strings.Contains(body, "/cut") {
		t.Errorf("thinking or malformed arguments were sent back: %s", body)
	}
}

func TestTheMakersSamplingHoldsWhereNobodySetsOne(t *testing.T) {
	s := ollamatest.Start(t)
	a := s.Model("a", ollamatest.Thinking())
	if _, _, err := ask(t, s, chat.Request{Messages: []chat.Message{{Role: chat.RoleUser, Text: "Hi"}}, Think: chat.ThinkHigh}, backend.Setting{}); err != nil {
		t.Fatal(err)
	}
	if body := a.Bodies()[0]; strings.Contains(body, "temperature") || !strings.Contains(body, `"think":"high"`) {
		t.Errorf("asked %s", body)
	}
}

func TestErrorsThatAskForAnotherRequestAreTold(t *testing.T) {
	s := ollamatest.Start(t)
	s.Model("a")
	long := []chat.Message{{Role: chat.RoleUser, Text: strings.Repeat("x", 10_000)}}
	rows := []struct {
		what string
		req  chat.Request
		want chat.FaultCode
	}{
		{"a prompt over the window", chat.Request{Messages: long}, chat.FaultOverflow},
		{"a model without tools", chat.Request{Tools: listTool}, chat.FaultNoTools},
		{"a model that cannot think", chat.Request{Think: chat.ThinkOn}, chat.FaultNoThinking},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			if _, _, err := ask(t, s, row.req, backend.Setting{}); chat.FaultOf(err).Code != row.want {
				t.Errorf("got %v", err)
			}
		})
	}
	if _, err := client(t, s).Show(t.Context(), "nope"); chat.FaultOf(err).Code != chat.FaultNotInstalled {
		t.Errorf("an unknown model: %v", err)
	}
}

func TestAServerThatIsNotThereIsUnreachable(t *testing.T) {
	s := ollamatest.Start(t)
	s.Stop()
	if _, _, err := ask(t, s, chat.Request{}, backend.Setting{}); !errors.Is(err, ErrUnreachable) {
		t.Errorf("got %v", err)
	}
}

func TestAServerThatWasStartedAgainIsAskedOnANewConnection(t *testing.T) {
	s := ollamatest.Start(t)
	s.Model("a")
	c := client(t, s)
	for range 3 {
		if _, err := c.Show(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		s.Stop()
		s.Resume()
	}
}

func TestCancelEndsAStreamAtOnceAndTheNextRequestWorks(t *testing.T) {
	s := ollamatest.Start(t)
	s.Model("a").Replies(ollamatest.Say("One").Freeze(), ollamatest.Say("Two"))
	c := client(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := c.Chat(ctx, filled(chat.Request{}), backend.Setting{}, func(chat.Delta) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if reply, err := c.Chat(t.Context(), filled(chat.Request{}), backend.Setting{}, func(chat.Delta) {}); err != nil || reply.Text != "Two" {
		t.Errorf("afterwards: %+v, %v", reply, err)
	}
}

func TestAModelWithoutToolsIsToldOfThemInWords(t *testing.T) {
	s := ollamatest.Start(t)
	a := s.Model("a").Replies(ollamatest.Say("I look.\n", "<tool", "_call>{\"name\":\"files_list\",", `"arguments":{"path":"/x"}}</tool_call>`))
	history := []chat.Message{
		{Role: chat.RoleSystem, Text: "Be brief."},
		{Role: chat.RoleUser, Text: "Look"},
		{Role: chat.RoleAssistant, Calls: []chat.ToolCall{{ID: "1", Name: "files_list", Args: []byte(`{"path":"/w"}`)}}},
		{Role: chat.RoleTool, CallID: "1", Tool: "files_list", Text: "w.txt"},
	}
	reply, streamed, err := ask(t, s, chat.Request{Messages: history, Tools: listTool}, backend.Setting{TextCalls: true})
	if err != nil || streamed != "I look.\n" || len(reply.Calls) != 1 || string(reply.Calls[0].Args) != `{"path":"/x"}` {
		t.Errorf("got %+v, streamed %q, %v", reply, streamed, err)
	}
	sent := a.Requests()[0]
	if len(sent.Tools) > 0 || !strings.Contains(sent.Messages[0].Content, "Be brief.") || !strings.Contains(sent.Messages[0].Content, "Lists a folder.") {
		t.Errorf("sent %+v", sent.Messages)
	}
	if last := sent.Messages[3]; last.Role != "user" || !strings.Contains(last.Content, "w.txt") || len(sent.Messages[2].ToolCalls) > 0 {
		t.Errorf("sent %+v", sent.Messages)
	}
}

func TestModelsAreShownListedLoadedAndUnloaded(t *testing.T) {
	s := ollamatest.Start(t)
	a := s.Model("a", ollamatest.Tools(), ollamatest.Vision(), ollamatest.Context(16_384), ollamatest.Sizes(1000, 400))
	s.Model("far:1b", ollamatest.Remote("https://ollama.com"))
	c := client(t, s)
	info, err := c.Show(t.Context(), "a")
	if err != nil || !info.Tools || !info.Vision || info.Thinking || info.ContextLength != 16_384 || info.Remote != "" {
		t.Errorf("show: %+v, %v", info, err)
	}
	if far, err := c.Show(t.Context(), "far:1b"); err != nil || far.Remote != "https://ollama.com" {
		t.Errorf("show: %+v, %v", far, err)
	}
	if tags, err := c.Tags(t.Context()); err != nil || len(tags) != 2 || tags[0].Name != "a:latest" || tags[0].Digest == "" || tags[1].Remote == "" {
		t.Errorf("tags: %+v, %v", tags, err)
	}
	if err := c.Preload(t.Context(), "a", 8192); err != nil || a.Allocated() != 8192 {
		t.Errorf("preload: %d, %v", a.Allocated(), err)
	}
	if loaded, err := c.Loaded(t.Context(), "a", 8192); err != nil || !loaded {
		t.Errorf("loaded: %v, %v", loaded, err)
	}
	if ps, err := c.Ps(t.Context()); err != nil || len(ps) != 1 || ps[0].GPU != 400 || ps[0].Size != 1000 || ps[0].Window != 8192 {
		t.Errorf("ps: %+v, %v", ps, err)
	}
	if err := c.Unload(t.Context(), "a"); err != nil || a.Allocated() != 0 {
		t.Errorf("unload: %d, %v", a.Allocated(), err)
	}
}

func TestAnUnloadCuresTheHangAfterAParserError(t *testing.T) {
	s := ollamatest.Start(t)
	s.Model("a").Replies(ollamatest.ParserError("failed to parse JSON: unexpected end of JSON input"), ollamatest.Say("Well"))
	c := client(t, s)
	if _, err := c.Chat(t.Context(), filled(chat.Request{}), backend.Setting{}, func(chat.Delta) {}); chat.FaultOf(err).Code != chat.FaultUnreadableCall {
		t.Fatalf("got %v", err)
	}
	if err := c.Unload(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if reply, err := c.Chat(t.Context(), filled(chat.Request{}), backend.Setting{}, func(chat.Delta) {}); err != nil || reply.Text != "Well" {
		t.Errorf("got %+v, %v", reply, err)
	}
}

func TestAParserErrorMayQuoteTheCall(t *testing.T) {
	if f := told(500, `error parsing tool call: raw='{"path":'it's'}', err=invalid character`, 0); f.Call != `{"path":'it's'}` {
		t.Errorf("got %q", f.Call)
	}
	for _, message := range []string{"failed to parse JSON", "invalid character: raw='", "invalid character', err="} {
		if f := told(500, message, 0); f.Call != "" {
			t.Errorf("%s: got %q", message, f.Call)
		}
	}
}

func TestWhatAServerSaysDecidesWhatHelps(t *testing.T) {
	for _, row := range []struct {
		status  int
		message string
		class   chat.FaultClass
		code    chat.FaultCode
	}{
		{404, `model "a" not found`, chat.FaultPerson, chat.FaultNotInstalled},
		{404, "page", chat.FaultRequest, chat.FaultStatus},
		{403, "ollama cloud is disabled", chat.FaultPerson, chat.FaultCloud},
		{401, "unauthorized", chat.FaultRequest, chat.FaultStatus},
		{400, "the prompt exceeds the context length", chat.FaultTooLong, chat.FaultOverflow},
		{400, "a does not support tools", chat.FaultRequest, chat.FaultNoTools},
		{400, "a does not support thinking", chat.FaultRequest, chat.FaultNoThinking},
		{500, "XML syntax error on line 5", chat.FaultRetry, chat.FaultUnreadableCall},
		{200, "error parsing tool call", chat.FaultRetry, chat.FaultUnreadableCall},
		{500, "llama runner process has terminated: CUDA error: out of memory", chat.FaultOtherModel, chat.FaultMemory},
		{500, "model requires more system memory (9.1 GiB) than is available (4.0 GiB)", chat.FaultOtherModel, chat.FaultMemory},
		{400, "XML syntax error on line 5", chat.FaultRequest, chat.FaultStatus},
		{200, "the runner was killed", chat.FaultRetry, chat.FaultStatus},
		{429, "slow down", chat.FaultRetry, chat.FaultStatus},
		{503, "busy", chat.FaultRetry, chat.FaultStatus},
		{501, "what?", chat.FaultOtherModel, chat.FaultStatus},
		{302, "elsewhere", chat.FaultOtherModel, chat.FaultStatus},
	} {
		var status *StatusError
		if f := told(row.status, row.message, 0); f.Class != row.class || f.Code != row.code || !errors.As(f, &status) || status.Code != row.status {
			t.Errorf("%d %s: got %s, %s", row.status, row.message, f.Class, f.Code)
		}
	}
}

func TestWhatBrokeOffARequestIsSaidInPlainWords(t *testing.T) {
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refusing := gone.Addr().String()
	if err := gone.Close(); err != nil {
		t.Fatal(err)
	}
	hangsUp := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_ = conn.Close()
		}
	}))
	defer hangsUp.Close()
	mumbles := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("{")) }))
	defer mumbles.Close()
	unknown := func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "nowhere", IsNotFound: true}}
	}
	for _, row := range []struct {
		name  string
		c     Config
		kind  error
		words string
	}{
		{"nobody listens", Config{Host: refusing}, ErrUnreachable, "no server answers at " + refusing + ": the connection was refused"},
		{"nobody knows the name", Config{Host: "nowhere:1", AllowRemote: []string{"nowhere:1"}, Dial: unknown}, ErrUnreachable, "no server answers at nowhere:1: there is no such computer"},
		{"it hangs up", Config{Host: hangsUp.Listener.Addr().String()}, ErrCut, "the connection was cut in mid-answer"},
		{"it mumbles", Config{Host: mumbles.Listener.Addr().String()}, ErrGarbled, "the server sent something unreadable"},
	} {
		c, err := New(row.c)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Show(t.Context(), "m")
		if !errors.Is(err, row.kind) || err.Error() != row.words {
			t.Errorf("%s: %v, want %q", row.name, err, row.words)
		}
		c.Close()
	}
}
