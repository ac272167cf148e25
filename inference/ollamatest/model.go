package ollamatest

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/types/model"

	"github.com/deskhand/deskhand/agentcore/lists"
)

// defaultNumCtx is what a server on a CPU allocates if a request sets no num_ctx, in
// tokens.
const defaultNumCtx = 4096

// Model is one model of a scripted server.
type Model struct {
	name         string
	capabilities []model.Capability
	context      int // advertised, in tokens
	remote       string
	broken       string // the error on loading; empty: none
	size, vram   int64

	mu       sync.Mutex
	turns    []Turn
	byStep   bool // the turn depends on the conversation
	requests []api.ChatRequest
	bodies   []string
	run      *runner // nil: not loaded
	busy     int     // running requests
	loads    int
	unloads  int
	stuck    chan struct{} // closed by an unload; nil: not stuck
}

// Option configures a model.
type Option func(*Model)

// Tools makes the model take tool definitions.
func Tools() Option { return can(model.CapabilityTools) }

// Thinking makes the model think.
func Thinking() Option { return can(model.CapabilityThinking) }

// Vision makes the model accept images.
func Vision() Option { return can(model.CapabilityVision) }

func can(c model.Capability) Option {
	return func(m *Model) { m.capabilities = append(m.capabilities, c) }
}

// Context sets the advertised context length, in tokens; 0 means none.
func Context(tokens int) Option { return func(m *Model) { m.context = tokens } }

// Remote makes the model run on another computer.
func Remote(host string) Option { return func(m *Model) { m.remote = host } }

// Broken makes loading the model fail with this message.
func Broken(message string) Option { return func(m *Model) { m.broken = message } }

// Sizes sets the size of the loaded model and how much of it is on a GPU, in bytes.
func Sizes(size, vram int64) Option { return func(m *Model) { m.size, m.vram = size, vram } }

// Model adds a model to the server. It answers "ok" until configured otherwise.
func (s *Server) Model(name string, options ...Option) *Model {
	m := &Model{name: name, context: 32_768, size: 1 << 30, capabilities: []model.Capability{model.CapabilityCompletion}}
	for _, o := range options {
		o(m)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.models[tagged(name)] = m
	return m
}

// Replies sets the answers to the next chat requests, in order. The last one is repeated.
func (m *Model) Replies(turns ...Turn) *Model {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turns, m.byStep = turns, false
	return m
}

// Steps sets the answers by position in a conversation: the first turn for one without an
// assistant message, the second for one with one, and so on. Equal requests get equal
// answers, as from the tiny scripted models of a real server.
func (m *Model) Steps(turns ...Turn) *Model {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turns, m.byStep = turns, true
	return m
}

// Requests returns the chat requests to the model, without those that only load or unload
// it.
func (m *Model) Requests() []api.ChatRequest {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]api.ChatRequest(nil), m.requests...)
}

// Bodies returns the raw bodies of the same requests.
func (m *Model) Bodies() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.bodies...)
}

// Loads counts how often the model was loaded; another num_ctx reloads it.
func (m *Model) Loads() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.loads
}

// Unloads counts the requests to unload the model.
func (m *Model) Unloads() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.unloads
}

// Allocated returns the num_ctx that the model is loaded with; 0 if it is not loaded.
func (m *Model) Allocated() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.run == nil {
		return 0
	}
	return m.run.numCtx
}

// next records req and returns the turn that answers it.
func (m *Model) next(req api.ChatRequest, body string) Turn {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests, m.bodies = append(m.requests, req), append(m.bodies, body)
	switch {
	case len(m.turns) == 0:
		return Say("ok")
	case m.byStep:
		return m.turns[min(answers(req), len(m.turns)-1)]
	case len(m.turns) == 1:
		return m.turns[0]
	}
	t := m.turns[0]
	m.turns = m.turns[1:]
	return t
}

// answers counts the assistant messages of a conversation.
func answers(req api.ChatRequest) int {
	return lists.Count(req.Messages, func(m api.Message) bool { return m.Role == "assistant" })
}

func (m *Model) digest() string {
	sum := sha256.Sum256([]byte(m.name))
	return hex.EncodeToString(sum[:])
}

func (m *Model) has(c model.Capability) bool {
	return slices.Contains(m.capabilities, c)
}

func (s *Server) find(name string) *Model {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.models[tagged(name)]
}

func (s *Server) all() []*Model {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.models))
}

// tagged adds the default tag to a name.
func tagged(name string) string {
	if strings.Contains(name, ":") {
		return name
	}
	return name + ":latest"
}
