package call

import (
	"context"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/meta"
	"github.com/deskhand/deskhand/mcp/servers/files/folders"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// Scope returns what a call may touch: what is in one of outer, the server's own
// roots, and in one of those that the host set for the call. Roots of a call that
// cannot be understood allow nothing.
func Scope(outer []roots.Root, request mcp.CallToolRequest) (roots.Scope, error) {
	scope := roots.Scope{Outer: outer}
	if request.Params.Meta == nil {
		return scope, nil
	}
	fields := request.Params.Meta.AdditionalFields
	_, scope.Hosted = fields[meta.RootsKey]
	paths, given, err := meta.RootsIn(fields)
	switch {
	case err != nil:
		return scope, denied("The roots of the call are no list of paths.")
	case !given:
		return scope, nil
	case len(paths) == 0:
		return scope, denied("This call may touch no folder at all.")
	}
	scope.Call, err = roots.Of(paths)
	return scope, err
}

func denied(message string) error {
	return &chat.Failure{Class: chat.ErrPermissionDenied, Code: chat.CodeOutside, Message: message}
}

// Reader reads whole files in what calls may touch. It is safe from any goroutine.
type Reader struct {
	outer   []roots.Root
	folders *folders.Opener
}

// NewReader reads in the roots of a server; none: in those of each call alone.
func NewReader(paths []string) (*Reader, error) {
	outer, err := roots.Of(paths)
	return &Reader{outer: outer, folders: folders.New(safefs.Disk{}, time.Now)}, err
}

// Read returns the contents of a file of at most limit bytes. It fails with
// folders.ErrTooLarge, or as fault.Of says.
func (r *Reader) Read(request mcp.CallToolRequest, path string, limit int64) ([]byte, error) {
	scope, err := Scope(r.outer, request)
	if err != nil {
		return nil, err
	}
	tree := r.folders.Tree(scope)
	defer tree.Close()
	return tree.Read(path, limit)
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

// notices is how many progress notifications a call sends at most.
const notices = 100

// Tell says that done of total pages, files or names are done; total may be 0: it
// is not known. A host that does not listen loses nothing.
func (p Progress) Tell(done, total int, what string) {
	if every := max(1, (total+notices-1)/notices); done%every == 0 || done == total {
		p.TellPart(float64(done), total, what)
	}
}

// TellPart is Tell for what is done in part.
func (p Progress) TellPart(done float64, total int, what string) {
	if p.token == nil {
		return
	}
	notice := map[string]any{"progressToken": p.token, "progress": done, "message": what}
	if total > 0 {
		notice["total"] = total
	}
	if s := server.ServerFromContext(p.ctx); s != nil {
		_ = s.SendNotificationToClient(p.ctx, "notifications/progress", notice)
	}
}
