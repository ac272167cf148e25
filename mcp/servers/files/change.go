package files

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/mcp/servers/fault"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/mover"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
	"github.com/deskhand/deskhand/mcp/servers/roots"
)

// howArgs say how a change is made: only shown, only if nothing changed since it
// was shown, as a page of which batch.
type howArgs struct {
	DryRun   bool   `json:"dry_run"`
	PlanHash string `json:"plan_hash"`
	Batch    string `json:"batch"`
	Total    int    `json:"total"`
}

func (a howArgs) check() error {
	switch {
	case a.Batch != "" && !journal.ValidID(a.Batch):
		return journal.ErrBadID
	case a.Total < 0:
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

// change is one before → after pair.
type change struct {
	From  string   `json:"from,omitempty"`
	To    string   `json:"to,omitempty"`
	Note  string   `json:"note,omitempty"`
	Flags []string `json:"flags,omitempty" jsonschema_description:"online_only, being_written, signed, hidden, package, project, group:NAME"`
	// Code is Note for programs, and Identity is of the file that was looked at.
	Code     chat.Code        `json:"code,omitempty" jsonschema_description:"dry run: why a file stays, such as vanished"`
	Identity *safefs.Identity `json:"identity,omitempty" jsonschema_description:"dry run: the file as it is now"`
}

// preview is what a dry run answers.
type preview struct {
	Summary string   `json:"summary,omitempty" jsonschema_description:"dry run: the effect in a few words"`
	Effect  []change `json:"effect,omitempty" jsonschema_description:"dry run: before and after"`
	Hash    string   `json:"hash,omitempty" jsonschema_description:"dry run: give it as plan_hash to do just this"`
}

// moveResult is what a batch of operations answers.
type moveResult struct {
	preview
	Batch   string   `json:"batch,omitempty"`
	Moved   []deed   `json:"moved,omitempty" jsonschema_description:"what became of each file"`
	Receipt *receipt `json:"receipt,omitempty"`
}

// receipt is what was counted, with the files that were not done.
type receipt struct {
	journal.Receipt
	Failures []failure `json:"failures,omitempty" jsonschema_description:"what was asked for and not done"`
}

// failure is one of these files.
type failure struct {
	Path    string    `json:"path"`
	Kind    chat.Code `json:"kind" jsonschema_description:"disk_full, read_only, permission, vanished, changed, taken, ..."`
	Message string    `json:"message"`
}

func receiptOf(counted journal.Receipt, failures []mover.Deed) *receipt {
	r := &receipt{Receipt: counted}
	for _, d := range failures {
		r.Failures = append(r.Failures, failure{d.From, cmp.Or(d.Code, chat.CodeOther), d.Note})
	}
	return r
}

type deed struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Status string `json:"status" jsonschema_description:"moved (the operation was done), skipped or failed"`
	Note   string `json:"note,omitempty"`
	// Identity and SHA256 are of the file at To, once it was moved there.
	Identity *safefs.Identity `json:"identity,omitempty" jsonschema_description:"the file after the move"`
	SHA256   string           `json:"sha256,omitempty" jsonschema_description:"of its contents, where they were copied or written"`
}

// changing is the arguments of a tool that changes something.
type changing interface {
	// check says what is wrong with them.
	check() error
	// how is how the change is made.
	how() howArgs
}

func (a howArgs) how() howArgs { return a }

// change reads the arguments of a call, plans what they ask for, and shows or
// makes it. What fails is said with the path, where there is one alone.
func (s *Server) change(ctx context.Context, req mcp.CallToolRequest, args changing, path *string, plan func(roots.Scope) (*mover.Plan, error)) *mcp.CallToolResult {
	scope, err := s.scope(req)
	if err == nil {
		err = bind(req, args)
	}
	if err == nil {
		err = args.check()
	}
	var planned *mover.Plan
	if err == nil {
		planned, err = plan(scope)
	}
	if err != nil {
		return failed(err, *path)
	}
	return s.carryOut(ctx, req, planned, args.how())
}

// carryOut shows a plan or makes it. A call for itself that names no file that
// is there is a mistake, and one that can change none of its files has failed; a
// page of a batch is counted all the same.
func (s *Server) carryOut(ctx context.Context, req mcp.CallToolRequest, plan *mover.Plan, how howArgs) *mcp.CallToolResult {
	if how.Batch == "" {
		if err := s.mover.Lost(plan); err != nil {
			return failed(err, "")
		}
	}
	if how.DryRun {
		if err := s.mover.MarkSigned(ctx, plan); err != nil {
			return failed(err, "")
		}
		p := previewOf(plan.Summary(), plan)
		return answer(moveResult{preview: p}, p.text())
	}
	if how.PlanHash != "" && how.PlanHash != plan.Hash {
		return failed(mover.ErrMovedOn, "")
	}
	if how.Batch == "" {
		if err := plan.Idle(); err != nil {
			return failed(err, "")
		}
	}
	report, err := s.mover.Do(ctx, plan, mover.Order{Batch: how.Batch, Total: how.Total, Progress: progress(ctx, req)})
	if err != nil {
		return failed(err, "")
	}
	out := resultOf(report)
	return answer(out, moveText(out))
}

// resultOf is what is answered of a report.
func resultOf(report mover.Report) moveResult {
	return moveResult{Batch: report.Batch, Moved: deedsOf(report.Deeds), Receipt: receiptOf(report.Receipt, report.Failures)}
}

func previewOf(summary string, plan *mover.Plan) preview {
	p := preview{Summary: summary, Hash: plan.Hash, Effect: make([]change, len(plan.Items))}
	for i, it := range plan.Items {
		p.Effect[i] = change{From: it.From, To: it.To, Note: it.Note, Flags: it.Flags, Code: it.Code}
		if it.Exists {
			p.Effect[i].Identity = &plan.Items[i].ID
		}
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

func deedsOf(deeds []mover.Deed) []deed {
	out := make([]deed, len(deeds))
	for i, d := range deeds {
		out[i] = deed{From: d.From, To: d.To, Status: string(d.Status), Note: d.Note, SHA256: d.SHA256}
		if d.Status == mover.Moved {
			out[i].Identity = &d.At
		}
	}
	return out
}

func moveText(r moveResult) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Done with %s, skipped %d, failed %d. %s\n", amount(r.Receipt.Moved, "file"), r.Receipt.Skipped, r.Receipt.Failed, receiptText(r.Receipt.Receipt))
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
