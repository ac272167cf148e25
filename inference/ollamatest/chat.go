package ollamatest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"time"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/types/model"
)

// refusal is an HTTP error before anything is streamed.
type refusal struct {
	status  int
	message string
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) *refusal {
	var req api.ChatRequest
	body, bad := decode(r, &req)
	if bad != nil {
		return bad
	}
	m, bad := s.pick(req.Model)
	if bad != nil {
		return bad
	}
	options := api.DefaultOptions()
	options.NumCtx = defaultNumCtx
	if err := options.FromMap(req.Options); err != nil {
		return &refusal{http.StatusInternalServerError, err.Error()}
	}
	if len(req.Messages) == 0 {
		return s.keep(w, r, m, req, options.NumCtx)
	}
	if bad := cmp.Or(s.outOfReach(m, "remote model is unavailable"), m.check(req)); bad != nil {
		return bad
	}
	numCtx := m.clamped(options.NumCtx)
	run, bad := s.schedule(r.Context(), m, numCtx)
	if run == nil {
		return bad // nil if the client has gone
	}
	defer s.release(m)
	if !m.ready(r.Context()) {
		return nil
	}
	t := m.next(req, body)
	prompt := promptTokens(req)
	if prompt > numCtx && no(req.Truncate) {
		return &refusal{http.StatusBadRequest, "the input length exceeds the context length"}
	}
	prompt = min(prompt, numCtx)
	m.answer(w, r, run, t, prompt, limit(options.NumPredict, numCtx, prompt, no(req.Shift)))
	return nil
}

// no reports whether a setting is present and false.
func no(set *bool) bool { return set != nil && !*set }

// limit returns how many tokens an answer may have: the requested number, ten windows for
// -1, or the rest of the window if it must not shift.
func limit(numPredict, numCtx, prompt int, whole bool) int {
	tokens := numPredict
	switch {
	case numPredict < 0:
		tokens = 10 * numCtx
	case numPredict == 0:
		tokens = math.MaxInt
	}
	if whole {
		tokens = min(tokens, numCtx-prompt)
	}
	return tokens
}

// keep loads or unloads a model, which is what a request without messages does.
func (s *Server) keep(w http.ResponseWriter, r *http.Request, m *Model, req api.ChatRequest, numCtx int) *refusal {
	reason := "load"
	if req.KeepAlive != nil && req.KeepAlive.Duration == 0 {
		reason = "unload"
		m.unload()
	} else if bad := s.loadFor(r, m, m.clamped(numCtx)); bad != nil {
		return bad
	}
	reply(w, api.ChatResponse{Model: m.name, CreatedAt: written, Message: api.Message{Role: "assistant"}, Done: true, DoneReason: reason})
	return nil
}

// check refuses what the model cannot do.
func (m *Model) check(req api.ChatRequest) *refusal {
	if len(req.Tools) > 0 && !m.has(model.CapabilityTools) {
		return &refusal{http.StatusBadRequest, fmt.Sprintf("registry.ollama.ai/library/%s does not support tools", tagged(m.name))}
	}
	if req.Think.Bool() && !m.has(model.CapabilityThinking) {
		return &refusal{http.StatusBadRequest, fmt.Sprintf("%q does not support thinking", m.name)}
	}
	return checkFormat(bytes.TrimSpace(req.Format))
}

// checkFormat refuses anything but a schema, and a schema without a possible grammar.
func checkFormat(f []byte) *refusal {
	switch {
	case len(f) == 0, string(f) == `"json"`:
		return nil
	case f[0] != '{':
		return &refusal{http.StatusInternalServerError, fmt.Sprintf(`invalid format: %q; expected "json" or a valid JSON Schema object`, f)}
	case bytes.Contains(f, []byte(`"pattern":`)), bytes.Contains(f, []byte(`"$ref":`)):
		return &refusal{http.StatusInternalServerError, "invalid JSON schema in format"}
	}
	return nil
}

// promptTokens counts a prompt as the tiny test models do: a token per byte.
func promptTokens(req api.ChatRequest) int {
	n := 0
	for _, m := range req.Messages {
		n += len(m.Content) + 4
		for _, c := range m.ToolCalls {
			n += len(c.Function.Name) + len(c.Function.Arguments.String())
		}
	}
	if tools := req.Tools; len(tools) > 0 {
		n += len(tools.String())
	}
	return n
}

// answer plays a turn of at most limit tokens, as long as its runner lives.
func (m *Model) answer(w http.ResponseWriter, r *http.Request, run *runner, t Turn, prompt, limit int) {
	if t.sticks {
		m.stick()
	}
	for k, v := range t.header {
		w.Header()[k] = v
	}
	switch {
	case t.silent:
		<-r.Context().Done()
		return
	case t.status != 0:
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(t.status)
		_, _ = io.WriteString(w, t.text) // the client may have gone
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	left := t.cut
	for s := range t.play(m.name, prompt, len(m.Requests()), limit) {
		s.freeze = s.freeze || run.frozen()
		if !s.wait(r.Context(), run.killed) {
			return
		}
		if run.dead() {
			send(w, errorLine(runnerKilled), -1)
			return
		}
		left = send(w, s.line, left)
	}
	if left == 0 {
		panic(http.ErrAbortHandler)
	}
}

// wait waits for the time before a step or until the runner ends, and reports whether the
// client is still there.
func (s step) wait(ctx context.Context, killed <-chan struct{}) bool {
	var over <-chan time.Time // nil if frozen
	switch {
	case s.freeze, s.gate != nil:
	case s.pause == 0:
		return true
	default:
		timer := time.NewTimer(s.pause)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-over:
	case <-s.gate:
	case <-killed:
	case <-ctx.Done():
		return false
	}
	return true
}

// send writes a line, at most left bytes of it if left is not negative, then cutting the
// connection. It returns the rest of left.
func send(w http.ResponseWriter, line string, left int) int {
	cut := left >= 0 && len(line) > left
	if cut {
		line = line[:left]
	}
	_, _ = io.WriteString(w, line) // the client may have gone
	_ = http.NewResponseController(w).Flush()
	if cut {
		panic(http.ErrAbortHandler)
	}
	if left > 0 {
		left -= len(line)
	}
	return left
}

// decode reads a request as a real server does, with its error texts.
func decode(r *http.Request, into any) (string, *refusal) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return "", &refusal{http.StatusBadRequest, err.Error()}
	}
	err = json.NewDecoder(bytes.NewReader(body)).Decode(into)
	if errors.Is(err, io.EOF) {
		return "", &refusal{http.StatusBadRequest, "missing request body"}
	}
	if err != nil {
		return "", &refusal{http.StatusBadRequest, err.Error()}
	}
	return string(body), nil
}

// pick returns the model that a request names.
func (s *Server) pick(name string) (*Model, *refusal) {
	if !model.ParseName(name).IsFullyQualified() {
		return nil, &refusal{http.StatusBadRequest, "model is required"}
	}
	m := s.find(name)
	if m == nil {
		return nil, &refusal{http.StatusNotFound, fmt.Sprintf("model '%s' not found", name)}
	}
	return m, nil
}

func refuse(w http.ResponseWriter, r *refusal) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(r.status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": r.message}) // as above
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(v) // as above
}
