package files

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
)

type finishArgs struct {
	Batch    string `json:"batch"`
	DryRun   bool   `json:"dry_run"`
	PlanHash string `json:"plan_hash"`
}

type finishResult struct {
	moveResult
	Missing int `json:"missing" jsonschema_description:"operations of the batch that were never handed over, so that nobody knows them"`
}

func finishTool() mcp.Tool {
	return mcp.NewTool("finish",
		mcp.WithDescription("Do what is left of a batch that was cut short or stopped. The other way out of it is undo, which rolls it back."),
		mcp.WithString("batch", mcp.Required(), mcp.Description("id of the batch, from the history")),
		withDryRun(), withPlanHash(),
		mcp.WithOutputSchema[finishResult](),
		call.Annotate("Finish changes that were cut short", false, false),
	)
}

func (s *Server) finish(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args finishArgs
	scope, err := s.pastScope(req)
	if err == nil {
		err = bind(req, &args)
	}
	if err == nil && !journal.ValidID(args.Batch) {
		err = journal.ErrBadID
	}
	if err != nil {
		return failed(err, ""), nil
	}
	plan, err := s.mover.PlanFinish(ctx, scope, args.Batch)
	if err != nil {
		return failed(err, ""), nil
	}
	out := finishResult{Missing: plan.Missing}
	if args.DryRun {
		out.preview = previewOf(plan.Summary(), &plan.Plan)
		out.Batch = plan.Batch
		return answer(out, out.text()), nil
	}
	report, err := s.mover.Finish(ctx, scope, args.Batch, args.PlanHash, progress(ctx, req))
	if err != nil {
		return failed(err, ""), nil
	}
	out.moveResult = resultOf(report)
	return answer(out, moveText(out.moveResult)), nil
}
