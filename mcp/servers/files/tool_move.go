package files

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"

	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
)

// pageMax is how many moves, and how many files that stay, one call may have.
const pageMax = 10_000

func moveTool() mcp.Tool {
	path := func(what string) map[string]any {
		return map[string]any{"type": "string", "description": what}
	}
	pair := map[string]any{
		"type":     "object",
		"required": []string{"from", "to"},
		"properties": map[string]any{
			"from": path("full path of the file"),
			"to":   path("full path that it gets, or just a new name"),
		},
	}
	return mcp.NewTool("move",
		mcp.WithDescription("Move or rename files, many at once. Nothing is overwritten: a name that is taken gets a number. "+
			"Missing folders are made. The extension stays. Everything can be undone."),
		mcp.WithArray("moves", mcp.Required(), mcp.Items(pair), mcp.MaxItems(pageMax)),
		withDryRun(), withPlanHash(), withBatch(), withTotal(),
		mcp.WithArray("stay", mcp.WithStringItems(), mcp.Description("files that keep their names and are counted too"), mcp.MaxItems(pageMax)),
		mcp.WithOutputSchema[wire.Changed](),
		call.Annotate("Move files", false, false),
	)
}

func (s *Server) move(ctx context.Context, r *request, args wire.MoveRequest) (wire.Changed, error) {
	return s.change(ctx, r, args.Mode, amountOf(max(len(args.Moves), len(args.Stay)), "moves", `[{"from":"…","to":"…"}]`), func() (*mover.Plan, error) {
		return s.mover.Plan(ctx, r.scope, args.Moves, args.Stay)
	})
}
