package contract

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

// listTool and hello are parts of a raw request.
const (
	listTool = `{"type":"function","function":{"name":"files_list","description":"Lists a folder.","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}}`
	hello    = `"messages":[{"role":"user","content":"hi"}]`
)

// send sends a raw body and returns the whole response.
func (t *testCase) send(method, path, body string) (status int, header http.Header, answer string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, "http://"+t.Host()+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }() // it was read
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Errorf("%s: %v", path, err)
	}
	return resp.StatusCode, resp.Header, string(raw)
}

func (t *testCase) post(path, body string) (status int, header http.Header, answer string) {
	t.Helper()
	return t.send(http.MethodPost, path, body)
}

// refuses pins the messages that the client and its tests rely on.
func refuses(t *testCase) {
	t.install(Scenario{Steps: []Step{{Text: []string{"ok"}}}})
	long := strings.Repeat("x", 5000)
	for _, row := range []struct {
		what, path, body string
		status           int
		says             string
	}{
		{"an unknown model in chat", "/api/chat", `{"model":"nope",` + hello + `}`, 404, `{"error":"model 'nope' not found"}`},
		{"an unknown model in show", "/api/show", `{"model":"nope"}`, 404, `{"error":"model 'nope' not found"}`},
		{"no name in chat", "/api/chat", `{` + hello + `}`, 400, `{"error":"model is required"}`},
		{"no name in show", "/api/show", `{}`, 400, `{"error":"model is required"}`},
		{"a name that is none", "/api/chat", `{"model":"a b/../c",` + hello + `}`, 400, `{"error":"model is required"}`},
		{"tools for a model without", "/api/chat", `{"model":"m","tools":[` + listTool + `],` + hello + `}`, 400, "registry.ollama.ai/library/m:latest does not support tools"},
		{"thinking for a model that cannot", "/api/chat", `{"model":"m","think":true,` + hello + `}`, 400, `\"m\" does not support thinking`},
		{"an empty body", "/api/chat", ``, 400, "missing request body"},
		{"a cut body", "/api/chat", `{"model":"m"`, 400, "unexpected EOF"},
		{"wrong types", "/api/chat", `{"model":"m","messages":"hi"}`, 400, "json: cannot unmarshal string into Go struct field ChatRequest.messages of type []api.Message"},
		{"arguments sent as a string", "/api/chat", `{"model":"m","messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}]}`, 400, "Value looks like object, but can't find closing '}' symbol"},
		{"a bad option", "/api/chat", `{"model":"m","options":{"temperature":"hot"},` + hello + `}`, 500, `option \"temperature\" must be of type float32`},
		{"a bad keep_alive", "/api/chat", `{"model":"m","keep_alive":"soon",` + hello + `}`, 400, `time: invalid duration \"soon\"`},
		{"a bad format", "/api/chat", `{"model":"m","format":"xml",` + hello + `}`, 500, `expected \"json\" or a valid JSON Schema object`},
		{"a schema that no grammar can be made of", "/api/chat", `{"model":"m","format":{"type":"string","pattern":"a"},` + hello + `}`, 500, `invalid JSON schema in format`},
		{"a prompt over the window", "/api/chat", `{"model":"m","truncate":false,"messages":[{"role":"user","content":"` + long + `"}]}`, 400, "the input length exceeds the context length"},
		{"a wrong path", "/api/nothing", `{}`, 404, "404 page not found"},
		{"a wrong method", "/api/tags", `{}`, 405, "405 method not allowed"},
	} {
		if status, _, answer := t.post(row.path, row.body); status != row.status || !strings.Contains(answer, row.says) {
			t.Errorf("%s: got %d %s", row.what, status, answer)
		}
	}
}

func cutsPrompt(t *testCase) {
	t.install(Scenario{Steps: []Step{{Text: []string{"ok"}}}})
	body := `{"model":"m","stream":false,"options":{"num_ctx":512},"messages":[{"role":"user","content":"` + strings.Repeat("x", 5000) + `"}]}`
	if status, _, answer := t.post("/api/chat", body); status != 200 || !strings.Contains(answer, `"done":true`) || !strings.Contains(answer, `"prompt_eval_count":512`) {
		t.Errorf("got %d %s", status, answer)
	}
}

func loads(t *testCase) {
	t.install(Scenario{Steps: []Step{{Text: []string{"ok"}}}})
	for _, row := range []struct{ more, reason string }{
		{`"options":{"num_ctx":2048}`, "load"},
		{`"keep_alive":0`, "unload"},
	} {
		status, _, answer := t.post("/api/chat", fmt.Sprintf(`{"model":"m","messages":[],%s}`, row.more))
		if status != 200 || !strings.Contains(answer, `"done":true,"done_reason":"`+row.reason+`"`) {
			t.Errorf("%s: %d %s", row.reason, status, answer)
		}
	}
}
