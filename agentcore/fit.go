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
	// tail is said behind the conversation and is not stored: a nudge, or the
	// order to sum up. It counts like history.
	tail []chat.Message
	// reserve is what is kept for the answer, in tokens.
	reserve int
	// last says that no round follows: the answer ends the turn.
	last bool
}

// room is what a turn knows of how its conversation is fitted.
type room struct {
	state   chat.Compaction
	loaded  bool
	unsaved bool // state is further than what is stored
	// reported is what the model by said that its last request took; 0 when it
	// said nothing, or when what it gets to see has changed since.
	reported int
	by       string
	memo     *history.Memo
	// strained counts the rounds, the last of them being round, that needed a
	// summary or a cut.
	strained, round int
	// told is the model of which the person knows that it sees a part of the request.
	told string
}

// fit makes the request of a draft: the conversation as far as the window of
// the candidate holds it. enough is false when too little is left for another
// round, however much gives way. It asks the model for a summary when older
// parts must go, and blocks as long.
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

// tellRequest tells the person, once of each model, that it sees a part of what they
// said.
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

// think is how the candidate is to think; one that cannot is not told.
func (t *turn) think() chat.Think {
	if t.candidate.Thinking {
		return t.agent.Config.Think
	}
	return chat.ThinkDefault
}

// counter counts as the candidate does.
func (t *turn) counter() budget.Counter {
	if t.candidate.Rules {
		return budget.Counter{}
	}
	return t.agent.Tokens.For(t.candidate.Digest)
}

// input is the conversation with the room that it may take besides tail tokens.
// A candidate that found a request too long gets half of what we would give it.
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

// compaction is how far the conversation was compacted before this turn, and in
// it.
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

// project fits the conversation and, where a part of it must go, has a summary
// made of that part. What a summary stands for is stored before it is told.
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

// keep takes over how far the conversation is compacted. What a summary or a cut
// stands for is stored at once; where results are shortened moves on by a round
// with every round and is found again from the messages, so it is stored with
// the next summary or when the turn closes.
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

// saveCompaction stores how far the conversation is compacted, if that is not
// stored yet.
func (t *turn) saveCompaction(ctx context.Context) {
	if !t.room.unsaved {
		return
	}
	t.room.unsaved = false
	if err := t.agent.Notes.KeepCompaction(context.WithoutCancel(ctx), t.in.Conversation, t.room.state); err != nil {
		t.emit(event.Warn(chat.WarningFitUnsaved))
	}
}

// heard takes in how many tokens a model says that a request took.
func (t *turn) heard(req chat.Request, usage chat.Usage) {
	t.room.reported, t.room.by = usage.PromptTokens, req.Model
	t.learn(req, usage)
}

// learn compares what a model counts with what our tokenizer does.
func (t *turn) learn(req chat.Request, usage chat.Usage) {
	t.outcome.Usage.PromptTokens += usage.PromptTokens
	t.outcome.Usage.OutputTokens += usage.OutputTokens
	pictured := slices.ContainsFunc(req.Messages, func(m chat.Message) bool { return len(m.Images) > 0 })
	if usage.PromptTokens == 0 || t.candidate.Digest == "" || pictured {
		return // what a picture takes differs by model
	}
	count := t.agent.Tokens.For(t.candidate.Digest).Tokenizer()
	estimated := count.Messages(req.Messages) + count.Definitions(req.Tools)
	if err := t.agent.Tokens.Learn(t.candidate.Digest, estimated, usage.PromptTokens, req.Window); err != nil {
		t.emit(event.Warn(chat.WarningCountUnsaved))
	}
}

// request is what the person said, as it is recorded: whole, and with a handle
// if it may have to be shown in part.
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

// shortRequest is how many characters are below a quarter of any window that is
// worth the name.
const shortRequest = 1500
