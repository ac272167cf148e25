package agentcore

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// phase is a state of the turn's machine: prepare → ask ⇄ run → settle → done.
type phase int

const (
	phasePrepare phase = iota
	phaseAsk
	phaseRun
	phaseSettle
	phaseDone
)

// turn is the state of one request on its way to an answer. It belongs to the
// goroutine of Agent.Turn.
type turn struct {
	agent *Agent
	in    Input
	sink  Sink
	phase phase

	history   []chat.Message // the stored conversation, this turn included
	first     int            // where this turn begins in history
	candidate chat.Candidate
	tight     bool // the candidate said that a request was too long
	room      room
	failed    []chat.Failure
	calls     []chat.ToolCall // asked for by the last reply, not yet run
	rounds    int
	blocks    int // blocks started so far: the next index
	made      int // calls made so far, for ids

	outcome Outcome
}

func newTurn(a *Agent, in Input, sink Sink) *turn {
	return &turn{agent: a, in: in, sink: sink}
}

// prepare loads the conversation and writes the request down before anything
// is done about it.
func (t *turn) prepare(ctx context.Context) {
	history, err := t.agent.Transcript.Messages(ctx, t.in.Conversation)
	t.history, t.first = history, len(history)
	if err != nil {
		t.fail(fmt.Errorf("read the conversation: %w", err))
		return
	}
	request, err := t.request(ctx)
	if err == nil {
		err = t.record(ctx, request)
	}
	if err != nil {
		t.fail(err)
		return
	}
	t.emit(event.TurnStarted{Session: t.in.Conversation, Request: t.in.Text})
	t.phase = phaseAsk
}

// record stores a message and only then makes it part of the turn. It goes
// through when ctx is cancelled: what happened is written down.
func (t *turn) record(ctx context.Context, m chat.Message) error {
	m.Time = t.agent.Now()
	if err := t.agent.Transcript.Append(context.WithoutCancel(ctx), t.in.Conversation, m); err != nil {
		return fmt.Errorf("store a %s message: %w", m.Role, err)
	}
	t.history = append(t.history, m)
	return nil
}

// current is what was said and done in this turn so far, the request first.
func (t *turn) current() []chat.Message { return t.history[t.first:] }

func (t *turn) emit(b event.Body) { t.sink.Emit(b) }

// openBlock starts the next block of the answer.
func (t *turn) openBlock(kind event.BlockKind) int {
	i := t.blocks
	t.blocks++
	t.emit(event.BlockStarted{Index: i, Kind: kind})
	return i
}

// end goes to settle with the reason and the final text.
func (t *turn) end(reason event.Reason, text string) {
	t.outcome.Reason, t.outcome.Text = reason, text
	t.phase = phaseSettle
}

// fail ends the turn because our own side failed, not a model or a tool.
func (t *turn) fail(err error) {
	t.outcome.Err = err
	t.end(event.ReasonError, "")
}

// settle announces the end. Everything it speaks of is stored already.
func (t *turn) settle(context.Context) {
	t.outcome.Model = t.candidate.Model
	t.emit(event.TurnEnded{
		Session: t.in.Conversation,
		Reason:  t.outcome.Reason,
		Text:    t.outcome.Text,
		Model:   t.outcome.Model,
		Usage:   t.outcome.Usage,
	})
	t.phase = phaseDone
}

// identify gives every call an id and arguments that are valid JSON, so that
// each can be answered.
func (t *turn) identify(calls []chat.ToolCall) []chat.ToolCall {
	out := make([]chat.ToolCall, len(calls))
	for i, c := range calls {
		t.made++
		if c.ID == "" {
			c.ID = fmt.Sprintf("call_%d_%d", t.first, t.made)
		}
		if !json.Valid(c.Args) {
			c.Args = json.RawMessage("{}")
		}
		out[i] = c
	}
	return out
}
