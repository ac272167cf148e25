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

func (s *Server) finish(ctx context.Context, r *request, args wire.FinishRequest) (wire.Finished, error) {
	if !journal.ValidID(args.Batch) {
		return wire.Finished{}, journal.ErrBadID
	}
	plan, err := s.mover.PlanFinish(ctx, r.scope, args.Batch)
	if err != nil {
		return wire.Finished{}, err
	}
	out := wire.Finished{Missing: plan.Missing}
	if args.DryRun {
		out.Preview, out.Batch = previewOf(plan.Summary(), &plan.Plan), plan.Batch
		return out, nil
	}
	report, err := s.mover.Finish(ctx, r.scope, args.Batch, args.PlanHash, r.tell)
	out.Changed = resultOf(report)
	return out, err
}

func finishedText(r wire.Finished) string { return changedText(r.Changed) }
