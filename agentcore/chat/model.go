package chat

import (
	"encoding/json"
	"time"
)

// Scene is where and when a request is made. For a language model it is rendered into the
// prompt; the rule model reads it directly.
type Scene struct {
	// Roots are the folders and files that the user opened to the assistant.
	Roots []string
	// Focus is what "this folder" means; may be empty.
	Focus string
	Now   time.Time
}

// Candidate is an available model, with what is needed to ask it.
type Candidate struct {
	Model string
	// Digest identifies the model's weights, whatever its name; empty if unknown.
	Digest string
	// Window is the context window that the model is given, in tokens, WindowFrom the
	// source of that length.
	Window     int
	WindowFrom WindowSource
	// Tools means that the model takes tool definitions natively.
	Tools bool
	// Thinking means that the model can think before it answers, Vision that it accepts
	// images.
	Thinking bool
	Vision   bool
	// Rules marks the built-in rule model, the last of every chain.
	Rules bool
	// Skipped are the models before this one in the chain that were unavailable in this
	// turn, with the reason: not installed, cooling down after a failure, or without a
	// server.
	Skipped []ModelFailure
}

// WindowSource is the source of a model's window length.
type WindowSource string

// The sources, in the order in which they are consulted.
const (
	WindowSetting WindowSource = "setting" // the user's setting for this model
	WindowModel   WindowSource = "model"   // reported by its server
	WindowTable   WindowSource = "table"   // published for its family
	WindowDefault WindowSource = "default" // unknown: the same for all such models
)

// ModelFailure is why a model of the chain could not answer.
type ModelFailure struct {
	Model string
	Err   error
}

// Request is a model request: system prompt first, then the history as far as it fits.
type Request struct {
	Model    string
	Messages []Message
	Tools    []ToolSpec
	Scene    Scene
	// Window and Reserve are num_ctx and num_predict, in tokens.
	Window  int
	Reserve int
	// Patience is how long the answer may take once the model is asked, without queueing
	// and loading; 0 means as long as it does not go silent.
	Patience time.Duration
	// Format is the JSON schema of a structured answer. Never set together with Tools.
	Format json.RawMessage
	// Think overrides whether a thinking model thinks.
	Think Think
}

// Think is how a model thinks before it answers.
type Think string

// The zero value leaves it to the model.
const (
	ThinkDefault Think = ""
	ThinkOn      Think = "on"
	ThinkOff     Think = "off"
	// How much, for models with levels.
	ThinkLow    Think = "low"
	ThinkMedium Think = "medium"
	ThinkHigh   Think = "high"
)

// Delta is a streamed piece of an answer. Exactly one field is set.
type Delta struct {
	Text     string
	Thinking string
	// Reset voids what was streamed of this answer so far: the request is retried.
	Reset bool
	// Retry means that the model is asked again.
	Retry *Retry
	// Warning is what the user should know of how the model is asked; may be nil.
	Warning *Warning
}

// Retry is the attempt that follows, and why: the code of a fault, its address, and its
// message if Told has one.
type Retry struct {
	Model   string
	Attempt int
	Fault   FaultCode
	Address string
	Why     string
}

// Reply is a whole answer. Its texts repeat what was streamed.
type Reply struct {
	Text     string
	Thinking string
	Calls    []ToolCall
	Usage    Usage
	// DoneReason is "stop", "length", or "not_understood" for a rule model without a rule
	// for the request.
	DoneReason string
	// Left are the words of the request that a rule model did not understand, LeftOut the
	// paths of files that it left alone because the request says so.
	Left, LeftOut []string
}

// DoneNotUnderstood is the DoneReason of a rule model without a matching rule.
const DoneNotUnderstood = "not_understood"

// Usage is what a model reports to have used, in tokens; zero if unreported.
type Usage struct {
	PromptTokens int `json:"prompt_tokens"`
	OutputTokens int `json:"output_tokens"`
}
