package files

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
)

type folderArgs struct {
	Path     string `json:"path"`
	DryRun   bool   `json:"dry_run"`
	PlanHash string `json:"plan_hash"`
	Batch    string `json:"batch"`
}

type folderResult struct {
	preview
	Created []string `json:"created" jsonschema_description:"the folders that were missing, the outermost first"`
	Batch   string   `json:"batch,omitempty"`
}

func folderTool() mcp.Tool {
	return mcp.NewTool("make_folder",
		mcp.WithDescription("Make a folder, and those that it is in if they are missing."),
		mcp.WithString("path", mcp.Required(), mcp.Description("full path of the folder")),
		mcp.WithBoolean("dry_run", mcp.Description("only say what would happen")),
		mcp.WithString("plan_hash", mcp.Description("the hash of a dry run: make it only if it still holds")),
		mcp.WithString("batch", mcp.Description("id of the batch")),
		mcp.WithOutputSchema[folderResult](),
		call.Annotate("Make a folder", false, true),
	)
}

func (s *Server) makeFolder(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args folderArgs
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
		return answer(folderResult{preview: p, Created: []string{}}, p.text()), nil
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
	return answer(folderResult{Created: made, Batch: batch}, text), nil
}

func folderPreview(plan *mover.Plan) preview {
	p := preview{Summary: "Make " + amount(len(plan.Folders), "folder"), Hash: plan.Hash, Effect: []change{}}
	for _, f := range plan.Folders {
		p.Effect = append(p.Effect, change{To: f, Note: "new folder"})
	}
	return p
}
