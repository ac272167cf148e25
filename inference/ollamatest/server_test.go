package ollamatest

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// post sends a body as it is and gives the status and what was answered.
func post(t *testing.T, s *Server, path, body string) (status int, answer string) {
	t.Helper()
	resp, err := http.Post("http://"+s.Host()+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	defer func() { _ = resp.Body.Close() }() // it was read
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return resp.StatusCode, "cut: " + err.Error()
	}
	return resp.StatusCode, string(raw)
}

// The rows were measured on a real server.
func TestRefusalsAreThoseOfARealServer(t *testing.T) {
	s := Start(t)
	s.Model("a")
	hello := `"messages":[{"role":"user","content":"hi"}]`
	rows := []struct {
		what, path, body string
		status           int
		says             string
	}{
		{"an unknown model in chat", "/api/chat", `{"model":"nope",` + hello + `}`, 404, `{"error":"model 'nope' not found"}`},
		{"an unknown model in show", "/api/show", `{"model":"nope"}`, 404, `{"error":"model 'nope' not found"}`},
		{"no name", "/api/chat", `{` + hello + `}`, 400, `{"error":"model is required"}`},
		{"tools for a model without", "/api/chat", `{"model":"a","tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{}}}}],` + hello + `}`, 400, "registry.ollama.ai/library/a:latest does not support tools"},
		{"thinking for a model that cannot", "/api/chat", `{"model":"a","think":true,` + hello + `}`, 400, `\"a\" does not support thinking`},
		{"an empty body", "/api/chat", ``, 400, "missing request body"},
		{"a cut body", "/api/chat", `{"model":"a"`, 400, "unexpected EOF"},
		{"wrong types", "/api/chat", `{"model":"a","messages":"hi"}`, 400, "json: cannot unmarshal string into Go struct field ChatRequest.messages of type []api.Message"},
		{"arguments sent as a string", "/api/chat", `{"model":"a","messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}]}`, 400, "Value looks like object, but can't find closing '}' symbol"},
		{"a bad option", "/api/chat", `{"model":"a","options":{"temperature":"hot"},` + hello + `}`, 500, `option \"temperature\" must be of type float32`},
		{"a bad keep_alive", "/api/chat", `{"model":"a","keep_alive":"soon",` + hello + `}`, 400, `time: invalid duration \"soon\"`},
		{"a bad format", "/api/chat", `{"model":"a","format":"xml",` + hello + `}`, 500, `expected \"json\" or a valid JSON Schema object`},
		{"a prompt over the window", "/api/chat", `{"model":"a","truncate":false,"messages":[{"role":"user","content":"` + strings.Repeat("x", 5000) + `"}]}`, 400, "the input length exceeds the context length"},
		{"a wrong path", "/api/nothing", `{}`, 404, "404 page not found"},
		{"a wrong method", "/api/tags", `{}`, 405, "405 method not allowed"},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			if status, answer := post(t, s, row.path, row.body); status != row.status || !strings.Contains(answer, row.says) {
				t.Errorf("got %d %s", status, answer)
			}
		})
	}
}

func TestAPromptOverTheWindowIsCutSilentlyUnlessToldNotTo(t *testing.T) {
	s := Start(t)
	a := s.Model("a")
	status, answer := post(t, s, "/api/chat", `{"model":"a","messages":[{"role":"user","content":"`+strings.Repeat("x", 5000)+`"}]}`)
	if status != 200 || !strings.Contains(answer, `"prompt_eval_count":4096`) || a.Allocated() != 4096 {
		t.Errorf("got %d %s", status, answer)
	}
}

func TestAStreamHasTheShapeOfARealOne(t *testing.T) {
	s := Start(t)
	s.Model("a").Replies(Say("a <b>").Call("f", `{"n":12345678901234567890}`).Call("g", `{}`))
	_, answer := post(t, s, "/api/chat", `{"model":"a","messages":[{"role":"user","content":"hi"}]}`)
	for _, want := range []string{
		`"content":"a \u003cb\u003e"`, `"index":0,"name":"f"`, `"n":12345678901234567000`, `"index":1,"name":"g"`,
		`"done":true,"done_reason":"stop"`, `"prompt_eval_count":6`,
	} {
		if !strings.Contains(answer, want) {
			t.Errorf("%s is not in %s", want, answer)
		}
	}
	if n := strings.Count(answer, "\n"); n != 4 {
		t.Errorf("%d lines", n)
	}
}

func TestARequestWithoutMessagesLoadsOrUnloads(t *testing.T) {
	s := Start(t)
	a := s.Model("a")
	if _, answer := post(t, s, "/api/chat", `{"model":"a","messages":[],"options":{"num_ctx":2048}}`); !strings.Contains(answer, `"done_reason":"load"`) || a.Allocated() != 2048 {
		t.Errorf("load: %s", answer)
	}
	if _, answer := post(t, s, "/api/chat", `{"model":"a","messages":[],"keep_alive":0}`); !strings.Contains(answer, `"done_reason":"unload"`) || a.Allocated() != 0 {
		t.Errorf("unload: %s", answer)
	}
}

func TestAfterAParserErrorAModelHangsUntilItIsUnloaded(t *testing.T) {
	s := Start(t)
	s.Model("a").Replies(ParserError("failed to parse JSON"), Say("Well"))
	hello := `{"model":"a","messages":[{"role":"user","content":"hi"}]}`
	if status, _ := post(t, s, "/api/chat", hello); status != 500 {
		t.Fatalf("status %d", status)
	}
	answered := make(chan string)
	go func() {
		_, answer := post(t, s, "/api/chat", hello)
		answered <- answer
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	select {
	case answer := <-answered:
		t.Errorf("a stuck model answered %s", answer)
	case <-ctx.Done():
	}
	post(t, s, "/api/chat", `{"model":"a","messages":[],"keep_alive":0}`)
	if answer := <-answered; !strings.Contains(answer, "Well") {
		t.Errorf("afterwards %s", answer)
	}
}

func TestACutLeavesExactlyTheBytesBeforeIt(t *testing.T) {
	s := Start(t)
	turn := Say("one", "two")
	a := s.Model("a")
	for _, n := range []int{0, 1, 50, turn.Size("a", 6) - 1} {
		a.Replies(turn.CutAfter(n))
		resp, err := http.Post("http://"+s.Host()+"/api/chat", "", strings.NewReader(`{"model":"a","messages":[{"role":"user","content":"hi"}]}`))
		if err != nil {
			t.Fatalf("cut after %d: %v", n, err)
		}
		var got bytes.Buffer
		_, err = io.Copy(&got, resp.Body)
		if err == nil || got.Len() != n {
			t.Errorf("cut after %d: %d bytes, %v", n, got.Len(), err)
		}
		_ = resp.Body.Close() // it was cut
	}
}
