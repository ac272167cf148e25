package guard

import (
	"cmp"
	"context"
	"slices"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/policy"
)

// Our own code that makes calls. Any other caller is treated as a model.
const (
	byPerson = "person"
	byTriage = "triage"
	// ByProgram makes calls for what a page of the window or a verb shows.
	ByProgram = "deskhand"
)

// The rules named in the audit besides those of package policy.
const (
	byDryRun = "dry run"
	byTicket = "ticket"
	byNobody = "nobody"
)

// call is one call under guard.
type call struct {
	guard  *Guard
	tools  agentcore.Toolbox
	spec   chat.ToolSpec
	inv    chat.Invocation
	args   arguments
	record Record
}

// open starts the record of the call.
func (c *call) open() {
	c.record = Record{
		ID:           c.guard.config.NewID(),
		When:         c.guard.config.Now(),
		Tool:         c.inv.Call.Name,
		Verdict:      policy.Deny,
		AskedBy:      c.inv.By,
		Conversation: c.inv.Conversation,
	}
	c.record.AskedBy = cmp.Or(c.record.AskedBy, "unknown")
}

// admit finds the tool and removes arguments that the caller may not set. It returns the
// refusal of an invalid call.
func (c *call) admit() (refusal chat.ToolResult, ok bool) {
	defer func() { c.record.Args = maskArgs(c.inv.Call.Args) }()
	specs := c.tools.Specs()
	i := slices.IndexFunc(specs, func(s chat.ToolSpec) bool { return s.Name == c.inv.Call.Name })
	if i < 0 {
		return notFound(c.inv.Call.Name), false
	}
	c.spec = specs[i]
	c.record.Server = c.spec.Server
	args, err := parseArguments(c.inv.Call.Args)
	if err != nil {
		return invalidArgs(c.inv.Call.Name), false
	}
	c.args = args
	if !c.spec.Own && !c.spec.Previews {
		return chat.ToolResult{}, true // its arguments are its own business
	}
	if c.orchestrated() {
		c.args.normalize()
	} else {
		c.args.strip(c.spec)
	}
	c.inv.Call.Args = c.args.encode()
	return chat.ToolResult{}, true
}

func (c *call) orchestrated() bool {
	return c.inv.By == byPerson || c.inv.By == byTriage || c.inv.By == ByProgram
}

// decide takes the call to its verdict.
func (c *call) decide(ctx context.Context) chat.ToolResult {
	if ctx.Err() != nil {
		return c.refused(ctx, byNobody, cancelled(c.spec.Name))
	}
	if c.orchestrated() && c.spec.Previews {
		if c.args.dryRun() {
			return c.read(ctx, byDryRun)
		}
		if hash := c.args.planHash(); hash != "" && spend(ctx, hash, c.inv.Roots) {
			return c.change(ctx, byTicket, chat.Preview{Hash: hash}, c.inv.Call.Args)
		}
	}
	d := policy.Decide(c.spec, c.facts(ctx, c.inv.Roots, false), nil)
	switch {
	case d.Verdict == policy.Allow:
		return c.read(ctx, d.Reason)
	case d.Verdict == policy.Deny:
		return c.refused(ctx, d.Reason, lookOnly(c.spec.Name))
	case c.spec.Previews:
		return c.previewed(ctx)
	default:
		return c.unforetold(ctx)
	}
}

// facts returns the input of a verdict. places come from a preview if foretold, else from
// the roots of the call.
func (c *call) facts(ctx context.Context, places []string, foretold bool) policy.Call {
	return policy.Call{
		Conversation: c.inv.Conversation, Places: places, Foretold: foretold,
		LookOnly: isLookOnly(ctx), Excluded: excluded(ctx), Leaves: c.leaves(ctx),
	}
}

// read runs a call that changes nothing.
func (c *call) read(ctx context.Context, rule string) chat.ToolResult {
	result := c.run(ctx, c.inv.Call.Args)
	c.record.Verdict, c.record.By = policy.Allow, rule
	c.end(result)
	c.warn(c.guard.log.soon(ctx, c.record))
	return result
}

// change runs a call that was allowed. It must be on record before it starts; its end is
// written with the next records, so that a change waits for one write only.
func (c *call) change(ctx context.Context, by string, p chat.Preview, args []byte) chat.ToolResult {
	c.record.Verdict, c.record.By, c.record.Hash = policy.Allow, by, p.Hash
	c.record.Status, c.record.ErrorType = chat.StatusRunning, ""
	if err := c.guard.log.atOnce(ctx, c.record); err != nil {
		c.warn(err)
		return unrecorded(c.spec.Name, err)
	}
	ctx, expire := mint(ctx, p.Pages, nil)
	defer expire()
	result := c.run(ctx, args)
	c.end(result)
	c.record.outcome(c.spec, result)
	c.warn(c.guard.log.soon(ctx, c.record))
	return result
}

// run makes the call and measures its time.
func (c *call) run(ctx context.Context, args []byte) chat.ToolResult {
	inv := c.inv
	inv.Call.Args = args
	start := c.guard.config.Now()
	result := c.tools.Call(ctx, inv)
	result.Source = c.spec.Source()
	c.record.MS = c.guard.config.Now().Sub(start).Milliseconds()
	return result
}

// refused ends a call that is not run.
func (c *call) refused(ctx context.Context, by string, result chat.ToolResult) chat.ToolResult {
	c.record.Verdict, c.record.By = policy.Deny, by
	c.end(result)
	c.warn(c.guard.log.atOnce(ctx, c.record))
	return result
}

func (c *call) end(result chat.ToolResult) {
	c.record.Status, c.record.ErrorType = chat.StatusOf(result), result.Failure.Class
	if c.spec.Effect != chat.EffectRead || !result.OK {
		c.record.Result = maskResult(result) // what was read belongs to the conversation, and is deleted with it
	}
}

// maxEffect is how many changes of a preview a record holds.
const maxEffect = 50

// foretell records what a preview showed.
func (r *Record) foretell(p chat.Preview) {
	r.Hash, r.Effect, r.Changes = p.Hash, p.Effect[:min(len(p.Effect), maxEffect)], len(p.Effect)
}

// warn reports that the audit is incomplete.
func (c *call) warn(err error) {
	if err != nil {
		c.notify(event.Warn(chat.WarningUnrecorded))
	}
}

func (c *call) notify(b event.Body) { c.guard.config.Notify(c.inv.Conversation, b) }
