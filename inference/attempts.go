package inference

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/toolcall"
)

const (
	// jitter spreads retries, as a share of the delay.
	jitter = 0.25
	// maxDelay is the longest that a retry is waited for; a server that asks
	// for more is left to itself.
	maxDelay = time.Minute
	// mostSilences is how often a model that goes silent is asked again: each
	// silence takes minutes, which another model can use better.
	mostSilences = 1
	// warmer is added to the temperature when the model wrote a call that
	// nobody could read: the same again would be the same again.
	warmer = 0.1
)

// tries is one request, made until it is answered or hopeless.
type tries struct {
	link    *link
	req     chat.Request
	setting backend.Setting
	emit    func(chat.Delta)

	streamed strings.Builder // text of this try
	any      bool            // something of this try was streamed
	silences int             // tries that ended in one
}

// run makes the request. What was streamed of a try that failed is voided
// before the next one begins.
func (t *tries) run(ctx context.Context) (chat.Reply, error) {
	delays := &backoff.ExponentialBackOff{
		InitialInterval: t.link.limits.RetryDelay, Multiplier: max(1, t.link.limits.RetryBackoff),
		RandomizationFactor: jitter, MaxInterval: maxDelay,
	}
	for n := 1; ; n++ {
		reply, err := t.try(ctx)
		if err == nil {
			return reply, nil
		}
		if ctx.Err() != nil {
			return chat.Reply{}, ctx.Err()
		}
		fault := chat.FaultOf(err)
		t.heal(ctx, fault.Code)
		if call, ok := mended(fault.Call, t.req.Tools); ok {
			return chat.Reply{Text: t.streamed.String(), Calls: []chat.ToolCall{call}, DoneReason: "stop"}, nil
		}
		delay := max(delays.NextBackOff(), fault.RetryAfter)
		if n > t.link.limits.Retries || t.silences > mostSilences || fault.Class != chat.FaultRetry || delay > 2*maxDelay {
			return chat.Reply{}, gaveUp(err, n)
		}
		t.announce(n+1, err)
		if err := pause(ctx, delay); err != nil {
			return chat.Reply{}, err
		}
	}
}

// gaveUp says after how many tries, if there were several.
func gaveUp(err error, n int) error {
	if n == 1 {
		return err
	}
	return fmt.Errorf("%w, %d tries", err, n)
}

// try makes the request once, and once more in another form when the model
// cannot do what it claims to.
func (t *tries) try(ctx context.Context) (chat.Reply, error) {
	t.streamed.Reset()
	t.any = false
	reply, err := t.link.once(ctx, t.req, t.setting, t.deliver)
	switch {
	case chat.FaultOf(err).Code == chat.FaultNoTools && !t.setting.TextCalls:
		t.link.takesNoTools()
		t.setting.TextCalls = true
	case chat.FaultOf(err).Code == chat.FaultNoThinking && t.req.Think == chat.ThinkOn:
		t.req.Think = chat.ThinkDefault
	default:
		return reply, err
	}
	return t.link.once(ctx, t.req, t.setting, t.deliver)
}

func (t *tries) deliver(d chat.Delta) {
	t.any = true
	t.streamed.WriteString(d.Text)
	t.emit(d)
}

func (t *tries) announce(next int, why error) {
	if t.any {
		t.emit(chat.Delta{Reset: true})
	}
	t.emit(chat.Delta{Retry: &chat.Retry{Model: t.link.name, Attempt: next, Why: why.Error()}})
}

// heal unloads a model that hangs: always after a parser error, whoever is next
// to ask it, and after a silence that is followed by another try. Whether it
// helped that try will tell.
func (t *tries) heal(ctx context.Context, why chat.FaultCode) {
	switch why {
	case chat.FaultUnreadableCall:
		t.setting.Temperature = t.link.limits.Temperature + warmer
	case chat.FaultSilent:
		if t.silences++; t.silences > mostSilences {
			return
		}
	default:
		return
	}
	_ = t.link.backend.Unload(ctx, t.link.name) // the next try will tell
}

// againstModel reports whether a failure speaks against the model: not one that
// the request brought about, nor one of the whole server.
func againstModel(err error) bool {
	switch chat.FaultOf(err).Class {
	case chat.FaultRequest, chat.FaultServer, chat.FaultPerson, chat.FaultTooLong:
		return false
	}
	return true
}

// mended makes a call out of arguments that the server could not read, if
// they can be repaired and fit one tool alone.
func mended(raw string, tools []chat.ToolSpec) (chat.ToolCall, bool) {
	args, ok := toolcall.Repair([]byte(raw))
	var given map[string]json.RawMessage
	if !ok || json.Unmarshal(args, &given) != nil || len(given) == 0 {
		return chat.ToolCall{}, false
	}
	var fitting []string
	for _, tool := range tools {
		if fits(given, tool.Parameters) {
			fitting = append(fitting, tool.Name)
		}
	}
	if len(fitting) != 1 {
		return chat.ToolCall{}, false
	}
	return chat.ToolCall{Name: fitting[0], Args: args}, true
}

// fits tells whether arguments are all that a schema requires and nothing that
// it does not know.
func fits(given map[string]json.RawMessage, parameters json.RawMessage) bool {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	if json.Unmarshal(parameters, &schema) != nil {
		return false
	}
	for name := range given {
		if _, known := schema.Properties[name]; !known {
			return false
		}
	}
	return !slices.ContainsFunc(schema.Required, func(name string) bool { return given[name] == nil })
}
