package files

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
)

// pageMax is how many moves, and how many files that stay, one call may have.
const pageMax = 10_000

type moveArgs struct {
	Moves    []movePair `json:"moves"`
	DryRun   bool       `json:"dry_run"`
	PlanHash string     `json:"plan_hash"`
	Batch    string     `json:"batch"`
	Total    int        `json:"total"`
	Stay     []string   `json:"stay"`
}

type movePair struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// change is one before → after pair.
type change struct {
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	Note string `json:"note,omitempty"`
}

// preview is what a dry run answers.
type preview struct {
	Summary string   `json:"summary,omitempty" jsonschema_description:"dry run: the effect in a few words"`
	Effect  []change `json:"effect,omitempty" jsonschema_description:"dry run: before and after"`
	Hash    string   `json:"hash,omitempty" jsonschema_description:"dry run: give it as plan_hash to do just this"`
}

type moveResult struct {
	preview
	Batch   string           `json:"batch,omitempty"`
	Moved   []deed           `json:"moved,omitempty"`
	Receipt *journal.Receipt `json:"receipt,omitempty"`
}

type deed struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Status string `json:"status" jsonschema_description:"moved, skipped or failed"`
	Note   string `json:"note,omitempty"`
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
		mcp.WithBoolean("dry_run", mcp.Description("only say what would happen")),
		mcp.WithString("plan_hash", mcp.Description("the hash of a dry run: move only if it still holds")),
		mcp.WithString("batch", mcp.Description("id of the batch; calls with one id are pages of one batch")),
		mcp.WithInteger("total", mcp.Description("how many moves all pages have"), mcp.Min(0)),
		mcp.WithArray("stay", mcp.WithStringItems(), mcp.Description("files that keep their names and are counted too"), mcp.MaxItems(pageMax)),
		mcp.WithOutputSchema[moveResult](),
		annotate("Move files", false, false),
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
	if args.DryRun {
		p := previewOf(plan.Summary(), plan)
		return answer(moveResult{preview: p}, p.text()), nil
	}
	if args.PlanHash != "" && args.PlanHash != plan.Hash {
		return failed(mover.ErrMovedOn, ""), nil
	}
	report, err := s.mover.Do(ctx, plan, mover.Order{Batch: args.Batch, Total: args.Total, Progress: progress(ctx, req)})
	if err != nil {
		return failed(err, ""), nil
	}
	out := moveResult{Batch: report.Batch, Moved: deedsOf(report.Deeds), Receipt: &report.Receipt}
	return answer(out, moveText(out)), nil
}

func (a moveArgs) check() error {
	switch {
	case len(a.Moves) == 0 && len(a.Stay) == 0:
		return &mover.Problem{Kind: mover.InvalidArgs, Message: "No moves are given.", Advice: `Give moves as [{"from":"…","to":"…"}].`}
	case len(a.Moves) > pageMax || len(a.Stay) > pageMax:
		return &mover.Problem{Kind: mover.InvalidArgs, Message: fmt.Sprintf("One call moves %d files at most.", pageMax), Advice: "Send them in pages with one batch id."}
	case a.Batch != "" && !journal.ValidID(a.Batch):
		return journal.ErrBadID
	case a.Total < 0:
		return &mover.Problem{Kind: mover.InvalidArgs, Message: "The total cannot be negative."}
	}
	return nil
}

func previewOf(summary string, plan *mover.Plan) preview {
	p := preview{Summary: summary, Hash: plan.Hash, Effect: make([]change, len(plan.Items))}
	for i, it := range plan.Items {
		p.Effect[i] = change{From: it.From, To: it.To, Note: it.Note}
	}
	return p
}

func (p preview) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s. Nothing is done yet.\n", p.Summary)
	for i, c := range p.Effect {
		if i == listShown {
			fmt.Fprintf(&b, "… and %d more\n", len(p.Effect)-i)
			break
		}
		pairText(&b, c.From, c.To, c.Note)
	}
	return b.String()
}

func pairText(b *strings.Builder, from, to, note string) {
	from, to = shown(from), shown(to)
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

func deedsOf(deeds []mover.Deed) []deed {
	out := make([]deed, len(deeds))
	for i, d := range deeds {
		out[i] = deed{From: d.From, To: d.To, Status: string(d.Status), Note: d.Note}
	}
	return out
}

func moveText(r moveResult) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Moved %s, skipped %d, failed %d. %s\n", amount(r.Receipt.Moved, "file"), r.Receipt.Skipped, r.Receipt.Failed, receiptText(*r.Receipt))
	for i, d := range r.Moved {
		if i == listShown {
			fmt.Fprintf(&b, "… and %d more\n", len(r.Moved)-i)
			break
		}
		pairText(&b, d.From, d.To, d.Note)
	}
	return b.String()
}

func receiptText(r journal.Receipt) string {
	text := fmt.Sprintf("Counted: %d in, %d out, %d contents changed.", r.FilesIn, r.FilesOut, r.ContentsChanged)
	if r.Stopped {
		text += " Stopped before the end."
	}
	return text + " Batch " + r.Batch + "."
}
