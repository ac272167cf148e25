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
	// Rounds is the most rounds of tool calls in a turn: a backstop, since normally the
	// token budget ends it.
	Rounds int
	// ParallelReads is how many read-only calls of one round run concurrently.
	ParallelReads int
	// ToolFailures is how many failures of a tool in a row disable it for the turn.
	ToolFailures int
	// DefinitionsShare is the share of a window for tool definitions, a third more in a
	// wide one. CoreTools are the tools offered first, most needed first.
	DefinitionsShare float64
	CoreTools        []string
	// Think is how models that can think are asked to.
	Think chat.Think
	// Headings are the display names of our own servers, by name.
	Headings map[string]string
	// Abilities describes what can be done in the language of the request, starting with
	// what is lacking; nil or empty means a description in English.
	Abilities func(request string, live []chat.ToolSpec, lacking []string) string
	// ResultChars is the most characters of a result that enter the conversation,
	// RetentionChars what is kept of an older one when room is short.
	ResultChars    int
	RetentionChars int
	// Record returns the part of a tool result's data that a conversation keeps, or nil.
	// With nil no data is kept.
	Record func(tool string, data json.RawMessage) json.RawMessage
	// InputTokens is the prompt size above which older parts of a conversation are
	// shortened; 0 means only when it does not fit.
	InputTokens int
}

// DefaultConfig returns the default limits.
func DefaultConfig() Config {
	return Config{
		Rounds: 40, ParallelReads: 4, ToolFailures: 3, DefinitionsShare: 0.25,
		ResultChars: 6000, RetentionChars: 500, InputTokens: 40_000,
	}
}

// Agent runs turns of conversations. It is safe for concurrent use by turns of different
// conversations.
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

// Input is a request of the user.
type Input struct {
	Conversation string
	Text         string
	Scene        chat.Scene
	// Attached are calls that the user adds to the request, such as reading a resource;
	// their results are recorded before a model is asked.
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

// Turn takes one request to its final text. It blocks until the turn has ended, emits
// exactly one TurnEnded as its last event, and returns within a second of ctx being
// cancelled. Every call has an answer on record by then.
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
