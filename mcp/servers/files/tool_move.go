package files

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
)

// pageMax is how many moves, and how many files that stay, one call may have.
const pageMax = 10_000

type moveArgs struct {
	Moves []movePair `json:"moves"`
	Stay  []string   `json:"stay"`
	howArgs
}

type movePair struct {
	From string `json:"from"`
	To   string `json:"to"`
}

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
		mcp.WithOutputSchema[moveResult](),
		call.Annotate("Move files", false, false),
	)
}

func (s *Server) move(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args moveArgs
	scope, err := s.scope(req)
	if err == nil {
		err = bind(req, &args)
	}
	if err == nil {
		err = args.check()
	}
	if err != nil {
		return failed(err, ""), nil
	}
	moves := make([]mover.Request, len(args.Moves))
	for i, m := range args.Moves {
		moves[i] = mover.Request(m)
	}
	plan, err := s.mover.Plan(ctx, scope, moves, args.Stay)
	if err != nil {
		return failed(err, ""), nil
	}
	return s.carryOut(ctx, req, plan, args.howArgs), nil
}

func (a moveArgs) check() error {
	switch {
	case len(a.Moves) == 0 && len(a.Stay) == 0:
		return fault.Invalid("", "No moves are given.", `Give moves as [{"from":"…","to":"…"}].`)
	case len(a.Moves) > pageMax || len(a.Stay) > pageMax:
		return fault.Invalid("", fmt.Sprintf("One call moves %d files at most.", pageMax), "Send them in pages with one batch id.")
	}
	return a.howArgs.check()
}
