package documents

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/deskhand/deskhand/mcp/servers/documents/confine"
)

// rootsKey is where a host puts the roots of one call.
const rootsKey = "deskhand/roots"

// bounds are the folders of a call: the server's own, and the call's where the
// host set some. Roots that cannot be understood allow nothing.
func (s *service) bounds(request mcp.CallToolRequest) confine.Bounds {
	bounds := confine.Bounds{Outer: s.roots}
	if request.Params.Meta == nil {
		return bounds
	}
	value, ok := request.Params.Meta.AdditionalFields[rootsKey]
	if !ok {
		return bounds
	}
	bounds.HasCall = true
	encoded, err := json.Marshal(value)
	if err != nil || json.Unmarshal(encoded, &bounds.Call) != nil {
		bounds.Call = nil
	}
	return bounds
}

// progress tells the host how far a call is, if it asked to be told.
type progress struct {
	ctx   context.Context
	token mcp.ProgressToken
}

func progressOf(ctx context.Context, request mcp.CallToolRequest) progress {
	if request.Params.Meta == nil {
		return progress{}
	}
	return progress{ctx, request.Params.Meta.ProgressToken}
}

// tell says that done of total pages are read. A host that does not listen
// loses nothing.
func (p progress) tell(done, total int, what string) {
	if p.token == nil {
		return
	}
	if s := server.ServerFromContext(p.ctx); s != nil {
		_ = s.SendNotificationToClient(p.ctx, "notifications/progress", map[string]any{
			"progressToken": p.token, "progress": done, "total": total, "message": what,
		})
	}
}
