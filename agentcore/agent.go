package agentcore

import (
	"context"
	"encoding/json"
	"time"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// Config holds the limits of a turn.
type Config struct {
	// Rounds is the most rounds of tool calls in a turn: a backstop, the token
	// budget being the real gate.
	Rounds int
	// ParallelReads is how many read-only calls of one round run side by side.
	ParallelReads int
	// ToolFailures is how often in a row a tool may fail in a turn before it is
	// not called any more.
	ToolFailures int
	// DefinitionsShare is the share of a window that tool definitions may take; of
	// a wide one a third more. CoreTools are the names of the tools that a model is
	// told of first, the most needed first.
	DefinitionsShare float64
	CoreTools        []string
	// Think is how models think that can.
	Think chat.Think
	// Headings are what a person calls the servers that we ship, by their names.
	Headings map[string]string
	// Abilities tells what can be done in the language of the request that asks it,
	// and first that no tool is for what is lacking; nil or empty: it is told in
	// English.
	Abilities func(request string, live []chat.ToolSpec, lacking []string) string
	// ResultChars is the most characters of a result that enter the
	// conversation, and RetentionChars what is left of an older one when room
	// is short.
	ResultChars    int
	RetentionChars int
	// Record returns what a conversation keeps of the data of a tool's result,
	// nil for nothing. Nil: no data is kept.
	Record func(tool string, data json.RawMessage) json.RawMessage
	// InputTokens is the size of a prompt above which older parts of a
	// conversation are shortened; 0: only what does not fit is.
	InputTokens int
}

// DefaultConfig returns the limits that hold where nothing else is configured.
func DefaultConfig() Config {
	return Config{
		Rounds: 40, ParallelReads: 4, ToolFailures: 3, DefinitionsShare: 0.25,
		ResultChars: 6000, RetentionChars: 500, InputTokens: 40_000,
	}
}

// Agent runs turns of conversations. It is safe for concurrent use by turns of
// different conversations.
type Agent struct {
	Models     Models
	Model      Model
	Tools      Toolbox
	Transcript Transcript
	Notes      Notes
	Tokens     *budget.Estimator
	Config     Config
	Now        func() time.Time
}

// Input is a request of the person.
type Input struct {
	Conversation string
	Text         string
	Scene        chat.Scene
	// Attached are the calls that the person makes with the request, such as to read
	// a resource: a model is asked once their results are on record.
	Attached []chat.ToolCall
}

// Outcome is how a turn ended.
type Outcome struct {
	Reason event.Reason
	Text   string
	Model  string
	Usage  chat.Usage
	// Err is set with ReasonError: what stopped the turn.
	Err error
}

// Turn takes one request to its final text. It blocks until the turn has ended,
// emits exactly one TurnEnded as its last event, and returns within a second of
// ctx being cancelled, with every call that was made answered on record.
func (a *Agent) Turn(ctx context.Context, in Input, sink Sink) Outcome {
	t := newTurn(a, in, sink)
	for t.phase != phaseDone {
		switch t.phase {
		case phasePrepare:
			t.prepare(ctx)
		case phaseAsk:
			t.ask(ctx)
		case phaseRun:
			t.run(ctx)
		case phaseConclude:
			t.sumUp(ctx)
		case phaseClose:
			t.close(ctx)
		}
	}
	return t.outcome
}
