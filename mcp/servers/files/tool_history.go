package files

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/filename"
	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/call"
)

// The limits of the history.
const (
	historyDefault = 20
	historyMax     = 1000
)

func historyTool() mcp.Tool {
	return mcp.NewTool("history",
		mcp.WithDescription("List the batches of moves that were made in the open folders, the newest first."),
		mcp.WithInteger("limit", mcp.Description("how many batches at most (20)"), mcp.Min(1), mcp.Max(historyMax)),
		mcp.WithString("batch", mcp.Description("show just this batch")),
		mcp.WithOutputSchema[wire.History](),
		call.Annotate("Show what was changed", true, true),
	)
}

func (s *Server) history(ctx context.Context, r *request, args wire.HistoryRequest) (wire.History, error) {
	if err := limited(args.Limit, historyMax); err != nil {
		return wire.History{}, err
	}
	past, err := s.mover.History(ctx, r.scope, args.Limit, args.Batch)
	return wire.History{Batches: append([]wire.Batch{}, past...)}, err
}

func historyText(h wire.History) string {
	if len(h.Batches) == 0 {
		return "Nothing has been moved in the open folders."
	}
	var b strings.Builder
	for _, p := range h.Batches {
		fmt.Fprintf(&b, "%s | %s | %d of %d | %s | %s\n", p.ID, p.When.Format(time.RFC3339), p.Done, p.Of, p.State, filename.Shown(p.Folder))
		if p.State == wire.BatchInterrupted && p.Undone+p.Lost > 0 {
			fmt.Fprintf(&b, "  %d of those done were taken back; %d files are at neither of their places.\n", p.Undone, p.Lost)
		}
		switch p.State {
		case wire.BatchInterrupted:
			b.WriteString("  It was cut short: finish it, or roll it back with undo.\n")
		case wire.BatchDamaged:
			b.WriteString("  Its record is damaged: undo takes back what can be found, and says what cannot.\n")
		}
	}
	return b.String()
}
