package chat

import (
	"encoding/json"
	"time"
)

// Scene is where and when a request is made. A language model gets it rendered
// into its prompt; the rule model reads it as it is.
type Scene struct {
	// Roots are the folders and files that the person opened to the assistant.
	Roots []string
	// Focus is the one that "this folder" means; may be empty.
	Focus string
	Now   time.Time
}

// Candidate is a model that can be asked, with what decides how to ask it.
type Candidate struct {
	Model string
	// Digest names the model's weights, whatever the model is called; empty: not
	// known.
	Digest string
	// Window is the context window in tokens that the model is given, and
	// WindowFrom where its length is known from.
	Window     int
	WindowFrom WindowSource
	// Tools says that the model takes tool definitions natively.
	Tools bool
	// Thinking and Vision say that the model can think before it answers, and
	// that it can look at pictures.
	Thinking bool
	Vision   bool
	// Rules marks the built-in rule model, the last of every chain.
	Rules bool
	// Skipped are the models that stand before this one in the chain and were
	// not given in this turn, with the reason: not there, left alone after a
	// failure, or without a server.
	Skipped []ModelFailure
}

// WindowSource says where the length of a model's context window is known from.
type WindowSource string

// The sources, in the order in which they are asked.
const (
	WindowSetting WindowSource = "setting" // what the person set for this model
	WindowModel   WindowSource = "model"   // what its server tells of it
	WindowTable   WindowSource = "table"   // what is published of its family
	WindowDefault WindowSource = "default" // nobody tells: the same for all such models
)

// ModelFailure says why a model of the chain could not answer.
type ModelFailure struct {
	Model string
	Err   error
}

// Request is what a model is asked: system prompt first, then the history as
// far as it fits.
type Request struct {
	Model    string
	Messages []Message
	Tools    []ToolSpec
	Scene    Scene
	// Window and Reserve are num_ctx and num_predict, in tokens.
	Window  int
	Reserve int
	// Patience is how long the answer may take from when the model is asked: what
	// stands before it in a queue, and loading it, do not count. 0: as long as it
	// does not fall silent.
	Patience time.Duration
	// Format is the JSON schema of a structured answer. Never together with
	// Tools.
	Format json.RawMessage
	// Think overrides whether a model thinks that can.
	Think Think
}

// Think says how a model thinks before it answers.
type Think string

// The zero value leaves it to the model.
const (
	ThinkDefault Think = ""
	ThinkOn      Think = "on"
	ThinkOff     Think = "off"
	// How much, for models that know levels.
	ThinkLow    Think = "low"
	ThinkMedium Think = "medium"
	ThinkHigh   Think = "high"
)

// Delta is a piece of an answer while it streams. Exactly one field is set.
type Delta struct {
	Text     string
	Thinking string
	// Reset says that what was streamed of this answer so far is void, because
	// the request is made again.
	Reset bool
	// Retry says that the model is asked once more.
	Retry *Retry
	// Warning is what the person should know of how the model is asked; may be nil.
	Warning *Warning
}

// Retry tells which attempt follows, and why: the code of a fault, its address, and
// its message where Told has one.
type Retry struct {
	Model   string
	Attempt int
	Fault   FaultCode
	Address string
	Why     string
}

// Reply is a whole answer. The texts repeat what was streamed.
type Reply struct {
	Text     string
	Thinking string
	Calls    []ToolCall
	Usage    Usage
	// DoneReason is "stop", "length", or "not_understood" for a rule model
	// that has no rule for the request.
	DoneReason string
	// Left are the words of the request that a rule model did not understand, and
	// LeftOut the files, by their paths, that it left alone since the request says so.
	Left, LeftOut []string
}

// DoneNotUnderstood is the DoneReason of a rule model without a fitting rule.
const DoneNotUnderstood = "not_understood"

// Usage is what a model says it used, in tokens. Zero: it did not say.
type Usage struct {
	PromptTokens int `json:"prompt_tokens"`
	OutputTokens int `json:"output_tokens"`
}
