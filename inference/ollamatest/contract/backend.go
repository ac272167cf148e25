package contract

import (
	"testing"
)

// Server is a server under test.
type Server interface {
	// Install puts a model on it.
	Install(t *testing.T, s Scenario)
	// Stop ends the server itself, in mid-sentence.
	Stop(t *testing.T)
}

// Backend is an Ollama server under test.
type Backend interface {
	Server
	// Host is its address, as OLLAMA_HOST names it.
	Host() string
	// KillRunner ends the process that computes for a model, and FreezeRunner
	// stops it like SIGSTOP.
	KillRunner(t *testing.T, model string)
	FreezeRunner(t *testing.T, model string)
}

// Settings are how the server is started.
type Settings struct {
	// MaxLoaded and MaxQueue are how many models are loaded at a time and how
	// many requests wait for another to be; 0: what the server finds good.
	MaxLoaded, MaxQueue int
	// Cloud lets it tell of models that run elsewhere.
	Cloud bool
}

// ContextLength is what every model of a scenario advertises, in tokens.
const ContextLength = 32_768

// Scenario is a model that answers by script: a conversation with n assistant
// messages gets the step n, or the last.
type Scenario struct {
	Name  string // lower case, without a tag
	Tools bool
	// Thinking lets it think.
	Thinking bool
	// Strict gives it a parser that fails on a malformed call with a 500, as
	// qwen3 has. Without, a malformed call is lost without a word.
	Strict bool
	// Fault is what is wrong with the model.
	Fault Fault
	// Remote is the host that it runs on instead of here; it has no steps then.
	Remote string
	Steps  []Step
}

// Fault is what is wrong with a model. The zero value: nothing.
type Fault int

// A file whose weights are not all there, and a template that fails when a
// prompt is made with it.
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
	// Malformed ends it with a tool call that nobody can read.
	Malformed bool
	// Endless goes on with Text again and again.
	Endless bool
}

// Call is a tool call; Args is a JSON object.
type Call struct{ Name, Args string }
