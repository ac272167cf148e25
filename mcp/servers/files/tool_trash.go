package files

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/filename"
	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
)

// trashShown is how many entries of the trash are listed at most.
const trashShown = 1000

func trashTool() mcp.Tool {
	return mcp.NewTool("trash",
		mcp.WithDescription("Put files into the computer's trash, from where they can be restored. Nothing is deleted."),
		mcp.WithArray("paths", mcp.Required(), mcp.WithStringItems(), mcp.Description("full paths of the files"), mcp.MaxItems(pageMax)),
		withDryRun(), withPlanHash(), withBatch(), withTotal(),
		mcp.WithOutputSchema[wire.Changed](),
		call.Annotate("Put into the trash", false, false),
	)
}

func (s *Server) trash(ctx context.Context, r *request, args wire.TrashRequest) (wire.Changed, error) {
	return s.change(ctx, r, args.Mode, amountOf(len(args.Paths), "paths", `["…"]`), func() (*mover.Plan, error) {
		return s.mover.PlanTrash(ctx, r.scope, args.Paths)
	})
}

func restoreTool() mcp.Tool {
	return mcp.NewTool("restore",
		mcp.WithDescription("Bring files back from the trash to where they were. A name that is taken meanwhile gets a number."),
		mcp.WithArray("entries", mcp.Required(), mcp.WithStringItems(), mcp.MaxItems(pageMax),
			mcp.Description("for each file its path in the trash, or the full path that it had")),
		withDryRun(), withPlanHash(), withBatch(), withTotal(),
		mcp.WithOutputSchema[wire.Changed](),
		call.Annotate("Restore from the trash", false, false),
	)
}

func (s *Server) restore(ctx context.Context, r *request, args wire.RestoreRequest) (wire.Changed, error) {
	return s.change(ctx, r, args.Mode, amountOf(len(args.Entries), "entries", `["…"]`), func() (*mover.Plan, error) {
		return s.mover.PlanRestore(ctx, r.scope, args.Entries)
	})
}

func listTrashTool() mcp.Tool {
	return mcp.NewTool("list_trash",
		mcp.WithDescription("List what is in the trash and can be restored, the newest first."),
		mcp.WithOutputSchema[wire.TrashListing](),
		call.Annotate("List the trash", true, true),
	)
}

func (s *Server) listTrash(ctx context.Context, r *request, _ struct{}) (wire.TrashListing, error) {
	if r.scope.Empty() {
		return wire.TrashListing{}, r.scope.Denied("")
	}
	found, err := s.mover.Trash(ctx, r.scope)
	out := wire.TrashListing{Entries: []wire.Trashed{}, Truncated: len(found) > trashShown}
	for _, e := range found[:min(trashShown, len(found))] {
		out.Entries = append(out.Entries, wire.Trashed{Path: e.Path, Was: e.Was, When: e.When.Format(time.RFC3339)})
	}
	return out, err
}

func trashText(r wire.TrashListing) string {
	var b strings.Builder
	fmt.Fprintf(&b, "In the trash: %s\n", mover.Count(len(r.Entries), "file"))
	rows(&b, r.Entries, func(e wire.Trashed) { fmt.Fprintf(&b, "%s | %s\n", filename.Shown(e.Was), e.When) })
	return b.String()
}
