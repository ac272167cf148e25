package files

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/lists"
	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/call"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// undoneMax is how many files of an undo are told one by one: a batch can have
// more pages than a message holds.
const undoneMax = 1000

func undoTool() mcp.Tool {
	return mcp.NewTool("undo",
		mcp.WithDescription("Take a batch of moves back: the last one, or the one named. Edits made since are kept."),
		mcp.WithString("batch", mcp.Description("id of the batch; without it the newest that can be undone")),
		mcp.WithArray("paths", mcp.WithStringItems(), mcp.MaxItems(pageMax), mcp.Description("only these files of it, by the paths that they were moved to; the others stay undoable")),
		mcp.WithBoolean("dry_run", mcp.Description("only say what would happen")),
		mcp.WithString("plan_hash", mcp.Description("the hash of a dry run: undo only if it still holds")),
		mcp.WithOutputSchema[wire.Undone](),
		call.Annotate("Undo changes", false, false),
	)
}

func (s *Server) undo(ctx context.Context, r *request, args wire.UndoRequest) (wire.Undone, error) {
	if args.DryRun {
		return s.previewUndo(ctx, r.scope, args)
	}
	report, err := s.mover.Undo(ctx, r.scope, args.Batch, args.PlanHash, r.tell, args.Paths...)
	return wire.Undone{
		Batch: report.Batch, Restored: report.Restored, Of: report.Of, Unknown: report.Unknown, Adds: report.Adds, Receipt: &report.Receipt,
		Kept: changesOf(report.Kept), Noted: changesOf(report.Noted),
		Moved: report.Outcomes[:min(len(report.Outcomes), undoneMax)],
	}, err
}

func (s *Server) previewUndo(ctx context.Context, scope roots.Scope, args wire.UndoRequest) (wire.Undone, error) {
	plan, err := s.mover.PlanUndo(ctx, scope, args.Batch, args.Paths...)
	if err != nil {
		return wire.Undone{}, err
	}
	p := previewOf(plan.Summary(), &plan.Plan)
	for _, stays := range slices.Concat(plan.Lost, plan.Home) {
		p.Effect = append(p.Effect, wire.Change{From: stays.From, To: stays.From, Code: stays.Code, Note: stays.Note})
	}
	return wire.Undone{Preview: p, Batch: plan.Batch, Kept: []wire.Change{}}, nil
}

func changesOf(outcomes []wire.Outcome) []wire.Change {
	return lists.Map(outcomes, wire.Outcome.Change)
}

func undoText(r wire.Undone) string {
	if r.Receipt == nil {
		return previewText(r.Preview)
	}
	var b strings.Builder
	restored := mover.Count(r.Restored, "file")
	if r.Of != r.Restored {
		restored = fmt.Sprintf("%d of %s", r.Restored, mover.Count(r.Of, "file"))
	}
	fmt.Fprintf(&b, "Restored %s of batch %s. %s\n", restored, r.Batch, receiptText(*r.Receipt))
	if r.Unknown > 0 {
		fmt.Fprintf(&b, "The record of %s is lost: nothing can be said or done about what became of them.\n", mover.Count(r.Unknown, "file"))
	}
	for _, c := range r.Noted {
		pairText(&b, c.From, c.To, c.Note)
	}
	if len(r.Kept) > 0 {
		fmt.Fprintf(&b, "Could not be taken back (%d), and can be tried again:\n", len(r.Kept))
	}
	rows(&b, r.Kept, func(c wire.Change) { pairText(&b, c.From, c.To, c.Note) })
	return b.String()
}
