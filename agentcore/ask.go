package agentcore

import (
	"context"
	"errors"
	"strings"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// ask makes one model request and sets the next phase by its reply.
func (t *turn) ask(ctx context.Context) {
	if t.candidate.Model == "" && !t.choose(ctx) {
		return
	}
	req, enough := t.fit(ctx, t.draft())
	if !enough && !t.candidate.Rules {
		t.conclude(event.ReasonBudget)
		return
	}
	out := newAnswer(t)
	reply, err := t.agent.Model.Chat(ctx, req, out.delta)
	if err != nil {
		t.refused(ctx, out, err)
		return
	}
	t.heard(req, reply.Usage)
	t.take(ctx, out, reply)
}

// take records a reply, ends its blocks, and acts on it. One without text and calls is
// void, even after thinking.
func (t *turn) take(ctx context.Context, out *answer, reply chat.Reply) {
	if blank(reply) && reply.DoneReason != chat.DoneNotUnderstood {
		out.drop()
		t.empty(reply)
		return
	}
	t.empties = 0
	t.calls = t.identify(reply.Calls)
	if err := t.record(ctx, chat.Message{
		Role: chat.RoleAssistant, Text: reply.Text, Thinking: reply.Thinking, ThoughtMS: out.thought(),
		Calls: t.calls, Model: t.candidate.Model,
	}); err != nil {
		t.fail(err)
		return
	}
	out.close(reply)
	t.heardClaims(reply.Text)
	t.decide(reply)
}

// blank reports whether a reply has neither text nor calls.
func blank(r chat.Reply) bool { return strings.TrimSpace(r.Text) == "" && len(r.Calls) == 0 }

// decide sets the next phase after a recorded reply.
func (t *turn) decide(reply chat.Reply) {
	t.left, t.leftOut = reply.Left, reply.LeftOut
	switch {
	case len(t.calls) > 0:
		t.phase = phaseRun
	case reply.DoneReason == chat.DoneNotUnderstood:
		t.end(event.ReasonNoModel, reply.Text)
	default:
		t.end(event.ReasonAnswered, reply.Text)
	}
}

// choose selects the next model of the chain and reports it if it is a fallback.
func (t *turn) choose(ctx context.Context) bool {
	next, err := t.agent.Models.Next(ctx, t.failed)
	if err != nil {
		t.cancelledOr(ctx, err)
		return false
	}
	if left, ok := leftBehind(t.failed, next.Skipped); ok {
		t.emit(event.Hop(left, next.Model))
	}
	t.candidate = next
	if !next.Vision {
		t.dropPictures()
	}
	return true
}

// leftBehind returns the model that is replaced: the last that failed in this turn, else
// the first unavailable one.
func leftBehind(failed, skipped []chat.ModelFailure) (chat.ModelFailure, bool) {
	switch {
	case len(failed) > 0:
		return failed[len(failed)-1], true
	case len(skipped) > 0:
		return skipped[0], true
	}
	return chat.ModelFailure{}, false
}

// draft returns the next request before fitting.
func (t *turn) draft() draft {
	reserve := budget.Reserve(t.candidate.Window)
	if t.longer {
		reserve *= 2
	}
	tools := t.offered()
	d := draft{system: systemPrompt(t.in.Scene, tools, t.candidate.Window), tools: tools.Tools, reserve: reserve}
	if t.empties > 0 {
		d.tail = append(d.tail, nudge(len(d.tools) > 0))
	}
	return d
}

// refused handles a request without an answer: what it streamed is void. If it was too
// long it is retried shorter, else the next model is asked.
func (t *turn) refused(ctx context.Context, out *answer, err error) {
	if ctx.Err() != nil {
		out.abandon(ctx)
		t.cancelledOr(ctx, err)
		return
	}
	out.drop()
	switch {
	case errors.Is(err, chat.ErrTooLong) && !t.tight:
		t.tight = true
	case t.candidate.Rules:
		t.fail(err)
	default:
		t.failed = append(t.failed, chat.ModelFailure{Model: t.candidate.Model, Err: err})
		t.candidate, t.tight, t.longer = chat.Candidate{}, false, false
	}
}

// cancelledOr ends the turn as cancelled if ctx was, else as failed.
func (t *turn) cancelledOr(ctx context.Context, err error) {
	if ctx.Err() != nil || errors.Is(err, context.Canceled) {
		t.end(event.ReasonCancelled, "")
		return
	}
	t.fail(err)
}
