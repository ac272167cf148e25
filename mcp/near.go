package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// notFound answers a call of a tool that no live server has.
func (h *Host) notFound(ctx context.Context, name string) chat.ToolResult {
	if ctx.Err() != nil {
		return cancelled()
	}
	r := failed(chat.ErrToolNotFound, fmt.Sprintf("There is no tool %.64q.", name), "Use only the listed tools.")
	if near := chat.NearNames(name, h.Specs()); len(near) > 0 {
		r.Advice = "Did you mean " + strings.Join(near, ", ") + "?"
	}
	return r
}
