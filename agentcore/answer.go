package agentcore

import (
	"context"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// answer turns the deltas of one reply into two blocks: the thinking and the text. Both
// stay open until the reply is complete, so that a retry fills them again.
type answer struct {
	turn           *turn
	thinking, text block
}

// block is one block of an answer; open once it has content.
type block struct {
	kind event.BlockKind
	open bool
	at   int
	said strings.Builder
	// since is the time of its first piece, until the end; thinking ends when the text
	// begins.
	since, until time.Time
}

func newAnswer(t *turn) *answer {
	return &answer{turn: t, thinking: block{kind: event.BlockThinking}, text: block{kind: event.BlockText}}
}

func (o *answer) blocks() [2]*block { return [2]*block{&o.thinking, &o.text} }

func (o *answer) delta(d chat.Delta) {
	switch {
	case d.Retry != nil, d.Warning != nil:
		o.turn.tell(d)
	case d.Reset:
		o.reset()
	case d.Thinking != "":
		o.write(&o.thinking, d.Thinking)
	case d.Text != "":
		o.write(&o.text, d.Text)
	}
}

func (o *answer) write(b *block, text string) {
	if !b.open {
		b.at, b.open = o.turn.openBlock(b.kind), true
	}
	if b.said.Len() == 0 {
		b.since, b.until = o.turn.agent.Now(), time.Time{}
	}
	if b == &o.text {
		o.thought()
	}
	b.said.WriteString(text)
	o.turn.emit(event.TextDelta{Index: b.at, Text: text})
}

// thought returns how long the model thought, in milliseconds: until the text began, or
// until now.
func (o *answer) thought() int64 {
	b := &o.thinking
	if b.said.Len() == 0 {
		return 0
	}
	if b.until.IsZero() {
		b.until = o.turn.agent.Now()
	}
	return b.until.Sub(b.since).Milliseconds()
}

// reset voids what was streamed; the blocks stay open for the next attempt.
func (o *answer) reset() {
	for _, b := range o.blocks() {
		if b.said.Len() > 0 {
			b.said.Reset()
			o.turn.emit(event.TextReset{Index: b.at})
		}
	}
}

// drop voids what was streamed and ends the blocks.
func (o *answer) drop() {
	o.reset()
	o.end()
}

// close ends the blocks with the recorded reply, and streams what was not streamed.
func (o *answer) close(reply chat.Reply) {
	if o.complete(&o.thinking, reply.Thinking) {
		o.thinking.until = o.thinking.since
	}
	o.complete(&o.text, reply.Text)
	o.end()
}

// complete sets the full text of a block, and reports whether none of it was streamed.
func (o *answer) complete(b *block, whole string) (late bool) {
	if b.said.Len() == 0 && whole != "" {
		o.write(b, whole)
		late = true
	}
	b.said.Reset()
	b.said.WriteString(whole)
	return late
}

func (o *answer) end() {
	for _, b := range o.blocks() {
		if !b.open {
			continue
		}
		b.open = false
		ended := event.BlockEnded{Index: b.at, Text: b.said.String()}
		if b == &o.thinking {
			ended.MS = o.thought()
		}
		o.turn.emit(ended)
	}
}

// abandon records what a cancelled reply had streamed, marked as partial.
func (o *answer) abandon(ctx context.Context) {
	o.turn.heardClaims(o.text.said.String())
	if o.thinking.said.Len()+o.text.said.Len() > 0 {
		if err := o.turn.record(ctx, chat.Message{
			Role: chat.RoleAssistant, Text: o.text.said.String(), Thinking: o.thinking.said.String(),
			ThoughtMS: o.thought(), Partial: true, Model: o.turn.candidate.Model,
		}); err != nil {
			o.turn.emit(event.Warn(chat.WarningAnswerUnsaved))
		}
	}
	o.end()
}
