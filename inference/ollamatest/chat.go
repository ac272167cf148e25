package ollamatest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	var req api.ChatRequest
	body, bad := decode(r, &req)
	if bad != nil {
		refuse(w, bad)
		return
	}
	m, bad := s.pick(req.Model)
	if bad != nil {
		refuse(w, bad)
		return
	}
	options := api.DefaultOptions()
	options.NumCtx = defaultNumCtx
	if err := options.FromMap(req.Options); err != nil {
		refuse(w, &refusal{http.StatusInternalServerError, err.Error()})
		return
	}
	if len(req.Messages) == 0 {
		m.keep(w, req, options.NumCtx)
		return
	}
	if bad := m.check(req); bad != nil {
		refuse(w, bad)
		return
	}
	if hung := m.hung(); hung != nil {
		select {
		case <-hung:
		case <-r.Context().Done():
			return
		}
	}
	numCtx := m.load(options.NumCtx)
	prompt := promptTokens(req)
	if prompt > numCtx && req.Truncate != nil && !*req.Truncate {
		m.next(req, body)
		refuse(w, &refusal{http.StatusBadRequest, "the input length exceeds the context length"})
		return
	}
	m.answer(w, r, m.next(req, body).within(options.NumPredict), min(prompt, numCtx))
}

// keep loads or unloads a model: what a request without messages is for.
func (m *Model) keep(w http.ResponseWriter, req api.ChatRequest, numCtx int) {
	reason := "load"
	if req.KeepAlive != nil && req.KeepAlive.Duration == 0 {
		reason = "unload"
		m.unload()
	} else {
		m.load(numCtx)
	}
	reply(w, api.ChatResponse{Model: m.name, CreatedAt: written, Message: api.Message{Role: "assistant"}, Done: true, DoneReason: reason})
}

// check refuses what the model cannot do.
func (m *Model) check(req api.ChatRequest) *refusal {
	if len(req.Tools) > 0 && !m.has(model.CapabilityTools) {
		return &refusal{http.StatusBadRequest, fmt.Sprintf("registry.ollama.ai/library/%s does not support tools", tagged(m.name))}
	}
	if req.Think.Bool() && !m.has(model.CapabilityThinking) {
		return &refusal{http.StatusBadRequest, fmt.Sprintf("%q does not support thinking", m.name)}
	}
	if f := bytes.TrimSpace(req.Format); len(f) > 0 && f[0] != '{' && string(f) != `"json"` {
		return &refusal{http.StatusInternalServerError, fmt.Sprintf(`invalid format: %q; expected "json" or a valid JSON Schema object`, f)}
	}
	return nil
}

// promptTokens counts a prompt as the tiny test models do: a token a byte.
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

// answer plays a turn.
func (m *Model) answer(w http.ResponseWriter, r *http.Request, t Turn, prompt int) {
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
		_, _ = io.WriteString(w, t.text) // a client that went away is its own affair
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	left := t.cut
	for _, s := range t.lines(m.name, prompt, len(m.Requests())) {
		if !s.wait(r) {
			return
		}
		left = send(w, s.line, left)
	}
	if left == 0 {
		panic(http.ErrAbortHandler)
	}
}

// wait passes the time before a step and tells whether the client still listens.
func (s step) wait(r *http.Request) bool {
	if s.freeze {
		<-r.Context().Done()
		return false
	}
	if s.gate != nil {
		select {
		case <-s.gate:
		case <-r.Context().Done():
			return false
		}
	}
	if s.pause == 0 {
		return true
	}
	timer := time.NewTimer(s.pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
		return false
	}
}

// send writes a line, at most left bytes of it when left is not negative, and
// then cuts the connection. It returns what is left.
func send(w http.ResponseWriter, line string, left int) int {
	cut := left >= 0 && len(line) > left
	if cut {
		line = line[:left]
	}
	_, _ = io.WriteString(w, line) // a client that went away is its own affair
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

// pick finds the model that a request names.
func (s *Server) pick(name string) (*Model, *refusal) {
	if name == "" {
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
