package event

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/plan"
)

// Header locates an event: Stream names a conversation's turn or a batch, Seq increases
// by one with each event of it.
type Header struct {
	Stream string `json:"stream"`
	Seq    int64  `json:"seq"`
}

// Event is one event with its header.
type Event struct {
	Header
	Body Body
}

// Body is one of the event types of this package.
type Body interface{ name() string }

// Name returns the event's name, the "type" in its JSON.
func Name(b Body) string { return b.name() }

// Kept reports whether an event is stored with its conversation because no message shows
// it. An answered turn ends with a message.
func Kept(b Body) bool {
	switch b := b.(type) {
	case ModelChanged, Retrying, Compacted, Warning:
		return true
	case TurnEnded:
		return b.Reason != ReasonAnswered
	}
	return false
}

// MarshalJSON writes the event as one flat object: type, header, then the fields of its
// body.
func (e Event) MarshalJSON() ([]byte, error) {
	body, err := json.Marshal(e.Body)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", e.Body.name(), err)
	}
	head, err := json.Marshal(struct {
		Type string `json:"type"`
		Header
	}{e.Body.name(), e.Header})
	if err != nil {
		return nil, fmt.Errorf("encode the header of %s: %w", e.Body.name(), err)
	}
	if bytes.Equal(body, []byte("{}")) {
		return head, nil
	}
	flat := append(head[:len(head)-1], ',')
	return append(flat, body[1:]...), nil
}

// Stream numbers the events of one turn or batch and passes them on in order. It is safe
// for concurrent use.
type Stream struct {
	id   string
	emit func(Event)

	mu  sync.Mutex
	seq int64
}

// NewStream starts a stream; emit receives its events one at a time.
func NewStream(id string, emit func(Event)) *Stream {
	return &Stream{id: id, emit: emit}
}

// ID returns the stream's name in headers.
func (s *Stream) ID() string { return s.id }

// Emit passes b on under the next header. It blocks as long as the receiver does: events
// are never dropped.
func (s *Stream) Emit(b Body) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	s.emit(Event{Header: Header{Stream: s.id, Seq: s.seq}, Body: b})
}

// Reason is why a turn ended.
type Reason string

// The reasons of TurnEnded.
const (
	ReasonAnswered  Reason = "answered"
	ReasonCancelled Reason = "cancelled"
	ReasonBudget    Reason = "budget"
	ReasonRounds    Reason = "rounds"
	ReasonLoop      Reason = "loop"
	ReasonEmpty     Reason = "empty"
	ReasonNoModel   Reason = "no_model" // only the rules were left and did not understand
	ReasonError     Reason = "error"
)

// BlockKind is what a block of an answer holds.
type BlockKind string

// The kinds of blocks.
const (
	BlockText     BlockKind = "text"
	BlockThinking BlockKind = "thinking"
	BlockTool     BlockKind = "tool"
)

type (
	// TurnStarted opens a turn of a conversation.
	TurnStarted struct {
		Session string `json:"session"`
		Request string `json:"request"`
	}
	// BlockStarted opens a block of the answer. Index only increases within a turn.
	BlockStarted struct {
		Index int       `json:"index"`
		Kind  BlockKind `json:"kind"`
	}
	// TextDelta is a streamed piece of a text block.
	TextDelta struct {
		Index int    `json:"index"`
		Text  string `json:"text"`
	}
	// TextReset empties a text block: its request is retried.
	TextReset struct {
		Index int `json:"index"`
	}
	// BlockEnded closes a block; Text is all of it. MS is how long a model thought, in
	// milliseconds.
	BlockEnded struct {
		Index int    `json:"index"`
		Text  string `json:"text,omitempty"`
		MS    int64  `json:"ms,omitempty"`
	}
	// ToolStarted: a call begins to run.
	ToolStarted struct {
		Index  int             `json:"index"`
		CallID string          `json:"call_id"`
		Tool   string          `json:"tool"`
		Args   json.RawMessage `json:"args"`
	}
	// ApprovalAsked: the user is asked about a call.
	ApprovalAsked struct {
		CallID  string       `json:"call_id,omitempty"`
		Tool    string       `json:"tool"`
		Preview chat.Preview `json:"preview"`
	}
	// ApprovalAnswered is the answer and who gave it.
	ApprovalAnswered struct {
		Tool    string `json:"tool"`
		Allowed bool   `json:"allowed"`
		By      string `json:"by"`
	}
	// Progress of a long call or of a batch. Call is empty for a batch.
	Progress struct {
		CallID string `json:"call_id,omitempty"`
		chat.Progress
	}
	// ToolFinished ends a call: one per call, run or not, in call order. Result is
	// complete; Truncated means that the model sees less.
	ToolFinished struct {
		Index      int             `json:"index"`
		CallID     string          `json:"call_id"`
		Tool       string          `json:"tool"`
		Args       json.RawMessage `json:"args"`
		Status     chat.Status     `json:"status"`
		ErrorType  chat.ErrorType  `json:"error_type,omitempty"`
		DurationMS int64           `json:"duration_ms"`
		Truncated  bool            `json:"truncated"`
		Result     chat.ToolResult `json:"result"`
		// Record is the recorded call: what a window shows now and when the conversation
		// is reopened.
		Record chat.Message `json:"-"`
	}
	// ModelChanged: the turn, or a tool call that asks models itself, continues with
	// another model. CallID is empty for the turn and for a batch.
	ModelChanged struct {
		CallID string `json:"call_id,omitempty"`
		From   string `json:"from"`
		To     string `json:"to"`
		// Fault is the cause, Address the one that does not answer; Why is the reason in
		// words if Fault is empty.
		Fault   chat.FaultCode `json:"fault,omitempty"`
		Address string         `json:"address,omitempty"`
		Why     string         `json:"why,omitempty"`
		// Missing means that From is not installed and can be downloaded.
		Missing bool `json:"missing,omitempty"`
	}
	// Retrying: a model is asked again; the fields are as in ModelChanged.
	Retrying struct {
		Model   string         `json:"model"`
		Attempt int            `json:"attempt"`
		Fault   chat.FaultCode `json:"fault,omitempty"`
		Address string         `json:"address,omitempty"`
		Why     string         `json:"why,omitempty"`
	}
	// BudgetChanged is how the context window is divided, in tokens. Used is the sum of
	// System, Tools and History; Reserve is for the answer, and Free is the rest.
	BudgetChanged struct {
		Window  int `json:"window"`
		Used    int `json:"used"`
		System  int `json:"system"`
		Tools   int `json:"tools"`
		History int `json:"history"`
		Reserve int `json:"reserve"`
		Free    int `json:"free"`
	}
	// Compacted: older parts of the conversation were shortened for the model.
	Compacted struct {
		Step   int `json:"step"`
		Before int `json:"before"`
		After  int `json:"after"`
	}
	// Warning is something that the user should know.
	Warning struct {
		chat.Warning
	}
	// FileRead is the proposal for one file while others are still read. The files of a
	// plan correct each other, so that the plan has the last word.
	FileRead struct {
		Item plan.Item `json:"item"`
	}
	// PlanProposed: a plan is ready for review.
	PlanProposed struct {
		Plan plan.Plan `json:"plan"`
	}
	// Receipt ends a batch, counted from the disk.
	Receipt struct {
		plan.Receipt
	}
	// TurnEnded ends a turn: exactly one per turn, as its last event.
	TurnEnded struct {
		Session string     `json:"session"`
		Reason  Reason     `json:"reason"`
		Text    string     `json:"text"`
		Model   string     `json:"model"`
		Usage   chat.Usage `json:"usage"`
		// Left and LeftOut are those of the reply of a rule model.
		Left    []string `json:"left,omitempty"`
		LeftOut []string `json:"left_out,omitempty"`
	}
)

// Warn returns the event of a warning without arguments.
func Warn(code chat.WarningCode) Warning { return Warning{chat.Warning{Code: code}} }

// Hop returns the event of one model replacing another.
func Hop(left chat.ModelFailure, to string) ModelChanged {
	f := chat.Told(left.Err)
	return ModelChanged{From: left.Model, To: to, Fault: f.Code, Address: f.Address, Why: f.Message, Missing: f.Code == chat.FaultNotInstalled}
}

// OfDelta returns the event for a delta that is not a piece of the answer; ok is false
// for a piece.
func OfDelta(d chat.Delta) (b Body, ok bool) {
	switch {
	case d.Retry != nil:
		return Retrying(*d.Retry), true
	case d.Warning != nil:
		return Warning{*d.Warning}, true
	}
	return nil, false
}

func (TurnStarted) name() string      { return "turn_started" }
func (BlockStarted) name() string     { return "block_started" }
func (TextDelta) name() string        { return "text_delta" }
func (TextReset) name() string        { return "text_reset" }
func (BlockEnded) name() string       { return "block_ended" }
func (ToolStarted) name() string      { return "tool_started" }
func (ApprovalAsked) name() string    { return "approval_asked" }
func (ApprovalAnswered) name() string { return "approval_answered" }
func (Progress) name() string         { return "progress" }
func (ToolFinished) name() string     { return "tool_finished" }
func (ModelChanged) name() string     { return "model_changed" }
func (Retrying) name() string         { return "retrying" }
func (BudgetChanged) name() string    { return "budget_changed" }
func (Compacted) name() string        { return "compacted" }
func (Warning) name() string          { return "warning" }
func (FileRead) name() string         { return "file_read" }
func (PlanProposed) name() string     { return "plan_proposed" }
func (Receipt) name() string          { return "receipt" }
func (TurnEnded) name() string        { return "turn_ended" }
