package files

import (
	"bytes"
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

// failed answers a call that failed, in plain sentences.
func failed(err error, path string) *mcp.CallToolResult {
	return call.Failed(*fault.Of(err, path))
}

// answer answers a call that went well: for code, and for a reader.
func answer(structured any, text string) *mcp.CallToolResult {
	return mcp.NewToolResultStructured(structured, text)
}
