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
	// maxDelay is the longest wait before a retry; a server that asks for more is not
	// retried.
	maxDelay = time.Minute
	// maxSilences is how often a silent model is retried: each silence takes minutes that
	// another model can use better.
	maxSilences = 1
	// warmer is added to a temperature that the user set when the model wrote an
	// unreadable call, since the same request would give the same answer.
	warmer = 0.1
)

// attempts is one request, retried until it is answered or hopeless.
type attempts struct {
	model   *served
	req     chat.Request
	setting backend.Setting
	emit    func(chat.Delta)

	streamed strings.Builder // text of this attempt
	any      bool            // something of this attempt was streamed
	silences int             // attempts that ended in one
}

// run makes the request. What a failed attempt streamed is voided before the next one
// begins.
func (a *attempts) run(ctx context.Context) (chat.Reply, error) {
	delays := &backoff.ExponentialBackOff{
		InitialInterval: a.model.limits.RetryDelay, Multiplier: max(1, a.model.limits.RetryBackoff),
		RandomizationFactor: jitter, MaxInterval: maxDelay,
	}
	for n := 1; ; n++ {
		reply, err := a.attempt(ctx)
		if err == nil {
			return reply, nil
		}
		if ctx.Err() != nil {
			return chat.Reply{}, ctx.Err()
		}
		fault := chat.FaultOf(err)
		a.unhang(ctx, fault.Code)
		if call, ok := repaired(fault.Call, a.req.Tools); ok {
			return chat.Reply{Text: a.streamed.String(), Calls: []chat.ToolCall{call}, DoneReason: "stop"}, nil
		}
		delay := max(delays.NextBackOff(), fault.RetryAfter)
		if n > a.model.limits.Retries || a.silences > maxSilences || fault.Class != chat.FaultRetry || delay > 2*maxDelay {
			return chat.Reply{}, gaveUp(err, n)
		}
		a.announce(n+1, err)
		if err := backend.Pause(ctx, delay); err != nil {
			return chat.Reply{}, err
		}
	}
}

// gaveUp adds the number of attempts to err, if there were several.
func gaveUp(err error, n int) error {
	if n == 1 {
		return err
	}
	return fmt.Errorf("%w, %d tries", err, n)
}

// attempt makes the request once, and again in another form if the model cannot do what
// it claims.
func (a *attempts) attempt(ctx context.Context) (chat.Reply, error) {
	a.streamed.Reset()
	a.any = false
	reply, err := a.model.once(ctx, a.req, a.setting, a.deliver)
	switch {
	case chat.FaultOf(err).Code == chat.FaultNoTools && !a.setting.TextCalls:
		a.model.takesNoTools()
		a.setting.TextCalls = true
	case chat.FaultOf(err).Code == chat.FaultNoThinking && a.req.Think != chat.ThinkDefault:
		a.req.Think = chat.ThinkDefault
	default:
		return reply, err
	}
	return a.model.once(ctx, a.req, a.setting, a.deliver)
}

func (a *attempts) deliver(d chat.Delta) {
	a.any = true
	a.streamed.WriteString(d.Text)
	a.emit(d)
}

func (a *attempts) announce(next int, why error) {
	if a.any {
		a.emit(chat.Delta{Reset: true})
	}
	f := chat.Told(why)
	a.emit(chat.Delta{Retry: &chat.Retry{Model: a.model.name, Attempt: next, Fault: f.Code, Address: f.Address, Why: f.Message}})
}

// unhang unloads a model that hangs: always after a parser error, since the next caller
// would hang too, and after a silence that is followed by another attempt.
func (a *attempts) unhang(ctx context.Context, why chat.FaultCode) {
	switch why {
	case chat.FaultUnreadableCall:
		if set := a.model.limits.Temperature; set != nil {
			a.setting.Temperature = new(*set + warmer)
		}
	case chat.FaultSilent:
		if a.silences++; a.silences > maxSilences {
			return
		}
	default:
		return
	}
	_ = a.model.backend.Unload(ctx, a.model.bare) // the next attempt will show whether it helped
}

// againstModel reports whether a failure is the model's fault, not the request's or the
// server's.
func againstModel(err error) bool {
	switch chat.FaultOf(err).Class {
	case chat.FaultRequest, chat.FaultServer, chat.FaultPerson, chat.FaultTooLong:
		return false
	}
	return true
}

// repaired makes a call from arguments that the server could not parse, if they can be
// repaired and fit exactly one tool.
func repaired(raw string, tools []chat.ToolSpec) (chat.ToolCall, bool) {
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

// fits reports whether arguments have everything that a schema requires and nothing
// unknown to it.
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
