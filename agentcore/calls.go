package agentcore

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/suggest"
)

// identify gives every call a unique id and arguments that are a JSON object, so that
// each can be answered and sent back. Invalid arguments are noted: such a call is
// answered, not run.
func (t *turn) identify(calls []chat.ToolCall) []chat.ToolCall {
	out := make([]chat.ToolCall, len(calls))
	t.malformed = map[string]bool{}
	for i, c := range calls {
		t.made++
		if c.ID == "" || t.ids[c.ID] {
			c.ID = fmt.Sprintf("call_%d_%d", t.first, t.made)
		}
		t.ids[c.ID] = true
		args, ok := object(c.Args)
		if !ok {
			t.malformed[c.ID] = true
		}
		c.Args = args
		out[i] = c
	}
	return out
}

// object returns arguments as a JSON object; empty ones become {}.
func object(raw json.RawMessage) (args json.RawMessage, ok bool) {
	empty := json.RawMessage("{}")
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return empty, true
	case raw[0] != '{' || !json.Valid(raw):
		return empty, false
	}
	return raw, true
}

// idsOf returns the ids of all calls ever made in a conversation.
func idsOf(history []chat.Message) map[string]bool {
	ids := map[string]bool{}
	for _, m := range history {
		for _, c := range m.Calls {
			ids[c.ID] = true
		}
	}
	return ids
}

// invoke runs one call, or returns why it is not run.
func (t *turn) invoke(ctx context.Context, call chat.ToolCall) chat.ToolResult {
	switch {
	case ctx.Err() != nil:
		return chat.Failed(call.Name, chat.ErrCancelled, "The turn was cancelled before this call ran.")
	case t.exhausted():
		return chat.Failed(call.Name, chat.ErrBlocked, "The turn has reached its limit of rounds.")
	case t.malformed[call.ID]:
		return chat.Failed(call.Name, chat.ErrInvalidArgs, "The arguments were not one JSON object, so the call was not run.").
			Advised("Correct the arguments and call it again.")
	}
	by := "model"
	if t.attached[call.ID] {
		by = "person"
	}
	began := t.agent.Now()
	result := t.agent.Tools.Call(ctx, chat.Invocation{
		Call:         call,
		Roots:        t.in.Scene.Roots,
		Conversation: t.in.Conversation,
		By:           by,
		Chars:        t.resultChars(),
		Progress: func(p chat.Progress) {
			t.emit(event.Progress{CallID: call.ID, Progress: p})
		},
	})
	result.Tool = call.Name
	if result.Duration == 0 {
		result.Duration = t.agent.Now().Sub(began)
	}
	return t.complete(ctx, result)
}

// complete adds an error type and advice to a failure that lacks them; for an unknown
// tool it suggests similar names.
func (t *turn) complete(ctx context.Context, r chat.ToolResult) chat.ToolResult {
	if r.OK {
		return r
	}
	switch {
	case ctx.Err() != nil && chat.StatusOf(r) == chat.StatusError:
		r.Failure.Class = chat.ErrCancelled // that is why it failed
	case r.Failure.Class == "":
		r.Failure.Class = chat.ErrExecution
	}
	if r.Failure.Class == chat.ErrToolNotFound {
		r.Failure.Suggestions = suggest.Names(r.Tool, toolNames(t.agent.Tools.Specs()))
	}
	if r.Failure.Advice.Text == "" {
		r.Failure.Advice.Text = adviceOn[r.Failure.Class]
	}
	return r
}

// toolNames returns the names of tools.
func toolNames(specs []chat.ToolSpec) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, s := range specs {
			if !yield(s.Name) {
				return
			}
		}
	}
}

// adviceOn is the advice for a failure of which only the type is known.
var adviceOn = map[chat.ErrorType]string{
	chat.ErrInvalidArgs:      "Correct the arguments and call it again.",
	chat.ErrToolNotFound:     "Use one of the tools that are listed.",
	chat.ErrPermissionDenied: "Do not try it again.",
	chat.ErrExecution:        "Try once more; then try another way.",
	chat.ErrTimeout:          "Look at what was done before you try again.",
	chat.ErrNetwork:          "Try again later.",
	chat.ErrServerDown:       "Go on without it.",
}
