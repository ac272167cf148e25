package guard

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/policy"
)

// maxAgain is how often a call is asked about again because files changed between the
// approval and the call.
const maxAgain = 2

// previewed takes a call with a preview through dry run, consent and call. If files
// changed in between, it starts over.
func (c *call) previewed(ctx context.Context) chat.ToolResult {
	var last chat.ToolResult
	hash := ""
	for again := 0; ; again++ {
		preview, failed, ok := c.preview(ctx)
		if !ok {
			return c.unseen(ctx, failed)
		}
		if again > 0 && preview.Hash == hash {
			return last // nothing has changed since the approval: something else blocks
		}
		hash = preview.Hash
		said := c.consent(ctx, preview, again)
		switch {
		case said.edited:
			hash, again = "", -1
			continue
		case !said.ok:
			return c.refused(ctx, said.by, said.refusal)
		}
		last = c.change(ctx, said.by, preview, c.args.with(argPlanHash, hash))
		if last.OK || last.Failure.Class != chat.ErrBlocked || again == maxAgain {
			return last
		}
	}
}

// preview makes the dry run. If it fails, its result is the call's.
func (c *call) preview(ctx context.Context) (p chat.Preview, failed chat.ToolResult, ok bool) {
	result := c.run(ctx, c.args.with(argDryRun, true))
	if !result.OK {
		return p, result, false
	}
	if json.Unmarshal(result.Data, &p) != nil || p.Hash == "" {
		return p, noPreview(c.spec.Name), false
	}
	c.record.foretell(p)
	return p, failed, true
}

// unseen ends a call whose dry run failed: nobody was asked.
func (c *call) unseen(ctx context.Context, result chat.ToolResult) chat.ToolResult {
	c.record.Verdict, c.record.By = policy.Ask, byDryRun
	c.end(result)
	c.warn(c.guard.log.soon(ctx, c.record))
	return result
}

// unforetold takes a call without a preview through consent and call: its arguments are
// what is approved.
func (c *call) unforetold(ctx context.Context) chat.ToolResult {
	for {
		var shown chat.Preview
		said := c.consent(ctx, shown, 0)
		switch {
		case said.edited:
			continue
		case !said.ok:
			return c.refused(ctx, said.by, said.refusal)
		}
		return c.change(ctx, said.by, shown, c.inv.Call.Args)
	}
}

// consented is the outcome of asking whether a call may run.
type consented struct {
	ok bool
	// by is who gave the verdict; refusal is the result of a call that may not run.
	by      string
	refusal chat.ToolResult
	// edited means that the arguments were changed and still need consent.
	edited bool
}

// consent checks the grants, then asks the user. A tool of ours whose preview changes
// nothing runs without a question, under that hash alone, to report why.
func (c *call) consent(ctx context.Context, p chat.Preview, again int) consented {
	if c.spec.Own && idle(p) {
		return consented{ok: true, by: byDryRun}
	}
	places := c.places(p)
	// One question of a conversation at a time: an answer may settle the next.
	done, _ := c.guard.asking.Lock(ctx, c.inv.Conversation) // cancellation is reported below
	defer done()
	d := policy.Decide(c.spec, c.facts(ctx, places, p.Hash != ""), c.guard.held(ctx))
	switch d.Verdict {
	case policy.Allow:
		return consented{ok: true, by: d.Reason}
	case policy.Deny:
		return consented{by: d.Reason, refusal: forbidden(c.spec.Name, d.Reason)}
	}
	q := Question{
		Tool: c.spec.Name, Spec: c.spec, Preview: p, Invocation: c.inv,
		Folder: c.folder(p, places), Again: again, Sends: d.Reason == policy.ReasonLeaves,
	}
	answer := c.ask(ctx, q)
	switch {
	case ctx.Err() != nil:
		return consented{by: answer.By, refusal: cancelled(c.spec.Name)}
	case answer.Edited != nil:
		return c.edit(answer)
	case !answer.Allowed && q.Sends:
		return consented{by: answer.By, refusal: notSent(c.spec)}
	case !answer.Allowed:
		return consented{by: answer.By, refusal: denied(c.spec.Name, again > 0)}
	}
	if q.Sends == (answer.Scope == policy.ScopeReceive) {
		c.remember(ctx, answer.Scope, q.Folder)
	}
	return consented{ok: true, by: answer.By}
}

// edit replaces the model's arguments by the user's, except those that only our own code
// may set.
func (c *call) edit(answer Answer) consented {
	c.inv.Call.Args = answer.Edited
	if refusal, ok := c.admit(); !ok {
		return consented{by: answer.By, refusal: refusal}
	}
	return consented{edited: true}
}

// ask puts the question. Anything but a clear yes is a no.
func (c *call) ask(ctx context.Context, q Question) Answer {
	c.notify(event.ApprovalAsked{CallID: c.inv.Call.ID, Tool: q.Tool, Preview: q.Preview})
	answer := Answer{}
	if c.guard.config.Confirm != nil {
		given, err := c.guard.config.Confirm.Confirm(ctx, q)
		if err == nil && ctx.Err() == nil {
			answer = given
		}
	}
	if answer.By == "" {
		answer.By = byNobody
		if answer.Allowed {
			answer.By = byPerson
		}
	}
	c.notify(event.ApprovalAnswered{Tool: q.Tool, Allowed: answer.Allowed, By: answer.By})
	return answer
}

// remember stores the grant that an approval amounts to.
func (c *call) remember(ctx context.Context, scope policy.Scope, folder string) {
	var folders []string
	if folder != "" {
		folders = []string{folder}
	}
	if scope == policy.ScopeConversation && len(c.inv.Roots) > 0 {
		folders = slices.Clone(c.inv.Roots)
	}
	if grant, ok := policy.NewGrant(c.spec, scope, c.inv.Conversation, folders); ok {
		c.guard.keep(ctx, grant)
	}
}

// places returns the paths that the call touches: those of its preview, or without one
// all that it could reach.
func (c *call) places(p chat.Preview) []string {
	if p.Hash == "" {
		return c.inv.Roots
	}
	var places []string
	for _, e := range p.Effect {
		if e.From != "" {
			places = append(places, e.From)
		}
		if e.To != "" || e.From == "" { // an effect without a place is covered by nothing
			places = append(places, e.To)
		}
	}
	return places
}

// idle reports whether a preview has files and all of them stay where they are.
func idle(p chat.Preview) bool {
	moves := func(e chat.PathChange) bool { return e.From != e.To }
	return len(p.Effect) > 0 && !slices.ContainsFunc(p.Effect, moves)
}

// folder returns the folder for an "always in this folder": inside the roots, and as
// narrow as the preview allows.
func (c *call) folder(p chat.Preview, places []string) string {
	if p.Hash == "" {
		if len(c.inv.Roots) == 1 {
			return c.inv.Roots[0]
		}
		return ""
	}
	folder := policy.CommonFolder(places)
	if folder == "" || len(c.inv.Roots) > 0 && !policy.AllWithin(c.inv.Roots, []string{folder}) {
		return ""
	}
	return folder
}
