package agentcore

import (
	"context"
	"errors"
	"strings"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// ask makes one model request and decides by its reply where the turn goes on.
func (t *turn) ask(ctx context.Context) {
	if t.candidate.Model == "" && !t.choose(ctx) {
		return
	}
	out := answer{turn: t}
	req, _ := t.fit(ctx, t.draft())
	reply, err := t.agent.Model.Chat(ctx, req, out.delta)
	if err != nil {
		t.refused(ctx, &out, err)
		return
	}
	t.heard(req, reply.Usage)
	t.calls = t.identify(reply.Calls)
	if err := t.record(ctx, chat.Message{
		Role: chat.RoleAssistant, Text: reply.Text, Thinking: reply.Thinking,
		Calls: t.calls, Model: t.candidate.Model,
	}); err != nil {
		t.fail(err)
		return
	}
	out.close(reply)
	t.decide(reply)
}

// decide follows a reply that is on record.
func (t *turn) decide(reply chat.Reply) {
	switch {
	case len(t.calls) > 0:
		t.phase = phaseRun
	case reply.DoneReason == chat.DoneNotUnderstood:
		t.end(event.ReasonNoModel, reply.Text)
	case strings.TrimSpace(reply.Text) == "":
		t.end(event.ReasonEmpty, account(t.current()))
	default:
		t.end(event.ReasonAnswered, reply.Text)
	}
}

// choose takes the next model of the chain and says so when it is a stand-in.
func (t *turn) choose(ctx context.Context) bool {
	next, err := t.agent.Models.Next(ctx, t.failed)
	if err != nil {
		t.cancelledOr(ctx, err)
		return false
	}
	if left, ok := leftBehind(t.failed, next.Skipped); ok {
		t.emit(event.ModelChanged{From: left.Model, To: next.Model, Why: left.Err.Error()})
	}
	t.candidate = next
	return true
}

// leftBehind is the model that another one stands in for: the last that failed
// in this turn, else the first that was not to be had.
func leftBehind(failed, skipped []chat.Failure) (chat.Failure, bool) {
	switch {
	case len(failed) > 0:
		return failed[len(failed)-1], true
	case len(skipped) > 0:
		return skipped[0], true
	}
	return chat.Failure{}, false
}

// draft is the next request as it is before it is fitted.
func (t *turn) draft() draft {
	return draft{
		system:  systemPrompt(t.in.Scene),
		tools:   t.agent.Tools.Specs(),
		reserve: budget.Reserve(t.candidate.Window),
	}
}

// refused handles a request that got no answer: what streamed of it is void,
// and the next model is asked.
func (t *turn) refused(ctx context.Context, out *answer, err error) {
	if ctx.Err() != nil {
		out.abandon(ctx)
		t.cancelledOr(ctx, err)
		return
	}
	out.drop()
	if errors.Is(err, chat.ErrTooLong) && !t.tight {
		t.tight = true
		return
	}
	if t.candidate.Rules {
		t.fail(err)
		return
	}
	t.failed = append(t.failed, chat.Failure{Model: t.candidate.Model, Err: err})
	t.candidate, t.tight = chat.Candidate{}, false
}

// cancelledOr ends the turn as cancelled when that is what happened, else as
// failed.
func (t *turn) cancelledOr(ctx context.Context, err error) {
	if errors.Is(ctx.Err(), context.Canceled) || errors.Is(err, context.Canceled) {
		t.end(event.ReasonCancelled, "")
		return
	}
	t.fail(err)
}

// answer turns the deltas of one reply into blocks.
type answer struct {
	turn *turn
	text strings.Builder
	open bool
	at   int
}

func (o *answer) delta(d chat.Delta) {
	switch {
	case d.Retry != nil:
		o.turn.emit(event.Retrying{Model: d.Retry.Model, Attempt: d.Retry.Attempt, Why: d.Retry.Why})
	case d.Reset:
		o.reset()
	case d.Text != "":
		if !o.open {
			o.at, o.open = o.turn.openBlock(event.BlockText), true
		}
		o.text.WriteString(d.Text)
		o.turn.emit(event.TextDelta{Index: o.at, Text: d.Text})
	}
}

// reset voids what was streamed; the block stays open for the next try.
func (o *answer) reset() {
	if o.open && o.text.Len() > 0 {
		o.text.Reset()
		o.turn.emit(event.TextReset{Index: o.at})
	}
}

// drop voids what was streamed and ends the block: another model answers.
func (o *answer) drop() {
	if !o.open {
		return
	}
	o.reset()
	o.turn.emit(event.BlockEnded{Index: o.at})
}

// close ends the text block, opening one for a reply that came in one piece.
func (o *answer) close(reply chat.Reply) {
	if !o.open && reply.Text == "" {
		return
	}
	if !o.open {
		o.delta(chat.Delta{Text: reply.Text})
	}
	o.turn.emit(event.BlockEnded{Index: o.at, Text: reply.Text})
}

// abandon keeps what a cancelled reply had streamed, marked as partial.
func (o *answer) abandon(ctx context.Context) {
	if o.text.Len() == 0 {
		return
	}
	text := o.text.String()
	if err := o.turn.record(ctx, chat.Message{
		Role: chat.RoleAssistant, Text: text, Partial: true, Model: o.turn.candidate.Model,
	}); err != nil {
		o.turn.emit(event.Warning{Text: "The unfinished answer could not be stored."})
	}
	o.turn.emit(event.BlockEnded{Index: o.at, Text: text})
}
