package call

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/deskhand/deskhand/mcp/meta"
	"github.com/deskhand/deskhand/mcp/servers/documents/confine"
)

// Roots returns the roots that the host named for one call. given reports
// whether it did.
func Roots(request mcp.CallToolRequest) (roots []string, given bool, err error) {
	if request.Params.Meta == nil {
		return nil, false, nil
	}
	return meta.RootsIn(request.Params.Meta.AdditionalFields)
}

// Hosted reports whether a host of ours calls: it names the roots of a call, or
// says that there are none.
func Hosted(request mcp.CallToolRequest) bool {
	if request.Params.Meta == nil {
		return false
	}
	_, named := request.Params.Meta.AdditionalFields[meta.RootsKey]
	return named
}

// Bounds are the folders of a call: outer is the server's own, and the call's
// are added where the host set some. Roots that cannot be understood allow
// nothing.
func Bounds(outer []string, request mcp.CallToolRequest) confine.Bounds {
	roots, given, err := Roots(request)
	if err != nil {
		roots = nil
	}
	return confine.Bounds{Outer: outer, Call: roots, HasCall: given}
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
