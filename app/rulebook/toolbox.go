package rulebook

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/rule"
	"github.com/deskhand/deskhand/agentcore/template"
)

// Tool is the name of the tool that keeps a rule of the person's own.
const Tool = "rules_keep"

// Toolbox is a toolbox of one tool: rules_keep.
type Toolbox struct{ Book *Book }

var _ agentcore.Toolbox = Toolbox{}

const keepRuleSchema = `{"type":"object","properties":{
"when":{"type":"string","description":"which documents, such as issuer ~ 'Stadtwerke' and kind = 'invoice' and amount > 50; fields: date issuer kind title number amount currency person name ext parent"},
"name":{"type":"string","description":"template of their names, such as {date} {issuer}; left out: as usual"},
"into":{"type":"string","description":"folder below the one that the files go to, such as Energy/{year}; left out: none"}},
"required":["when"],"additionalProperties":false}`

// Specs lists the tool.
func (Toolbox) Specs() []chat.ToolSpec {
	return []chat.ToolSpec{{
		Name:        Tool,
		Title:       "Keep a rule for documents to come",
		Description: "Keep a lasting rule: what documents like these are named, or which folder they go to, whenever a folder is tidied. Only for what the person wants from now on; moves nothing.",
		Parameters:  json.RawMessage(keepRuleSchema), Effect: chat.EffectChange, Previews: true, Server: agentcore.OwnServer, Own: true,
	}}
}

// Call shows a rule, or keeps it as it was shown.
func (k Toolbox) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	var args struct {
		When     string `json:"when"`
		Name     string `json:"name"`
		Into     string `json:"into"`
		DryRun   bool   `json:"dry_run"`
		PlanHash string `json:"plan_hash"`
	}
	if err := json.Unmarshal(inv.Call.Args, &args); err != nil {
		return chat.Failed(Tool, chat.ErrInvalidArgs, "when, name and into must be texts.").Advised("Correct the arguments and try again.")
	}
	r, err := rule.New(args.When, args.Name, args.Into)
	if err != nil {
		return chat.Failed(Tool, chat.ErrInvalidArgs, "The rule cannot be used: "+err.Error()+".").Advised("Correct the arguments and try again.")
	}
	p := previewOf(r)
	switch {
	case args.DryRun:
		return ruleResult("It would be kept.", p)
	case args.PlanHash != p.Hash:
		return chat.Failed(Tool, chat.ErrBlocked, "The rule is not the one that was approved.")
	}
	if err := k.Book.Add(ctx, r.When, r.Name, r.Into); err != nil {
		return chat.Failed(Tool, chat.ErrExecution, "The rule could not be written into config.toml.")
	}
	return ruleResult("The rule is kept. It counts from the next plan on; no file was moved.", chat.Rule{When: r.When, Name: r.Name, Into: r.Into})
}

// previewOf shows a rule for an approval. No grant covers it: it has no place.
func previewOf(r rule.Rule) chat.Preview {
	what := chat.PathChange{From: r.When, To: template.Join(r.Into, r.Name), Code: chat.CodeRule}
	sum := sha256.New()
	_ = json.NewEncoder(sum).Encode([]string{r.When, r.Name, r.Into}) // texts always encode
	return chat.Preview{Effect: []chat.PathChange{what}, Hash: hex.EncodeToString(sum.Sum(nil))}
}

func ruleResult(text string, data any) chat.ToolResult {
	raw, err := json.Marshal(data)
	if err != nil { // plain values always encode
		return chat.Failed(Tool, chat.ErrExecution, "It could not be told.")
	}
	return chat.ToolResult{OK: true, Tool: Tool, Text: text, Data: raw}
}
