package call

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/deskhand/deskhand/mcp/servers/documents/confine"
)

// RootsKey is where a host puts the roots of one call.
const RootsKey = "deskhand/roots"

// Bounds are the folders of a call: outer is the server's own, and the call's
// are added where the host set some. Roots that cannot be understood allow
// nothing.
func Bounds(outer []string, request mcp.CallToolRequest) confine.Bounds {
	bounds := confine.Bounds{Outer: outer}
	if request.Params.Meta == nil {
		return bounds
	}
	value, ok := request.Params.Meta.AdditionalFields[RootsKey]
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

// Progress tells the host how far a call is, if it asked to be told. The zero
// value tells nobody.
type Progress struct {
	ctx   context.Context
	token mcp.ProgressToken
}

// ProgressOf is for one call.
func ProgressOf(ctx context.Context, request mcp.CallToolRequest) Progress {
	if request.Params.Meta == nil {
		return Progress{}
	}
	return Progress{ctx, request.Params.Meta.ProgressToken}
}

// Tell says that done of total pages are read. A host that does not listen
// loses nothing.
func (p Progress) Tell(done, total int, what string) {
	if p.token == nil {
		return
	}
	if s := server.ServerFromContext(p.ctx); s != nil {
		_ = s.SendNotificationToClient(p.ctx, "notifications/progress", map[string]any{
			"progressToken": p.token, "progress": done, "total": total, "message": what,
		})
	}
}
