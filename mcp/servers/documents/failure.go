package documents

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/mcp/servers/documents/confine"
)

// failure is a call that failed, in words for a person. The types are those of
// the host's vocabulary.
type failure struct {
	Type    string `json:"error_type"`
	Message string `json:"message"`
	Path    string `json:"path,omitempty"`
	Advice  string `json:"advice,omitempty"`
}

// The types of failures that are used here.
const (
	invalidArgs      = "invalid_args"
	permissionDenied = "permission_denied"
	executionError   = "execution_error"
	cancelled        = "cancelled"
)

// result makes the answer of a failed call.
func (f failure) result() *mcp.CallToolResult {
	text := f.Message
	if f.Advice != "" {
		text += " " + f.Advice
	}
	result := mcp.NewToolResultStructured(f, text)
	result.IsError = true
	return result
}

// openFailure says in words why a file was not opened.
func openFailure(path string, err error) failure {
	f := failure{Type: permissionDenied, Path: path}
	switch {
	case errors.Is(err, confine.ErrNoRoots):
		f.Message = "This server may not read any folder yet."
		f.Advice = "Start it with --root and the folder that it may read."
	case errors.Is(err, confine.ErrRelative):
		f.Type = invalidArgs
		f.Message = "The path is not a whole path."
		f.Advice = "Give the path from the top, such as /home/me/scan.pdf."
	case errors.Is(err, confine.ErrOutside):
		f.Message = "The file is outside of the folders that may be read."
	case errors.Is(err, confine.ErrLink):
		f.Message = "This is a link to another place; links are not followed."
	case errors.Is(err, confine.ErrNotRegular):
		f.Type = invalidArgs
		f.Message = "This is a folder or a device, not a file."
	case errors.Is(err, fs.ErrNotExist):
		f.Type = invalidArgs
		f.Message = "There is no such file."
		f.Advice = "List the folder to see what is there."
	case errors.Is(err, fs.ErrPermission):
		f.Message = "The system does not let this file be read."
	default:
		f.Type = executionError
		f.Message = "The file could not be read from the disk."
	}
	return f
}

// endedFailure is for a call whose context ended.
func endedFailure(path string) failure {
	return failure{Type: cancelled, Path: path, Message: "The call was cancelled."}
}

// badArguments is for a call that cannot be understood.
func badArguments(path, format string, args ...any) failure {
	return failure{Type: invalidArgs, Path: path, Message: fmt.Sprintf(format, args...)}
}

// ended says that an error comes from the end of the call.
func ended(ctx context.Context, err error) bool { return err != nil && ctx.Err() != nil }
