package call

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/meta"
	"github.com/deskhand/deskhand/mcp/servers/documents/confine"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// The types of failures that are used here.
const (
	InvalidArgs      = "invalid_args"
	PermissionDenied = "permission_denied"
	ExecutionError   = "execution_error"
	NetworkError     = "network_error"
	Cancelled        = "cancelled"
)

// Failed answers a call that failed: in words for a reader, and as data in _meta
// for a host that knows ours.
func Failed(f chat.Failure) *mcp.CallToolResult {
	result := mcp.NewToolResultError(meta.Text(f))
	result.Meta = &mcp.Meta{AdditionalFields: map[string]any{meta.FailureKey: f}}
	return result
}

// Unopened says in words why a file was not opened in the bounds.
func Unopened(bounds confine.Bounds, path string, err error) chat.Failure {
	f := chat.Failure{Class: PermissionDenied, Path: path}
	switch {
	case errors.Is(err, confine.ErrNoRoots):
		f.Code = chat.CodeOutside
		f.Message = "This server may not read any folder yet."
		f.Advice = chat.Advice{Code: chat.AdviseOpenFolder, Text: "Start it with --root and the folder that it may read."}
	case errors.Is(err, confine.ErrRelative):
		f.Class = InvalidArgs
		f.Message = "The path is not a whole path."
		f.Advice = chat.Advice{Code: chat.AdviseWholePath, Text: "Give the path from the top, such as /home/me/scan.pdf."}
	case errors.Is(err, confine.ErrOutside):
		f.Code = chat.CodeOutside
		f.Message = "The file is outside of the folders that may be read."
	case errors.Is(err, confine.ErrLink):
		f.Code = chat.CodeLink
		f.Message = "This is a link to another place; links are not followed."
	case errors.Is(err, confine.ErrNotRegular):
		f.Class, f.Code = InvalidArgs, chat.CodeNotRegular
		f.Message = "This is a folder or a device, not a file."
	case errors.Is(err, fs.ErrNotExist):
		f.Class, f.Code = InvalidArgs, chat.CodeVanished
		f.Message = "There is no such file."
		f.Advice = chat.Advice{Code: chat.AdviseLook, Text: "List the folder to see what is there."}
		f.Suggestions = bounds.Near(path)
	case errors.Is(err, fs.ErrPermission):
		f.Code = chat.CodePermission
		f.Message = "The system does not let this file be read."
	case safefs.Away(err):
		f.Class, f.Code = NetworkError, chat.CodeUnreachable
		f.Message = "The file is on another computer, which cannot be reached now."
		f.Advice = chat.Advice{Code: chat.AdviseRetryLater, Text: "Try again later."}
	default:
		f.Class = ExecutionError
		f.Message = "The file could not be read from the disk."
	}
	return f
}

// WasEnded is for a call whose context ended.
func WasEnded(path string) chat.Failure {
	return chat.Failure{Class: Cancelled, Path: path, Message: "The call was cancelled."}
}

// BadArguments is for a call that cannot be understood.
func BadArguments(path, format string, args ...any) chat.Failure {
	return chat.Failure{Class: InvalidArgs, Path: path, Message: fmt.Sprintf(format, args...)}
}

// Ended says that an error comes from the end of the call.
func Ended(ctx context.Context, err error) bool { return err != nil && ctx.Err() != nil }
