package files

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
)

func copyTool() mcp.Tool {
	pair := map[string]any{
		"type":     "object",
		"required": []string{"from", "to"},
		"properties": map[string]any{
			"from": map[string]any{"type": "string", "description": "full path of the file"},
			"to":   map[string]any{"type": "string", "description": "full path of the copy, or just its name"},
		},
	}
	return mcp.NewTool("copy",
		mcp.WithDescription("Copy files, many at once. Each copy is read back and compared. Nothing is overwritten: a name that is taken gets a number."),
		mcp.WithArray("copies", mcp.Required(), mcp.Items(pair), mcp.MaxItems(pageMax)),
		withDryRun(), withPlanHash(), withBatch(), withTotal(),
		mcp.WithOutputSchema[wire.Changed](),
		call.Annotate("Copy files", false, false),
	)
}

func (s *Server) copy(ctx context.Context, r *request, args wire.CopyRequest) (wire.Changed, error) {
	return s.change(ctx, r, args.Mode, amountOf(len(args.Copies), "copies", `[{"from":"…","to":"…"}]`), func() (*mover.Plan, error) {
		return s.mover.PlanCopy(ctx, r.scope, args.Copies)
	})
}

// amountOf checks how many things a call names.
func amountOf(n int, name, form string) error {
	switch {
	case n == 0:
		return fault.Invalid("", "No "+name+" are given.", "Give "+name+" as "+form+".")
	case n > pageMax:
		return &chat.Failure{
			Class: chat.ErrInvalidArgs, Message: fmt.Sprintf("One call takes %d files at most.", pageMax), Advice: chat.Advice{Text: "Send them in pages with one batch id."},
		}
	}
	return nil
}
