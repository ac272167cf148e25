package guard

import (
	"context"
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/policy"
)

// History is where the guard reads what a conversation holds.
type History interface {
	// Messages returns the stored conversation, oldest first.
	Messages(ctx context.Context, conversation string) ([]chat.Message, error)
}

// WithAllowSend lets foreign servers be sent what was read here, for the calls
// under ctx.
func WithAllowSend(ctx context.Context, servers []string) context.Context {
	return context.WithValue(ctx, receiversKey{}, servers)
}

type receiversKey struct{}

// receivers are the servers that WithAllowSend names.
func receivers(ctx context.Context) []string {
	servers, _ := ctx.Value(receiversKey{}).([]string)
	return servers
}

// leaves reports whether what was read in the conversation could leave this
// computer with the call, unasked.
func (c *call) leaves(ctx context.Context) bool {
	to := policy.ReceiverOf(c.spec)
	if to.Own || to.Local || slices.Contains(receivers(ctx), to.Server) {
		return false
	}
	return policy.Leaves(to, c.holds(ctx), c.guard.held(ctx))
}

// holds returns what the conversation of the call holds. It is read from what is
// stored, so that it is the same after a restart, after a compaction and with
// another model. Where it cannot be read, files are taken to be held.
//
// The other calls of the same round count as if their results were in, whether
// they run before this call, after it or next to it. A model wrote all arguments
// of a round before any result of it was there, so none of them can carry one;
// but then the verdict would hang on which call of a round happens to end first,
// and one that is asked about waits while the others go on. A tool that is not
// among those of this toolbox is one of ours, or none.
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
