package files

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/filename"
	wire "github.com/deskhand/deskhand/agentcore/wire/files"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
)

// checkMode says what is wrong with how a change is to be made.
func checkMode(m wire.Mode) error {
	switch {
	case m.Batch != "" && !journal.ValidID(m.Batch):
		return journal.ErrBadID
	case m.Total < 0:
		return fault.Invalid("", "The total cannot be negative.", "")
	}
	return nil
}

func withDryRun() mcp.ToolOption {
	return mcp.WithBoolean("dry_run", mcp.Description("only say what would happen"))
}

func withPlanHash() mcp.ToolOption {
	return mcp.WithString("plan_hash", mcp.Description("the hash of a dry run: do it only if that still holds"))
}

func withBatch() mcp.ToolOption {
	return mcp.WithString("batch", mcp.Description("id of the batch; calls with one id are pages of one batch"))
}

func withTotal() mcp.ToolOption {
	return mcp.WithInteger("total", mcp.Description("how many operations all pages have"), mcp.Min(0))
}

// change makes what plan says, or only says what that is; given is what is wrong
// with the arguments of the tool. A call for itself that names no file that is
// there is a mistake, and one that can change none of its files has failed; a page
// of a batch is counted all the same.
func (s *Server) change(ctx context.Context, r *request, how wire.Mode, given error, plan func() (*mover.Plan, error)) (wire.Changed, error) {
	if err := cmp.Or(checkMode(how), given); err != nil {
		return wire.Changed{}, err
	}
	planned, err := plan()
	if err == nil && how.Batch == "" {
		err = s.mover.Lost(planned)
	}
	switch {
	case err != nil:
		return wire.Changed{}, err
	case how.DryRun:
		err := s.mover.MarkSigned(ctx, planned)
		return wire.Changed{Preview: previewOf(planned.Summary(), planned)}, err
	case how.PlanHash != "" && how.PlanHash != planned.Hash:
		return wire.Changed{}, mover.ErrMovedOn
	case how.Batch == "":
		if err := planned.Idle(); err != nil {
			return wire.Changed{}, err
		}
	}
	report, err := s.mover.Do(ctx, planned, mover.Order{Batch: how.Batch, Total: how.Total, Progress: r.tell})
	return resultOf(report), err
}

// resultOf is what is answered of a report.
func resultOf(report mover.Report) wire.Changed {
	return wire.Changed{Batch: report.Batch, Moved: report.Outcomes, Receipt: withFailures(report.Receipt, report.Failures)}
}

// withFailures adds the files that were not done to what was counted.
func withFailures(counted wire.Receipt, failures []wire.Outcome) *wire.Receipt {
	for _, o := range failures {
		counted.Failures = append(counted.Failures, o.Failure())
	}
	return &counted
}

func previewOf(summary string, plan *mover.Plan) wire.Preview {
	p := wire.Preview{Summary: summary, Hash: plan.Hash, Folders: len(plan.Folders), Effect: make([]wire.Change, len(plan.Items))}
	for i, it := range plan.Items {
		p.Effect[i] = wire.Change{From: it.From, To: it.To, Note: it.Note, Flags: it.Flags, Code: it.Code}
		if it.Exists {
			p.Effect[i].Identity = &plan.Items[i].ID
		}
	}
	return p
}

func previewText(p wire.Preview) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s. Nothing is done yet.\n", p.Summary)
	rows(&b, p.Effect, func(c wire.Change) { pairText(&b, c.From, c.To, c.Note) })
	return b.String()
}

// rows writes as many rows as a reader sees, and how many more there are.
func rows[T any](b *strings.Builder, all []T, write func(T)) {
	for i, row := range all {
		if i == listShown {
			fmt.Fprintf(b, "… and %d more\n", len(all)-i)
			return
		}
		write(row)
	}
}

func pairText(b *strings.Builder, from, to, note string) {
	from, to = filename.Shown(from), filename.Shown(to)
	switch from {
	case "":
		fmt.Fprintf(b, "new: %s", to)
	case to:
		fmt.Fprintf(b, "%s stays", from)
	default:
		fmt.Fprintf(b, "%s → %s", from, to)
	}
	if note != "" {
		fmt.Fprintf(b, " (%s)", note)
	}
	b.WriteByte('\n')
}

func changedText(r wire.Changed) string {
	if r.Receipt == nil {
		return previewText(r.Preview)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Done with %s, skipped %d, failed %d. %s\n", mover.Count(r.Receipt.Moved, "file"), r.Receipt.Skipped, r.Receipt.Failed, receiptText(*r.Receipt))
	rows(&b, r.Moved, func(o wire.Outcome) { pairText(&b, o.From, o.To, o.Note) })
	return b.String()
}

func receiptText(r wire.Receipt) string {
	text := fmt.Sprintf("Counted: %d in, %d out, %d contents changed.", r.FilesIn, r.FilesOut, r.ContentsChanged)
	if r.Stopped {
		text += " Stopped before the end."
	}
	return text + " Batch " + r.Batch + "."
}
