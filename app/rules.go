package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/rule"
	"github.com/deskhand/deskhand/agentcore/template"
	"github.com/deskhand/deskhand/app/config"
)

// rules are the person's own, in the order in which they count.
func (c *Controller) rules() []rule.Rule {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.ruled)
}

// Rules are the person's own, in the order in which they count.
func (c *Controller) Rules(ctx context.Context) ([]Rule, error) { return c.rules(), ctx.Err() }

// AddRule keeps a rule in config.toml, above the others. It fails with a *RuleError
// or a *config.Error.
func (c *Controller) AddRule(ctx context.Context, when, name, into string) error {
	r, err := rule.New(when, name, into)
	if err != nil {
		return &RuleError{err}
	}
	return c.changeRules(ctx, func(file string) error { return config.AddRule(file, r) })
}

// RuleError means that a rule cannot be used: Err is what rule.New says.
type RuleError struct{ Err error }

func (e *RuleError) Error() string { return "the rule cannot be used: " + e.Err.Error() }

// Unwrap returns why.
func (e *RuleError) Unwrap() error { return e.Err }

// RemoveRule takes the n-th rule, counted from 0, out of config.toml. It fails with
// ErrNoRule.
func (c *Controller) RemoveRule(ctx context.Context, n int) error {
	return c.changeRules(ctx, func(file string) error { return config.RemoveRule(file, n) })
}

func (c *Controller) changeRules(ctx context.Context, change func(file string) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.models.mu.Lock() // who else writes the file
	defer c.models.mu.Unlock()
	if err := change(c.paths.ConfigFile()); err != nil {
		return err
	}
	settings, err := config.Load(c.paths.ConfigFile())
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ruled = settings.Rules
	return nil
}

// ToolKeepRule is the tool that keeps a rule of the person's own.
const ToolKeepRule = "rules_keep"

// ruleKeeper is a toolbox of one tool: rules_keep.
type ruleKeeper struct{ core *Controller }

var _ agentcore.Toolbox = ruleKeeper{}

const keepRuleSchema = `{"type":"object","properties":{
"when":{"type":"string","description":"which documents, such as issuer ~ 'Stadtwerke' and kind = 'invoice' and amount > 50; fields: date issuer kind title number amount currency person name ext parent"},
"name":{"type":"string","description":"template of their names, such as {date} {issuer}; left out: as usual"},
"into":{"type":"string","description":"folder below the one that the files go to, such as Energy/{year}; left out: none"}},
"required":["when"],"additionalProperties":false}`

// Specs lists the tool.
func (ruleKeeper) Specs() []chat.ToolSpec {
	return []chat.ToolSpec{{
		Name:        ToolKeepRule,
		Title:       "Keep a rule for documents to come",
		Description: "Keep a lasting rule: what documents like these are named, or which folder they go to, whenever a folder is tidied. Only for what the person wants from now on; moves nothing.",
		Parameters:  json.RawMessage(keepRuleSchema), Effect: chat.EffectChange, Previews: true, Server: agentcore.OwnServer, Own: true,
	}}
}

// Call shows a rule, or keeps it as it was shown.
func (k ruleKeeper) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	var args struct {
		When     string `json:"when"`
		Name     string `json:"name"`
		Into     string `json:"into"`
		DryRun   bool   `json:"dry_run"`
		PlanHash string `json:"plan_hash"`
	}
	if err := json.Unmarshal(inv.Call.Args, &args); err != nil {
		return chat.Failed(ToolKeepRule, chat.ErrInvalidArgs, "when, name and into must be texts.").Advised("Correct the arguments and try again.")
	}
	r, err := rule.New(args.When, args.Name, args.Into)
	if err != nil {
		return chat.Failed(ToolKeepRule, chat.ErrInvalidArgs, "The rule cannot be used: "+err.Error()+".").Advised("Correct the arguments and try again.")
	}
	p := previewOf(r)
	switch {
	case args.DryRun:
		return ruleResult("It would be kept.", p)
	case args.PlanHash != p.Hash:
		return chat.Failed(ToolKeepRule, chat.ErrBlocked, "The rule is not the one that was approved.")
	}
	if err := k.core.AddRule(ctx, r.When, r.Name, r.Into); err != nil {
		return chat.Failed(ToolKeepRule, chat.ErrExecution, "The rule could not be written into config.toml.")
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
		return chat.Failed(ToolKeepRule, chat.ErrExecution, "It could not be told.")
	}
	return chat.ToolResult{OK: true, Tool: ToolKeepRule, Text: text, Data: raw}
}
