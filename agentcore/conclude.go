package agentcore

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/offer"
)

// lastWord asks for a summary when the turn cannot go on. It forbids inventions, since
// the model has just shown that it is lost.
const lastWord = `No more tools can be called in this turn. Sum up for the person what was done, in a few sentences:
- Report only results that you actually received from tool calls above.
- A file that was not processed is "not processed".
- If no results of tools are visible, say "I was unable to complete the task".
- Say what is left to do.`

// conclude starts the forced summary: the turn has to end and has no answer.
func (t *turn) conclude(why event.Reason) {
	t.outcome.Reason = why
	t.phase = phaseConclude
}

// sumUp asks the model for a summary, without tools, and falls back to the account from
// the records: a turn never ends without text.
func (t *turn) sumUp(ctx context.Context) {
	out := newAnswer(t)
	reply, err := t.lastReply(ctx, out)
	if ctx.Err() != nil {
		out.abandon(ctx)
		t.end(event.ReasonCancelled, "")
		return
	}
	if errors.Is(err, chat.ErrTooLong) && !t.tight {
		out.drop()
		t.tight = true
		return
	}
	if err != nil || strings.TrimSpace(reply.Text) == "" {
		out.drop()
		reply = chat.Reply{Text: account(t.current())}
		out = newAnswer(t)
	} else {
		t.heardClaims(reply.Text)
	}
	t.doubt(reply.Text)
	if err := t.record(ctx, chat.Message{
		Role: chat.RoleAssistant, Text: reply.Text, Thinking: reply.Thinking, ThoughtMS: out.thought(), Model: t.candidate.Model,
	}); err != nil {
		t.fail(err)
		return
	}
	out.close(reply)
	t.end(t.outcome.Reason, reply.Text)
}

// lastReply returns the model's summary; the rule model has none. Calls in it are
// ignored.
func (t *turn) lastReply(ctx context.Context, out *answer) (chat.Reply, error) {
	if t.candidate.Rules {
		return chat.Reply{}, nil
	}
	req, _ := t.fit(ctx, draft{
		system:  systemPrompt(t.in.Scene, offer.Offer{}, t.candidate.Window),
		tail:    []chat.Message{{Role: chat.RoleUser, Text: lastWord}},
		reserve: budget.Reserve(t.candidate.Window),
		last:    true,
	})
	reply, err := t.agent.Model.Chat(ctx, req, out.delta)
	if err == nil {
		t.heard(req, reply.Usage)
	}
	return reply, err
}

// doubt warns the user of files that a summary mentions and no tool did.
func (t *turn) doubt(text string) {
	t.remember()
	unknown := t.named.missing(text)
	if len(unknown) == 0 {
		return
	}
	t.emit(event.Warning{Warning: chat.Warning{Code: chat.WarningUnknownFiles, Args: unknown}})
}

// remember collects the files that the conversation mentions: in messages of the user, in
// results, and in the arguments of successful calls.
func (t *turn) remember() {
	about := map[string]string{}
	for _, m := range t.history {
		for _, c := range m.Calls {
			about[c.ID] = string(c.Args)
		}
		if m.Role == chat.RoleUser || m.Role == chat.RoleTool {
			t.named.add(m.Text)
		}
		if m.Status == chat.StatusOK {
			t.named.add(about[m.CallID])
		}
	}
}

// account describes a turn from the records alone, for when no model answered.
func account(current []chat.Message) string {
	var b strings.Builder
	for _, m := range current {
		if m.Role == chat.RoleTool {
			first, _, _ := strings.Cut(m.Text, "\n")
			fmt.Fprintf(&b, "- %s (%s): %s\n", m.Tool, m.Status, first)
		}
	}
	if b.Len() == 0 {
		return "I was unable to complete the task."
	}
	return "I stopped before I was done. This is what was done:\n" + b.String()
}
