package call

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/meta"
	"github.com/deskhand/deskhand/mcp/servers/fault"
)

// Failed answers a call that failed: in words for a reader, and as data in _meta
// for a host that knows ours.
func Failed(f chat.Failure) *mcp.CallToolResult {
	result := mcp.NewToolResultError(meta.Text(f))
	result.Meta = &mcp.Meta{AdditionalFields: map[string]any{meta.FailureKey: f}}
	return result
}

// NotRead answers a call whose file was not read.
func NotRead(err error, path string) *mcp.CallToolResult {
	return Failed(*fault.Of(err, path))
}

// WasEnded is for a call whose context ended.
func WasEnded(path string) chat.Failure {
	return chat.Failure{Class: chat.ErrCancelled, Path: path, Message: "The call was cancelled."}
}

// BadArguments is for a call that cannot be understood.
func BadArguments(path, format string, args ...any) chat.Failure {
	return chat.Failure{Class: chat.ErrInvalidArgs, Path: path, Message: fmt.Sprintf(format, args...)}
}

// Ended reports whether an error comes from the end of the call.
func Ended(ctx context.Context, err error) bool { return err != nil && ctx.Err() != nil }
