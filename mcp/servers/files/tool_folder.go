package files

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
)

func folderTool() mcp.Tool {
	return mcp.NewTool("make_folder",
		mcp.WithDescription("Make a folder, and those that it is in if they are missing."),
		mcp.WithString("path", mcp.Required(), mcp.Description("full path of the folder")),
		mcp.WithBoolean("dry_run", mcp.Description("only say what would happen")),
		mcp.WithString("plan_hash", mcp.Description("the hash of a dry run: make it only if it still holds")),
		mcp.WithString("batch", mcp.Description("id of the batch")),
		mcp.WithOutputSchema[wire.FolderMade](),
		call.Annotate("Make a folder", false, true),
	)
}

func (s *Server) makeFolder(ctx context.Context, r *request, args wire.FolderRequest) (wire.FolderMade, error) {
	r.path = args.Path
	if args.Batch != "" && !journal.ValidID(args.Batch) {
		return wire.FolderMade{}, journal.ErrBadID
	}
	plan, err := s.mover.PlanFolder(r.scope, args.Path)
	switch {
	case err != nil:
		return wire.FolderMade{}, err
	case args.DryRun:
		return wire.FolderMade{Preview: folderPreview(plan), Created: []string{}}, nil
	case args.PlanHash != "" && args.PlanHash != plan.Hash:
		return wire.FolderMade{}, mover.ErrMovedOn
	}
	batch, made, err := s.mover.MakeFolders(ctx, plan, args.Batch)
	return wire.FolderMade{Created: append([]string{}, made...), Batch: batch}, err
}

func folderText(r wire.FolderMade) string {
	switch {
	case r.Hash != "":
		return previewText(r.Preview)
	case len(r.Created) == 0:
		return "It is there already."
	}
	return "Made " + mover.Count(len(r.Created), "folder") + "."
}

func folderPreview(plan *mover.Plan) wire.Preview {
	p := wire.Preview{Summary: "Make " + mover.Count(len(plan.Folders), "folder"), Hash: plan.Hash, Effect: []wire.Change{}}
	for _, f := range plan.Folders {
		p.Effect = append(p.Effect, wire.Change{To: f, Code: chat.CodeNewFolder, Note: "new folder"})
	}
	return p
}
