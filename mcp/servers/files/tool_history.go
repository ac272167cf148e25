package files

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
)

// The limits of the history.
const (
	historyDefault = 20
	historyMax     = 1000
)

type historyArgs struct {
	Limit int    `json:"limit"`
	Batch string `json:"batch"`
}

type historyResult struct {
	Batches []batch `json:"batches"`
}

type batch struct {
	Batch   string   `json:"batch"`
	When    string   `json:"when" jsonschema_description:"RFC 3339"`
	Done    int      `json:"done"`
	Of      int      `json:"of"`
	Undone  int      `json:"undone,omitempty" jsonschema_description:"how many of those done were taken back since"`
	Lost    int      `json:"lost,omitempty" jsonschema_description:"cut short: how many files are at neither of their places"`
	State   string   `json:"state" jsonschema_description:"done, stopped, interrupted, undone, or damaged: its record is not whole"`
	Folder  string   `json:"folder"`
	Moves   []change `json:"moves" jsonschema_description:"the first hundred"`
	Receipt *receipt `json:"receipt,omitempty"`
}

func historyTool() mcp.Tool {
	return mcp.NewTool("history",
		mcp.WithDescription("List the batches of moves that were made in the open folders, the newest first."),
		mcp.WithInteger("limit", mcp.Description("how many batches at most (20)"), mcp.Min(1), mcp.Max(historyMax)),
		mcp.WithString("batch", mcp.Description("show just this batch")),
		mcp.WithOutputSchema[historyResult](),
		call.Annotate("Show what was changed", true, true),
	)
}

func (s *Server) history(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := historyArgs{Limit: historyDefault}
	scope, err := s.pastScope(req)
	if err == nil {
		err = bind(req, &args)
	}
	if err == nil && (args.Limit < 1 || args.Limit > historyMax) {
		err = fault.Invalid("", fmt.Sprintf("The limit must be between 1 and %d.", historyMax), "")
	}
	if err != nil {
		return failed(err, ""), nil
	}
	past, err := s.mover.History(ctx, scope, args.Limit, args.Batch)
	if err != nil {
		return failed(err, ""), nil
	}
	out := historyResult{Batches: make([]batch, len(past))}
	for i, p := range past {
		out.Batches[i] = batch{
			Batch: p.Batch, When: p.When.Format(time.RFC3339), Done: p.Done, Of: p.Of, Undone: p.Undone, Lost: p.Lost, State: string(p.State),
			Folder: p.Folder, Moves: changesOf(p.Moves),
		}
		if p.Receipt != nil {
			out.Batches[i].Receipt = receiptOf(*p.Receipt, p.Failures)
		}
	}
	return answer(out, historyText(out)), nil
}

func historyText(h historyResult) string {
	if len(h.Batches) == 0 {
		return "Nothing has been moved in the open folders."
	}
	var b strings.Builder
	for _, p := range h.Batches {
		fmt.Fprintf(&b, "%s | %s | %d of %d | %s | %s\n", p.Batch, p.When, p.Done, p.Of, p.State, filename.Shown(p.Folder))
		if p.State == string(journal.StateInterrupted) && p.Undone+p.Lost > 0 {
			fmt.Fprintf(&b, "  %d of those done were taken back; %d files are at neither of their places.\n", p.Undone, p.Lost)
		}
		switch journal.State(p.State) {
		case journal.StateInterrupted:
			b.WriteString("  It was cut short: finish it, or roll it back with undo.\n")
		case journal.StateDamaged:
			b.WriteString("  Its record is damaged: undo takes back what can be found, and says what cannot.\n")
		}
	}
	return b.String()
}
