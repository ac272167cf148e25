package files

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"

	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
)

func finishTool() mcp.Tool {
	return mcp.NewTool("finish",
		mcp.WithDescription("Do what is left of a batch that was cut short or stopped. The other way out of it is undo, which rolls it back."),
		mcp.WithString("batch", mcp.Required(), mcp.Description("id of the batch, from the history")),
		withDryRun(), withPlanHash(),
		mcp.WithOutputSchema[wire.Finished](),
		call.Annotate("Finish changes that were cut short", false, false),
	)
}

func (s *Server) finish(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args wire.FinishRequest
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
	out := wire.Finished{Missing: plan.Missing}
	if args.DryRun {
		out.Preview = previewOf(plan.Summary(), &plan.Plan)
		out.Batch = plan.Batch
		return answer(out, previewText(out.Preview)), nil
	}
	report, err := s.mover.Finish(ctx, scope, args.Batch, args.PlanHash, call.ProgressOf(ctx, req).Tell)
	if err != nil {
		return failed(err, ""), nil
	}
	out.Changed = resultOf(report)
	return answer(out, moveText(out.Changed)), nil
}
