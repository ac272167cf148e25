package app

import (
	"context"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
)

// joined is several toolboxes as one: their tools in order.
type joined []agentcore.Toolbox

// Specs lists the tools of all.
func (j joined) Specs() []chat.ToolSpec {
	var specs []chat.ToolSpec
	for _, t := range j {
		specs = append(specs, t.Specs()...)
	}
	return specs
}

// Call runs a tool where it lives. One that lives nowhere goes to the last,
// whose answer names those that come near.
func (j joined) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	for _, t := range j[:len(j)-1] {
		for _, s := range t.Specs() {
			if s.Name == inv.Call.Name {
				return t.Call(ctx, inv)
			}
		}
	}
	return j[len(j)-1].Call(ctx, inv)
}
