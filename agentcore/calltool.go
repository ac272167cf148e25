package agentcore

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// CallTool runs a tool for our own code. inv says which one and on whose behalf, args are
// its arguments, and out gets the data of the result unless it is nil. It fails with a
// *chat.Failure, or with context.Canceled if the call was cancelled.
func CallTool(ctx context.Context, tools Toolbox, inv chat.Invocation, args, out any) (chat.ToolResult, error) {
	raw, err := json.Marshal(args)
	if err != nil {
		return chat.ToolResult{}, fmt.Errorf("encode the arguments of %s: %w", inv.Call.Name, err)
	}
	inv.Call.Args = raw
	r := tools.Call(ctx, inv)
	switch {
	case r.OK:
	case r.Failure.Class == chat.ErrCancelled:
		return r, context.Canceled
	default:
		return r, &r.Failure
	}
	if out == nil {
		return r, nil
	}
	if err := json.Unmarshal(r.Data, out); err != nil {
		return r, fmt.Errorf("understand the result of %s: %w", inv.Call.Name, err)
	}
	return r, nil
}
