package contract

import (
	"testing"
)

// Server is a server under test.
type Server interface {
	// Install puts a model on it.
	Install(t *testing.T, s Scenario)
	// Stop kills the server, in the middle of an answer.
	Stop(t *testing.T)
}

// Backend is an Ollama server under test.
type Backend interface {
	Server
	// Host is its address, in the form of OLLAMA_HOST.
	Host() string
	// KillRunner kills the process that runs a model; FreezeRunner stops it like SIGSTOP.
	KillRunner(t *testing.T, model string)
	FreezeRunner(t *testing.T, model string)
}

// Settings are the settings that the server is started with.
type Settings struct {
	// MaxLoaded is how many models are loaded at a time, MaxQueue how many requests may
	// wait for another; 0 means the server's default.
	MaxLoaded, MaxQueue int
	// Cloud makes it list models that run elsewhere.
	Cloud bool
}

// ContextLength is the context length of every model, in tokens.
const ContextLength = 32_768

// Scenario is a scripted model: a conversation with n assistant messages gets step n, or
// the last.
type Scenario struct {
	Name  string // lower case, without a tag
	Tools bool
	// Thinking lets it think.
	Thinking bool
	// Strict gives it a parser that fails on a malformed call with a 500, as qwen3 has.
	// Without it, a malformed call is silently lost.
	Strict bool
	// Fault is a defect of the model.
	Fault Fault
	// Remote is the host that it runs on instead of here; it has no steps then.
	Remote string
	Steps  []Step
}

// Fault is a defect of a model. The zero value means none.
type Fault int

// Incomplete weights, and a template that fails on every prompt.
const (
	NoFault Fault = iota
	WeightsMissing
	TemplateFails
)

// Step is one answer.
type Step struct {
	Think []string
	Text  []string // a piece each, one token of a tiny model
	Calls []Call
	// Malformed ends it with an unparsable tool call.
	Malformed bool
	// Endless repeats Text for ever.
	Endless bool
}

// Call is a tool call; Args is a JSON object.
type Call struct{ Name, Args string }
