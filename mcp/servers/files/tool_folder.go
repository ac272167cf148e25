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

func (s *Server) makeFolder(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args wire.FolderRequest
	scope, err := s.scope(req)
	if err == nil {
		err = bind(req, &args)
	}
	if err == nil && args.Batch != "" && !journal.ValidID(args.Batch) {
		err = journal.ErrBadID
	}
	if err != nil {
		return failed(err, args.Path), nil
	}
	plan, err := s.mover.PlanFolder(scope, args.Path)
	if err != nil {
		return failed(err, args.Path), nil
	}
	p := folderPreview(plan)
	if args.DryRun {
		return answer(wire.FolderMade{Preview: p, Created: []string{}}, previewText(p)), nil
	}
	if args.PlanHash != "" && args.PlanHash != plan.Hash {
		return failed(mover.ErrMovedOn, args.Path), nil
	}
	batch, made, err := s.mover.MakeFolders(ctx, plan, args.Batch)
	if err != nil {
		return failed(err, args.Path), nil
	}
	text := "Made " + amount(len(made), "folder") + "."
	if len(made) == 0 {
		text, made = "It is there already.", []string{}
	}
	return answer(wire.FolderMade{Created: made, Batch: batch}, text), nil
}

func folderPreview(plan *mover.Plan) wire.Preview {
	p := wire.Preview{Summary: "Make " + amount(len(plan.Folders), "folder"), Hash: plan.Hash, Effect: []wire.Change{}}
	for _, f := range plan.Folders {
		p.Effect = append(p.Effect, wire.Change{To: f, Code: chat.CodeNewFolder, Note: "new folder"})
	}
	return p
}
