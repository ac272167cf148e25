package triage

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/rule"
)

// The tools that triage offers, and the name of the server that they count as.
const (
	Server      = "triage"
	ToolPropose = "triage_propose"
	ToolApply   = "triage_apply"
)

// Toolbox offers the main job as two tools, so that a model hands a whole
// folder over in one call.
type Toolbox struct {
	Triage *Triage
	// Notify is told, in the conversation that called, which models a job goes on
	// to and what the person should know of it. It is called from several
	// goroutines and may block. Required.
	Notify func(conversation string, b event.Body)
}

const proposeSchema = `{"type":"object","properties":{
"paths":{"type":"array","items":{"type":"string"},"minItems":1,"description":"absolute paths of files and folders"},
"into":{"type":"string","description":"absolute path of the folder that the files go to; left out: where they are"},
"like":{"type":"string","description":"absolute path of a folder whose files are named as these are to be"},
"template":{"type":"string","description":"such as {date} {issuer} {kind} {title}; a slash makes a folder: {year}/{issuer}/{name}, with {name} for the present name"},
"only":{"type":"string","description":"which files are meant, such as kind = 'invoice' and amount > 50; fields: date issuer kind title number amount currency person name ext parent; left out: all"},
"wish":{"type":"string","description":"what the person asked for, in their words, where neither template nor only can say it"}},
"required":["paths"],"additionalProperties":false}`

const applySchema = `{"type":"object","properties":{
"plan_id":{"type":"string","description":"the id that triage_propose gave"}},
"required":["plan_id"],"additionalProperties":false}`

// Specs lists the two tools.
func (b *Toolbox) Specs() []chat.ToolSpec {
	return []chat.ToolSpec{
		{
			Name:        ToolPropose,
			Title:       "Read the files of a folder and propose readable names for them",
			Description: "Read every file of a folder and propose readable names with the evidence for each. Changes nothing. Gives a plan id.",
			Parameters:  json.RawMessage(proposeSchema), Effect: chat.EffectRead, Server: Server, Own: true,
		},
		{
			Name:        ToolApply,
			Title:       "Rename and move files as it was proposed",
			Description: "Carry out a plan that triage_propose made: rename and move its ready files as one batch that can be undone.",
			Parameters:  json.RawMessage(applySchema), Effect: chat.EffectChange, Previews: true, Server: Server, Own: true,
		},
	}
}

// Call runs one of the two.
func (b *Toolbox) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	switch inv.Call.Name {
	case ToolPropose:
		return b.propose(ctx, inv)
	case ToolApply:
		return b.apply(ctx, inv)
	}
	return chat.Failed(inv.Call.Name, chat.ErrToolNotFound, "There is no such tool.")
}

func (b *Toolbox) propose(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	var args plan.ProposeRequest
	if err := json.Unmarshal(inv.Call.Args, &args); err != nil || len(args.Paths) == 0 {
		return invalid(inv, "paths must be a list of absolute paths.")
	}
	for _, path := range append(append([]string{}, args.Paths...), args.Into, args.Like) {
		if path != "" && !within(path, inv.Roots) {
			r := chat.Failed(inv.Call.Name, chat.ErrPermissionDenied, "This path was not opened to me.")
			r.Failure.Path = path
			r.Failure.Advice = chat.Advice{Code: chat.AdviseOneOf, Args: inv.Roots, Text: "Name one of: " + strings.Join(inv.Roots, ", ")}
			return r
		}
	}
	p, err := b.Triage.Propose(ctx, Request{Paths: args.Paths, Into: args.Into, Like: args.Like, Template: args.Template, Only: args.Only, Wish: args.Wish, Within: inv.Roots}, b.forward(inv))
	if err != nil {
		return failed(inv, err)
	}
	return succeeded(inv, describe(p), p)
}

func (b *Toolbox) apply(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	var args plan.ApplyRequest
	if err := json.Unmarshal(inv.Call.Args, &args); err != nil || args.PlanID == "" {
		return invalid(inv, "plan_id must be the id of a plan.")
	}
	record, err := b.Triage.Plans.Get(ctx, args.PlanID)
	if err != nil {
		return failed(inv, err)
	}
	switch {
	case record.State != StateProposed:
		return failed(inv, ErrSpent)
	case !allWithin(record.Plan.Roots, inv.Roots):
		return chat.Failed(inv.Call.Name, chat.ErrPermissionDenied, "The plan is for a folder that was not opened to me.")
	case args.DryRun:
		return succeeded(inv, describe(record.Plan), Preview(record))
	case args.PlanHash != record.Plan.Hash:
		return chat.Failed(inv.Call.Name, chat.ErrBlocked, "The plan is not the one that was approved.")
	}
	receipt, err := b.Triage.Apply(ctx, args.PlanID, b.forward(inv))
	switch {
	case err != nil && receipt.Batch == "":
		return failed(inv, err)
	case err != nil:
		return halfDone(inv, err, receipt)
	}
	return succeeded(inv, counted(receipt), receipt)
}

// halfDone is failed for a job that has done a part of what it should.
func halfDone(inv chat.Invocation, err error, receipt plan.Receipt) chat.ToolResult {
	r, done := failed(inv, err), succeeded(inv, counted(receipt), receipt)
	if errors.Is(err, ErrWorldChanged) {
		r.Failure.Message = "The files have changed since the plan was made, so the rest of them was left alone."
	}
	r.Text, r.Data = done.Text, done.Data
	return r
}

// failuresShown is how many files a model is told of that were not done.
const failuresShown = 20

// counted tells a receipt in words that a model reads.
func counted(receipt plan.Receipt) string {
	text := fmt.Sprintf("batch %s: %d in, %d out, %d contents changed; %d renamed, %d failed",
		receipt.Batch, receipt.FilesIn, receipt.FilesOut, receipt.ContentsChanged, receipt.Moved, receipt.Failed)
	if receipt.Stopped {
		text += "; stopped before the end"
	}
	for i, f := range receipt.Failures {
		if i == failuresShown {
			text += fmt.Sprintf("\nand %d more", len(receipt.Failures)-i)
			break
		}
		text += fmt.Sprintf("\nnot done: %s: %s", filepath.Base(f.Path), f.Message)
	}
	return text
}

// Preview is what applying a recorded plan does, for an approval.
func Preview(r Record) chat.Preview {
	pv := chat.Preview{Hash: r.Plan.Hash, Pages: r.Pages}
	for _, it := range r.Plan.Items {
		if it.Status == plan.StatusReady {
			change := chat.PathChange{From: it.From, To: it.To}
			if slices.ContainsFunc(it.Notes, func(n plan.Reason) bool { return n.Code == plan.ReasonOtherName }) {
				change.Code = chat.CodeOtherName
			}
			pv.Effect = append(pv.Effect, change)
		}
	}
	return pv
}

// describe tells a plan in a table that a model reads.
func describe(p plan.Plan) string {
	var b strings.Builder
	fmt.Fprintf(&b, "plan %s: %d files read, %d ready, %d to look at, %d stays; understood by: %s\n",
		p.ID, len(p.Items), p.Count(plan.StatusReady), p.Count(plan.StatusReview), p.Count(plan.StatusSkip), cmp.Or(p.Model, rulesName))
	for _, it := range p.Items {
		switch {
		case it.To == it.From:
			fmt.Fprintf(&b, "%s keeps its name: %s\n", filepath.Base(it.From), plan.English(it.Reasons))
		case it.Status == plan.StatusReady:
			fmt.Fprintf(&b, "%s → %s\n", filepath.Base(it.From), it.Target())
		default:
			fmt.Fprintf(&b, "%s → %s (to look at)\n", filepath.Base(it.From), it.Target())
		}
	}
	return b.String()
}

// forward hands on what happens in a job: its progress to whoever called the tool,
// and what the person should know to the conversation. The plan and the receipt
// are the result of the call.
func (b *Toolbox) forward(inv chat.Invocation) func(event.Body) {
	return func(happened event.Body) {
		switch e := happened.(type) {
		case event.Progress:
			if inv.Progress != nil {
				inv.Progress(e.Progress)
			}
		case event.ModelChanged:
			e.CallID = inv.Call.ID
			b.Notify(inv.Conversation, e)
		case event.Retrying, event.Warning:
			b.Notify(inv.Conversation, e)
		}
	}
}

func succeeded(inv chat.Invocation, text string, data any) chat.ToolResult {
	raw, err := json.Marshal(data)
	if err != nil {
		return failed(inv, err)
	}
	return chat.ToolResult{OK: true, Tool: inv.Call.Name, Text: text, Data: raw}
}

func invalid(inv chat.Invocation, message string) chat.ToolResult {
	return chat.Failed(inv.Call.Name, chat.ErrInvalidArgs, message).Advised("Correct the arguments and try again.")
}

// failed says in a tool result why a job could not be done.
func failed(inv chat.Invocation, err error) chat.ToolResult {
	var r *chat.Failure
	var many *TooMany
	var unknown *NotUnderstood
	var condition *rule.Error
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return chat.Failed(inv.Call.Name, chat.ErrCancelled, "It was cancelled.")
	case errors.Is(err, ErrWorldChanged):
		return chat.Failed(inv.Call.Name, chat.ErrBlocked, "The files have changed since the plan was made. Nothing was done; propose again.")
	case errors.As(err, &r):
		return chat.ToolResult{Tool: inv.Call.Name, Failure: *r}
	case errors.Is(err, ErrNotOnRecord), errors.Is(err, ErrSpent), errors.Is(err, ErrEdited), errors.Is(err, ErrTemplate), errors.Is(err, ErrNoPattern):
		return invalid(inv, strings.ToUpper(err.Error()[:1])+err.Error()[1:]+".")
	case errors.As(err, &unknown):
		return invalid(inv, "This was not understood: "+strings.Join(unknown.Left, ", ")+". Say it by template and only.")
	case errors.As(err, &condition):
		return invalid(inv, "The condition cannot be used: "+condition.Error()+".")
	case errors.Is(err, ErrNoFiles):
		return chat.Failed(inv.Call.Name, chat.ErrInvalidArgs, "There are no files to tidy there.")
	case errors.As(err, &many):
		return chat.Failed(inv.Call.Name, chat.ErrInvalidArgs, fmt.Sprintf("There are %d files there, and a plan is made for at most %d. Choose folders inside.", many.Files, many.Most))
	case errors.Is(err, ErrNothingToDo):
		return chat.Failed(inv.Call.Name, chat.ErrInvalidArgs, "No file of the plan is ready, so there is nothing to do.")
	}
	return chat.Failed(inv.Call.Name, chat.ErrExecution, "The job could not be finished.")
}

func within(path string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		_, inside := filename.Inside(root, path)
		return inside
	})
}

func allWithin(paths, roots []string) bool {
	return !slices.ContainsFunc(paths, func(p string) bool { return !within(p, roots) })
}
