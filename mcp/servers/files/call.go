package files

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/meta"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// scope is what a call may touch.
func (s *Server) scope(req mcp.CallToolRequest) (roots.Scope, error) { return call.Scope(s.outer, req) }

// pastScope is what a call may learn of what was done, and take back. A host that
// opened no folder, and does not say that it may be any, learns nothing.
func (s *Server) pastScope(req mcp.CallToolRequest) (roots.Scope, error) {
	scope, err := s.scope(req)
	if err == nil && scope.Empty() && (req.Params.Meta == nil || !meta.Unbounded(req.Params.Meta.AdditionalFields)) {
		err = scope.Denied("")
	}
	return scope, err
}

// bind reads the arguments of a call into args. An argument that the tool does
// not have is named: a model has misunderstood something.
func bind(req mcp.CallToolRequest, args any) error {
	raw, err := json.Marshal(req.GetRawArguments())
	if err != nil {
		return err
	}
	if bytes.Equal(raw, []byte("null")) {
		raw = []byte("{}")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	err = dec.Decode(args)
	if err == nil || errors.Is(err, io.EOF) {
		return nil
	}
	problem := &chat.Failure{Class: chat.ErrInvalidArgs, Message: "The arguments do not fit this tool.", Advice: chat.Advice{Text: "Look at the tool's parameters again."}, Err: err}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		problem.Message = fmt.Sprintf("The argument %q must be of type %s, not %s.", wrong.Field, wrong.Type, wrong.Value)
	} else if name, unknown := unknownField(err); unknown {
		problem.Message = fmt.Sprintf("There is no argument %s.", name)
	}
	return problem
}

func unknownField(err error) (string, bool) {
	name, found := bytes.CutPrefix([]byte(err.Error()), []byte("json: unknown field "))
	return string(name), found
}

// request is one call of a tool.
type request struct {
	scope roots.Scope
	tell  func(done, total int, what string)
	path  string // what a failure is about; may be empty
}

// addTool adds a tool. Its arguments are decoded over those of usual; do answers
// for code, text for a reader.
func addTool[A, R any](s *Server, tool mcp.Tool, scope func(mcp.CallToolRequest) (roots.Scope, error), usual A, do func(context.Context, *request, A) (R, error), text func(R) string) {
	s.MCP.AddTool(tool, func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		args, r := usual, &request{tell: call.ProgressOf(ctx, req).Tell}
		var err error
		if r.scope, err = scope(req); err == nil {
			err = bind(req, &args)
		}
		var result R
		if err == nil {
			result, err = do(ctx, r, args)
		}
		if err != nil {
			return call.Failed(*fault.Of(err, r.path)), nil
		}
		return mcp.NewToolResultStructured(result, text(result)), nil
	})
}
