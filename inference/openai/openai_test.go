package openai_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/ollamatest/contract"
	"github.com/deskhand/deskhand/inference/openai"
	openaicontract "github.com/deskhand/deskhand/inference/openai/contract"
)

// scripted is a server that answers by script.
type scripted struct {
	*httptest.Server
	mu    sync.Mutex
	model contract.Scenario
}

func start(t *testing.T) *scripted {
	s := &scripted{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", s.list)
	mux.HandleFunc("POST /v1/chat/completions", s.chat)
	s.Server = httptest.NewServer(mux)
	t.Cleanup(func() { s.Stop(t) })
	return s
}

func (s *scripted) URL() string { return s.Server.URL + "/v1" }

func (s *scripted) Install(_ *testing.T, sc contract.Scenario) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.model = sc
}

func (s *scripted) Stop(*testing.T) {
	_ = s.Listener.Close()
	s.CloseClientConnections()
}

func (s *scripted) list(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.model.Name == "" {
		fmt.Fprint(w, `{"object":"list","data":[]}`)
		return
	}
	fmt.Fprintf(w, `{"object":"list","data":[{"id":%q,"object":"model","max_model_len":32768}]}`, s.model.Name)
}

// asked is what the server reads of a request.
type asked struct {
	Model    string `json:"model"`
	Messages []struct {
		Role string `json:"role"`
	} `json:"messages"`
	Tools     []json.RawMessage `json:"tools"`
	MaxTokens int               `json:"max_tokens"`
}

func (s *scripted) chat(w http.ResponseWriter, r *http.Request) {
	var req asked
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	sc := s.model
	s.mu.Unlock()
	switch {
	case sc.Name != req.Model:
		http.Error(w, `{"error":{"message":"The model does not exist.","code":404}}`, http.StatusNotFound)
		return
	case len(req.Tools) > 0 && !sc.Tools:
		http.Error(w, `{"error":{"message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"}}`, http.StatusBadRequest)
		return
	}
	turn := 0
	for _, m := range req.Messages {
		if m.Role == "assistant" {
			turn++
		}
	}
	play(w, r, sc.Steps[min(turn, len(sc.Steps)-1)], req.MaxTokens)
}

// event writes one event of a stream; false: nobody reads it.
func event(w http.ResponseWriter, r *http.Request, format string, args ...any) bool {
	_, err := fmt.Fprintf(w, "data: "+format+"\n\n", args...)
	w.(http.Flusher).Flush()
	return err == nil && r.Context().Err() == nil
}

func quoted(text string) string {
	raw, _ := json.Marshal(text)
	return string(raw)
}

// play streams an answer.
func play(w http.ResponseWriter, r *http.Request, step contract.Step, most int) {
	w.Header().Set("Content-Type", "text/event-stream")
	event(w, r, `{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}`)
	for _, piece := range step.Think {
		event(w, r, `{"choices":[{"index":0,"delta":{"reasoning_content":%s}}]}`, quoted(piece))
	}
	finish, tokens := "stop", len(step.Think)
	for again := true; again; again = step.Endless && finish == "stop" {
		for _, piece := range step.Text {
			if most > 0 && tokens == most {
				finish = "length"
				break
			}
			if tokens++; !event(w, r, `{"choices":[{"index":0,"delta":{"content":%s}}]}`, quoted(piece)) {
				return
			}
		}
	}
	for i, c := range step.Calls {
		finish = "tool_calls"
		event(w, r, `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":%d,"id":"call-%d","type":"function","function":{"name":%q,"arguments":""}}]}}]}`, i, i, c.Name)
		for _, half := range []string{c.Args[:len(c.Args)/2], c.Args[len(c.Args)/2:]} {
			event(w, r, `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":%d,"function":{"arguments":%s}}]}}]}`, i, quoted(half))
		}
	}
	event(w, r, `{"choices":[{"index":0,"delta":{},"finish_reason":%q}]}`, finish)
	event(w, r, `{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":%d}}`, max(1, tokens))
	event(w, r, "[DONE]")
}

func TestAScriptedServerKeepsTheContract(t *testing.T) {
	openaicontract.Run(t, func(t *testing.T) openaicontract.Server { return start(t) })
}

// serving is a client of a server with one handler.
func serving(t *testing.T, c openai.Config, handle http.HandlerFunc) *openai.Client {
	t.Helper()
	s := httptest.NewServer(handle)
	t.Cleanup(s.Close)
	c.URLs = []string{s.URL + "/v1"}
	return client(t, c)
}

func client(t *testing.T, c openai.Config) *openai.Client {
	t.Helper()
	made, err := openai.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(made.Close)
	return made
}

func hello() chat.Request {
	return chat.Request{Model: "m", Messages: []chat.Message{{Role: chat.RoleUser, Text: "Hello"}}}
}

func silent(chat.Delta) {}

func TestFaultsHaveTheirClassWhateverFormAServerGivesThem(t *testing.T) {
	rows := []struct {
		what, body string
		status     int
		class      chat.FaultClass
		code       chat.FaultCode
	}{
		{"too long for vLLM", `{"error":{"message":"This model's maximum context length is 4096 tokens."}}`, 400, chat.FaultTooLong, chat.FaultOverflow},
		{"too long for llama.cpp", `{"error":{"code":400,"message":"the request exceeds the available context size"}}`, 400, chat.FaultTooLong, chat.FaultOverflow},
		{"no tools", `{"error":"m does not support tools"}`, 400, chat.FaultRequest, chat.FaultNoTools},
		{"a wrong key", `{"error":{"message":"Incorrect API key"}}`, 401, chat.FaultPerson, chat.FaultStatus},
		{"too many", `slow down`, 429, chat.FaultRetry, chat.FaultStatus},
		{"a balancer without servers", `<html>Bad gateway</html>`, 502, chat.FaultRetry, chat.FaultStatus},
		{"an error in mid-stream", "data: {\"error\":{\"message\":\"out of memory\"}}\n\n", 200, chat.FaultRetry, chat.FaultStatus},
		{"an answer that ends before the model did", "data: {\"choices\":[{\"delta\":{\"content\":\"I\"}}]}\n\n", 200, chat.FaultRetry, chat.FaultCut},
		{"no events", "data: hello\n\n", 200, chat.FaultRetry, chat.FaultGarbled},
		{"a redirect to elsewhere", ``, 307, chat.FaultRequest, chat.FaultStatus},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			c := serving(t, openai.Config{}, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", "http://192.0.2.1/")
				w.WriteHeader(row.status)
				fmt.Fprint(w, row.body)
			})
			_, err := c.Chat(t.Context(), hello(), backend.Setting{}, silent)
			if f := chat.FaultOf(err); f.Class != row.class || f.Code != row.code {
				t.Errorf("got %s, %s: %v", f.Class, f.Code, err)
			}
		})
	}
}

func TestAServerThatSaysNothingIsGivenUp(t *testing.T) {
	limits := openai.DefaultLimits()
	limits.First = 50 * time.Millisecond
	c := serving(t, openai.Config{Limits: limits}, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else the server does not see that the client is gone
		<-r.Context().Done()
	})
	if _, err := c.Chat(t.Context(), hello(), backend.Setting{}, silent); chat.FaultOf(err).Code != chat.FaultSilent {
		t.Errorf("got %v", err)
	}
}

func TestNothingIsSentToAnotherComputerThatNobodyAgreedTo(t *testing.T) {
	c := client(t, openai.Config{URLs: []string{"http://127.0.0.1:1/v1", "http://192.0.2.1/v1"}})
	_, err := c.Chat(t.Context(), hello(), backend.Setting{}, silent)
	if chat.FaultOf(err).Code != chat.FaultRemote || c.Local() {
		t.Errorf("got %v", err)
	}
	for _, bad := range []string{"", "ftp://a/v1", "127.0.0.1:8000", "http://user:key@a/v1"} {
		if _, err := openai.New(openai.Config{URLs: []string{bad}}); err == nil {
			t.Errorf("%q is taken for an address", bad)
		}
	}
}

func TestTheKeyIsReadForEachRequestAndNeverTold(t *testing.T) {
	var got []string
	key := "secret-1"
	c := serving(t, openai.Config{Key: func() string { return key }}, func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.Header.Get("Authorization"))
		http.Error(w, "no", http.StatusUnauthorized)
	})
	_, err := c.Chat(t.Context(), hello(), backend.Setting{}, silent)
	key = ""
	_, _ = c.Chat(t.Context(), hello(), backend.Setting{}, silent)
	if strings.Contains(fmt.Sprint(err), "secret") || len(got) != 2 || got[0] != "Bearer secret-1" || got[1] != "" {
		t.Errorf("sent %q, told %v", got, err)
	}
}

func TestARequestSaysWhatTheModelNeeds(t *testing.T) {
	var body string
	c := serving(t, openai.Config{}, func(w http.ResponseWriter, r *http.Request) {
		var raw json.RawMessage
		_ = json.NewDecoder(r.Body).Decode(&raw)
		body = string(raw)
		play(w, r, contract.Step{Text: []string{"ok"}}, 0)
	})
	req := hello()
	req.Think, req.Reserve = chat.ThinkHigh, 100
	req.Tools = []chat.ToolSpec{{Name: "look", Parameters: []byte(`{"type":"object","oneOf":[{"required":["a"]}]}`)}}
	req.Messages = append(req.Messages,
		chat.Message{Role: chat.RoleAssistant, Thinking: "Hm.", Calls: []chat.ToolCall{{ID: "1", Name: "look", Args: []byte(`{"a":1}`)}, {ID: "2", Name: "look", Args: []byte(`{`)}}},
		chat.Message{Role: chat.RoleTool, CallID: "1", Tool: "look", Text: "seen", Images: [][]byte{[]byte("\x89PNG\r\n\x1a\n")}},
		chat.Message{Role: chat.RoleTool, CallID: "2", Tool: "look", Text: "not seen"})
	if _, err := c.Chat(t.Context(), req, backend.Setting{}, silent); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"reasoning_effort":"high"`, `"max_tokens":100`, `"oneOf":[{"required":["a"]}]`, `"reasoning_content":"Hm."`, `"arguments":"{}"`,
		`"tool_call_id":"2"},{"role":"user","content":[{"type":"text"`, `data:image/png;base64,`, `"include_usage":true`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("%s is not in %s", want, body)
		}
	}
	if strings.Contains(body, "temperature") {
		t.Errorf("a temperature that nobody set: %s", body)
	}
}

// TestThreeAddressesShareTheLoad has one that dies under the load and one that is slow.
func TestThreeAddressesShareTheLoad(t *testing.T) {
	const requests = 32
	var served [3]atomic.Int32
	var dead atomic.Bool
	urls := make([]string, 3)
	release := make(chan struct{})
	for i := range urls {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n := served[i].Add(1)
			switch {
			case i == 0 && (n > 2 || dead.Load()): // it dies with its third request, in mid-connection
				dead.Store(true)
				if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
					_ = conn.Close()
				}
				return
			case i == 1: // it holds what it gets until others are done
				<-release
			}
			play(w, r, contract.Step{Text: []string{"ok"}}, 0)
		}))
		t.Cleanup(s.Close)
		urls[i] = s.URL + "/v1"
	}
	c := client(t, openai.Config{URLs: urls})
	var wg sync.WaitGroup
	var answered atomic.Int32
	for range requests {
		wg.Go(func() {
			reply, err := c.Chat(t.Context(), hello(), backend.Setting{}, silent)
			if err != nil || reply.Text != "ok" {
				t.Errorf("got %+v, %v", reply, err)
			}
			if answered.Add(1) == requests/4 {
				close(release)
			}
		})
	}
	wg.Wait()
	a, slow, fast := served[0].Load(), served[1].Load(), served[2].Load()
	t.Logf("dying %d, slow %d, fast %d", a, slow, fast)
	if !dead.Load() || slow == 0 || fast == 0 {
		t.Errorf("dying %d, slow %d, fast %d", a, slow, fast)
	}
	// The dead one is left out from now on, and the slow one gets no more than its share.
	before := served[0].Load()
	for range 8 {
		if _, err := c.Chat(t.Context(), hello(), backend.Setting{}, silent); err != nil {
			t.Fatal(err)
		}
	}
	if served[0].Load() != before {
		t.Error("the dead one is asked again at once")
	}
}
