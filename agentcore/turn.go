package agentcore

import (
	"context"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/claims"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/history"
	"github.com/deskhand/deskhand/agentcore/offer"
)

// phase is a state of the turn: prepare → ask ⇄ run → close → done, with conclude before
// close if the turn has to end without an answer.
type phase int

const (
	phasePrepare phase = iota
	phaseAsk
	phaseRun
	phaseConclude
	phaseClose
	phaseDone
)

// turn is the state of one request. It belongs to the goroutine of Agent.Turn.
type turn struct {
	agent *Agent
	in    Input
	sink  Sink
	phase phase

	history   []chat.Message  // the stored conversation, this turn included
	first     int             // where this turn begins in history
	ids       map[string]bool // of the calls in history
	candidate chat.Candidate
	tight     bool // the candidate rejected a request as too long
	room      room
	longer    bool // it reached its limit while thinking
	empties   int  // empty answers in a row
	failed    []chat.ModelFailure

	calls      []chat.ToolCall // requested by the last reply, not yet run
	malformed  map[string]bool // calls whose arguments are not JSON objects
	attached   map[string]bool // calls that the user made
	discipline *discipline
	named      names          // files mentioned in results but not in history
	claimed    []claims.Claim // what the model claims to have done
	index      *offer.Index   // of the last live tools
	indexed    []chat.ToolSpec
	rounds     int
	blocks     int // blocks started so far: the next index
	made       int // calls made so far, for ids

	outcome Outcome
	// left and leftOut are those of the last reply.
	left, leftOut []string
}

func newTurn(a *Agent, in Input, sink Sink) *turn {
	t := &turn{agent: a, in: in, sink: sink, named: names{}}
	t.room.memo = history.NewMemo()
	t.discipline = newDiscipline(a.Config.ToolFailures, t.invoke)
	return t
}

// prepare loads the conversation and records the request before anything is done about
// it.
func (t *turn) prepare(ctx context.Context) {
	history, err := t.agent.Transcript.Messages(ctx, t.in.Conversation)
	if err != nil {
		t.cancelledOr(ctx, fmt.Errorf("read the conversation: %w", err))
		return
	}
	t.history, t.first, t.ids = history, len(history), idsOf(history)
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
	if len(t.in.Attached) > 0 {
		t.attach(ctx)
		return
	}
	live, _ := withoutFinder(t.agent.Tools.Specs())
	if about, asks := asksForAbilities(t.in.Text, live); asks {
		t.tellAbilities(ctx, live, about)
	}
}

// attach makes the user's calls, as a round of their own.
func (t *turn) attach(ctx context.Context) {
	if !t.choose(ctx) { // the model that reads the results decides how long they may be
		return
	}
	t.calls = t.identify(t.in.Attached)
	t.attached = idsOf([]chat.Message{{Calls: t.calls}})
	if err := t.record(ctx, chat.Message{Role: chat.RoleAssistant, Calls: t.calls}); err != nil {
		t.fail(err)
		return
	}
	t.phase = phaseRun
}

// record stores a message and only then adds it to the turn, even if ctx is cancelled:
// what happened is recorded.
func (t *turn) record(ctx context.Context, m chat.Message) error {
	m.Time = t.agent.Now()
	if err := t.agent.Transcript.Append(context.WithoutCancel(ctx), t.in.Conversation, m); err != nil {
		return fmt.Errorf("store a %s message: %w", m.Role, err)
	}
	t.history = append(t.history, m)
	return nil
}

// current returns the messages of this turn so far, the request first.
func (t *turn) current() []chat.Message { return t.history[t.first:] }

func (t *turn) emit(b event.Body) { t.sink.Emit(b) }

// openBlock starts the next block of the answer.
func (t *turn) openBlock(kind event.BlockKind) int {
	i := t.blocks
	t.blocks++
	t.emit(event.BlockStarted{Index: i, Kind: kind})
	return i
}

// end goes to close with the reason and the final text.
func (t *turn) end(reason event.Reason, text string) {
	t.outcome.Reason, t.outcome.Text = reason, text
	t.phase = phaseClose
}

// fail ends the turn because our own side failed, not a model or a tool.
func (t *turn) fail(err error) {
	t.outcome.Err = err
	t.end(event.ReasonError, "")
}

// close stores the rest and announces the end. Everything that it refers to is stored by
// then.
func (t *turn) close(ctx context.Context) {
	t.saveCompaction(ctx)
	t.markClaims()
	t.outcome.Model = t.candidate.Model
	t.emit(event.TurnEnded{
		Session: t.in.Conversation,
		Reason:  t.outcome.Reason,
		Text:    t.outcome.Text,
		Model:   t.outcome.Model,
		Usage:   t.outcome.Usage,
		Left:    t.left,
		LeftOut: t.leftOut,
	})
	t.phase = phaseDone
}
