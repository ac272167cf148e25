package agentcore

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/history"
)

// draft is a model request before the conversation is fitted to the window.
type draft struct {
	system string
	tools  []chat.ToolSpec
	// tail follows the conversation without being stored: a nudge, or the order to sum
	// up. It counts as history.
	tail []chat.Message
	// reserve is kept for the answer, in tokens.
	reserve int
	// last means that no round follows: the answer ends the turn.
	last bool
}

// room is what a turn knows of how its conversation is fitted.
type room struct {
	state   chat.Compaction
	loaded  bool
	unsaved bool // state is ahead of what is stored
	// reported is the size that model by reported for its last request; 0 if none, or if
	// what it sees has changed since.
	reported int
	by       string
	memo     *history.Memo
	// strained counts the rounds, up to round, that needed a summary or a cut.
	strained, round int
	// told is the model for which the user was told that it sees only a part of the
	// request.
	told string
}

// fit turns a draft into a request with as much of the conversation as the candidate's
// window holds. enough is false if another round would not fit even after full
// compaction. It asks the model for a summary when older parts must go, and blocks
// meanwhile.
func (t *turn) fit(ctx context.Context, d draft) (req chat.Request, enough bool) {
	count := t.counter()
	b, tail := division(t.candidate, count, d), count.Messages(d.tail)
	in := t.input(ctx, b, count, tail)
	p := t.project(ctx, in)
	t.tellRequest(p.Request)
	used := p.Tokens + tail
	most := budget.Cramped(b.Window)
	t.emit(divided(b, used))
	return chat.Request{
		Model:    t.candidate.Model,
		Messages: slices.Concat([]chat.Message{{Role: chat.RoleSystem, Text: d.system}}, p.Messages, d.tail),
		Tools:    d.tools,
		Scene:    t.in.Scene,
		Window:   b.Window,
		Reserve:  b.Reserve,
		Think:    t.think(),
	}, !budget.Gate(b, min(p.Tokens, p.Least)+tail) && (most == 0 || t.room.strained <= most)
}

// tellRequest tells the user, once per model, that it sees only a part of the request.
func (t *turn) tellRequest(shown int) {
	if shown == 0 || t.room.told == t.candidate.Model || t.candidate.Rules {
		return
	}
	t.room.told = t.candidate.Model
	of := utf8.RuneCountInString(t.in.Text)
	t.emit(event.Warning{Warning: chat.Warning{Code: chat.WarningRequestCut, Name: t.candidate.Model, Shown: shown, Of: of}})
}

// strain counts the rounds for which the conversation had to be summed up or cut.
func (t *turn) strain(steps []history.Step) {
	hard := slices.ContainsFunc(steps, func(s history.Step) bool { return s.Number != history.StepShorten })
	if hard && t.room.round != t.rounds {
		t.room.strained++
		t.room.round = t.rounds
	}
}

// think returns how the candidate is to think; empty if it cannot.
func (t *turn) think() chat.Think {
	if t.candidate.Thinking {
		return t.agent.Config.Think
	}
	return chat.ThinkDefault
}

// counter returns the candidate's Counter.
func (t *turn) counter() budget.Counter {
	if t.candidate.Rules {
		return budget.Counter{}
	}
	return t.agent.Tokens.For(t.candidate.Digest)
}

// input returns the conversation and its room besides tail tokens. A candidate that
// rejected a request as too long gets half of that.
func (t *turn) input(ctx context.Context, b budget.Budget, count budget.Counter, tail int) history.Input {
	in := history.Input{
		Messages:  t.history,
		Count:     count,
		Room:      max(0, b.History()-tail),
		Threshold: max(0, b.Threshold(t.agent.Config.InputTokens)-tail),
		Retention: t.agent.Config.RetentionChars,
		Request:   budget.ForRequest(b.Window),
		State:     t.compaction(ctx),
		Memo:      t.room.memo,
	}
	if t.room.by == t.candidate.Model {
		in.Reported = t.room.reported - b.System - b.Tools - tail
	}
	if t.tight {
		in.Room, in.Threshold = in.Room/2, in.Threshold/2
	}
	return in
}

// compaction returns the state of compaction, from before this turn or from it.
func (t *turn) compaction(ctx context.Context) chat.Compaction {
	if t.room.loaded {
		return t.room.state
	}
	state, err := t.agent.Notes.Compaction(ctx, t.in.Conversation)
	if err != nil && ctx.Err() == nil {
		t.emit(event.Warn(chat.WarningFitUnread))
	}
	t.room.state, t.room.loaded = state, true
	return state
}

// project fits the conversation and, if a part of it must go, gets a summary of that
// part. The summary is stored before it is announced.
func (t *turn) project(ctx context.Context, in history.Input) history.Projection {
	p := history.Fit(in)
	steps, warnings := p.Steps, p.Warnings
	if p.Gap != nil {
		before := p.Tokens
		in.State = p.Gap.Filled(p.State, t.summary(ctx, *p.Gap, in.Count))
		p = history.Fit(in)
		steps = append(steps, history.Step{Number: history.StepSummarise, Before: before, After: p.Tokens})
		steps, warnings = append(steps, p.Steps...), append(warnings, p.Warnings...)
	}
	t.keep(ctx, p.State)
	t.strain(steps)
	for _, s := range steps {
		t.emit(event.Compacted{Step: s.Number, Before: s.Before, After: s.After})
	}
	for _, w := range warnings {
		t.emit(event.Warning{Warning: w})
	}
	return p
}

// keep takes over a state of compaction. A summary or a cut is stored at once. Where
// results are shortened advances with every round and can be recomputed, so that it is
// stored only with the next summary or at the end of the turn.
func (t *turn) keep(ctx context.Context, state chat.Compaction) {
	before := t.room.state
	if state == before {
		return
	}
	t.room.state, t.room.reported, t.room.unsaved = state, 0, true
	before.Shortened = state.Shortened
	if state != before {
		t.saveCompaction(ctx)
	}
}

// saveCompaction stores the state of compaction, unless it is stored already.
func (t *turn) saveCompaction(ctx context.Context) {
	if !t.room.unsaved {
		return
	}
	t.room.unsaved = false
	if err := t.agent.Notes.KeepCompaction(context.WithoutCancel(ctx), t.in.Conversation, t.room.state); err != nil {
		t.emit(event.Warn(chat.WarningFitUnsaved))
	}
}

// heard records how many tokens a model reports for a request.
func (t *turn) heard(req chat.Request, usage chat.Usage) {
	t.room.reported, t.room.by = usage.PromptTokens, req.Model
	t.learn(req, usage)
}

// learn compares a model's count with that of our tokenizer.
func (t *turn) learn(req chat.Request, usage chat.Usage) {
	t.outcome.Usage.PromptTokens += usage.PromptTokens
	t.outcome.Usage.OutputTokens += usage.OutputTokens
	pictured := slices.ContainsFunc(req.Messages, func(m chat.Message) bool { return len(m.Images) > 0 })
	if usage.PromptTokens == 0 || t.candidate.Digest == "" || pictured {
		return // the size of a picture differs by model
	}
	count := t.agent.Tokens.For(t.candidate.Digest).Tokenizer()
	estimated := count.Messages(req.Messages) + count.Definitions(req.Tools)
	if err := t.agent.Tokens.Learn(t.candidate.Digest, estimated, usage.PromptTokens, req.Window); err != nil {
		t.emit(event.Warn(chat.WarningCountUnsaved))
	}
}

// request returns the user's message as recorded: complete, and with a handle if it may
// have to be shown in part.
func (t *turn) request(ctx context.Context) (chat.Message, error) {
	m := chat.Message{Role: chat.RoleUser, Text: t.in.Text, Roots: t.in.Scene.Roots}
	if utf8.RuneCountInString(m.Text) <= shortRequest {
		return m, nil
	}
	var err error
	if m.Handle, err = t.agent.Transcript.KeepFull(ctx, t.in.Conversation, m.Text); err != nil {
		return m, fmt.Errorf("keep the request: %w", err)
	}
	return m, nil
}

// shortRequest is a length in characters that is below a quarter of any usable window.
const shortRequest = 1500
