package files

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"

	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
)

func writeTool() mcp.Tool {
	return mcp.NewTool("write_text",
		mcp.WithDescription("Write a new text file. A file that is there already is never changed: the new one gets a number. "+
			"Only kinds of plain text are written, such as .txt, .md, .csv or .json; others get .txt."),
		mcp.WithString("path", mcp.Required(), mcp.Description("full path of the new file")),
		mcp.WithString("text", mcp.Required(), mcp.Description("what it holds, 1 MiB at most")),
		withDryRun(), withPlanHash(), withBatch(), withTotal(),
		mcp.WithOutputSchema[wire.Changed](),
		call.Annotate("Write a text file", false, false),
	)
}

func (s *Server) writeText(ctx context.Context, r *request, args wire.WriteRequest) (wire.Changed, error) {
	return s.change(ctx, r, args.Mode, nil, func() (*mover.Plan, error) {
		plan, err := s.mover.PlanWrite(ctx, r.scope, args.Path, args.Text)
		if err != nil {
			r.path = args.Path
		}
		return plan, err
	})
}
