package guard

import (
	"context"
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/policy"
)

// History reads what a conversation holds.
type History interface {
	// Messages returns the stored conversation, oldest first.
	Messages(ctx context.Context, conversation string) ([]chat.Message, error)
}

// WithAllowSend returns a context whose calls may send what was read here to these
// servers.
func WithAllowSend(ctx context.Context, servers []string) context.Context {
	return context.WithValue(ctx, receiversKey{}, servers)
}

type receiversKey struct{}

// receivers returns the servers that WithAllowSend names.
func receivers(ctx context.Context) []string {
	servers, _ := ctx.Value(receiversKey{}).([]string)
	return servers
}

// leaves reports whether the call could send what was read in the conversation off this
// computer without asking.
func (c *call) leaves(ctx context.Context) bool {
	to := policy.ReceiverOf(c.spec)
	if to.Own || to.Local || slices.Contains(receivers(ctx), to.Server) {
		return false
	}
	return policy.Leaves(to, c.holds(ctx), c.guard.held(ctx))
}

// holds returns what the conversation of the call holds. It is read from the store, so
// that it is the same after a restart, after a compaction and with another model. If it
// cannot be read, it is assumed to hold files.
//
// The other calls of the same round count as if their results were known, whatever the
// order in which they run. A model writes all arguments of a round before any result of
// it, so that none can carry one; but otherwise the verdict would depend on which call of
// a round ends first, and a call that is asked about waits while the others go on. A tool
// that is not in this toolbox is one of ours, or does not exist.
func (c *call) holds(ctx context.Context) policy.Held {
	unknown := policy.Held{Files: true}
	if c.guard.config.History == nil {
		return unknown
	}
	messages, err := c.guard.config.History.Messages(ctx, c.inv.Conversation)
	if err != nil {
		return unknown
	}
	held := policy.HeldIn(messages)
	specs := c.tools.Specs()
	for _, other := range policy.Unanswered(messages, c.inv.Call.ID) {
		from := chat.Source{}
		if i := slices.IndexFunc(specs, func(s chat.ToolSpec) bool { return s.Name == other.Name }); i >= 0 {
			from = specs[i].Source()
		}
		held.Add(from)
	}
	return held
}
