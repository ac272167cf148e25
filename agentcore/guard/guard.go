package guard

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/keylock"
	"github.com/deskhand/deskhand/agentcore/policy"
)

// Config configures a Guard.
type Config struct {
	// Confirm asks the user; with nil every answer is no.
	Confirm Confirmer
	// Audit stores the records; with nil no change ever runs.
	Audit Auditor
	// Grants stores grants of ScopeFolder and ScopeReceive; with nil they end with the
	// Guard.
	Grants GrantStore
	// History returns what a conversation holds; with nil each is assumed to hold files.
	History History
	Now     func() time.Time
	// NewID returns a unique id for a record or a grant.
	NewID func() string
	// Notify receives ApprovalAsked, ApprovalAnswered and Warning of a conversation, on
	// the goroutine of the call; may be nil.
	Notify func(conversation string, b event.Body)
}

// Guard decides on every call of the toolboxes that it wraps.
type Guard struct {
	config Config
	log    log

	mu     sync.Mutex
	grants []Grant       // those that live as long as the Guard
	asking keylock.Locks // one question per conversation
}

// New returns a Guard. Flush it when a turn ends and before the Auditor closes.
func New(c Config) *Guard {
	if c.Notify == nil {
		c.Notify = func(string, event.Body) {}
	}
	return &Guard{config: c, log: log{auditor: c.Audit, now: c.Now}}
}

// Wrap returns tb under guard.
func (g *Guard) Wrap(tb agentcore.Toolbox) agentcore.Toolbox {
	return toolbox{guard: g, inner: tb}
}

// Flush writes the records of reads that are still held back.
func (g *Guard) Flush(ctx context.Context) error { return g.log.flush(ctx) }

type toolbox struct {
	guard *Guard
	inner agentcore.Toolbox
}

// Specs returns the tools unchanged.
func (t toolbox) Specs() []chat.ToolSpec { return t.inner.Specs() }

// Call decides on the call and runs it if allowed.
func (t toolbox) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	c := &call{guard: t.guard, tools: t.inner, inv: inv}
	c.open()
	if refusal, ok := c.admit(); !ok {
		return c.refused(ctx, "guard", refusal)
	}
	return c.decide(ctx)
}

// held returns the grants that could cover a call. If stored ones cannot be read, only
// those of this run.
func (g *Guard) held(ctx context.Context) []Grant {
	if all, err := g.Grants(ctx); err == nil {
		return all
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.grants)
}

// keep stores an approval that outlives its call. A grant that cannot be stored lives as
// long as the Guard.
func (g *Guard) keep(ctx context.Context, grant Grant) {
	grant.ID = g.config.NewID()
	if grant.Scope != policy.ScopeConversation && g.config.Grants != nil {
		if g.config.Grants.AddGrant(ctx, grant) == nil {
			return
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.grants = append(g.grants, grant)
}

// Grants returns all approvals that outlive their call, including those that end with the
// Guard.
func (g *Guard) Grants(ctx context.Context) ([]Grant, error) {
	var kept []Grant
	if g.config.Grants != nil {
		var err error
		if kept, err = g.config.Grants.Grants(ctx); err != nil {
			return nil, err
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return append(kept[:len(kept):len(kept)], g.grants...), nil
}

// Revoke revokes a grant: the next call that it would have covered is asked about. A
// missing one is no error.
func (g *Guard) Revoke(ctx context.Context, id string) error {
	g.mu.Lock()
	before := len(g.grants)
	g.grants = slices.DeleteFunc(slices.Clone(g.grants), func(held Grant) bool { return held.ID == id })
	found := len(g.grants) < before
	g.mu.Unlock()
	if found || g.config.Grants == nil {
		return nil
	}
	return g.config.Grants.RemoveGrant(ctx, id)
}
