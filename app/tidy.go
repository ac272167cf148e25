package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/policy"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/app/access"
)

// Propose reads the requested files and proposes names for them. It changes no file.
func (c *Controller) Propose(ctx context.Context, req ProposeRequest, emit func(event.Event)) (plan.Plan, error) {
	var err error
	if req.Paths, err = access.Absolute(req.Paths); err != nil {
		return plan.Plan{}, err
	}
	for _, folder := range []*string{&req.Into, &req.Like} {
		if *folder == "" {
			continue
		}
		named := *folder
		if *folder, err = filepath.Abs(named); err != nil {
			return plan.Plan{}, fmt.Errorf("find %s: %w", named, err)
		}
	}
	if req.Template == c.template() && req.Wish == "" {
		req.Template = "" // the default, which habits and rules override
	}
	if len(req.Languages) == 0 {
		req.Languages = c.languages()
	}
	if err := c.Up(ctx); err != nil {
		return plan.Plan{}, err
	}
	s, end := c.open("propose", "propose", emit)
	defer end()
	return c.triage.Propose(ctx, req, s.Emit)
}

// Revise edits a plan under review and recomputes its effect.
func (c *Controller) Revise(ctx context.Context, planID string, edits []Edit) (plan.Plan, error) {
	return c.triage.Revise(ctx, planID, edits)
}

// Proposed returns a recorded plan for review. It fails with ErrSpent if the plan was
// carried out already.
func (c *Controller) Proposed(ctx context.Context, planID string) (plan.Plan, error) {
	record, err := c.triage.Plans.Get(ctx, planID)
	if err == nil && record.State != triage.StateProposed {
		err = triage.ErrSpent
	}
	return record.Plan, err
}

// Again proposes an undone batch once more: the same files with the approved names, for
// review. It fails with ErrNotOnRecord if the batch has no recorded plan, and with
// ErrWorldChanged if a file has changed.
func (c *Controller) Again(ctx context.Context, batch string) (plan.Plan, error) {
	record, err := c.triage.Plans.Get(ctx, batch)
	if err != nil {
		return plan.Plan{}, err
	}
	roots := slices.Clone(record.Plan.Roots)
	for _, it := range record.Plan.Items {
		folder := filepath.Dir(it.To) // the user may have named one outside of what they dropped
		if it.Status == plan.StatusReady && !slices.ContainsFunc(roots, func(root string) bool { return policy.Within(root, folder) }) {
			roots = append(roots, folder)
		}
	}
	return c.triage.Adopt(ctx, record.Plan, roots)
}

// Apply carries out a plan that the user has reviewed: this call is their approval, of
// this plan only, once.
func (c *Controller) Apply(ctx context.Context, planID string, emit func(event.Event)) (plan.Receipt, error) {
	record, err := c.triage.Plans.Get(ctx, planID)
	if err != nil {
		return plan.Receipt{}, err
	}
	approved, expire := c.guard.Mint(ctx, record.Pages, record.Plan.Roots...)
	defer expire()
	s, end := c.open(planID, planID, emit)
	defer end()
	return c.triage.Apply(approved, planID, s.Emit)
}

// ApplyFile applies a plan from a file. An unchanged plan that was made on this computer
// needs no roots; any other plan is limited to the given roots.
func (c *Controller) ApplyFile(ctx context.Context, file string, roots []string, emit func(event.Event)) (plan.Receipt, error) {
	p, err := readPlan(file)
	if err != nil {
		return plan.Receipt{}, err
	}
	err = c.triage.Check(ctx, p)
	if len(roots) > 0 && (errors.Is(err, triage.ErrEdited) || errors.Is(err, triage.ErrNotOnRecord)) {
		if roots, err = access.Absolute(roots); err != nil {
			return plan.Receipt{}, err
		}
		p, err = c.triage.Adopt(ctx, p, roots)
	}
	if err != nil {
		return plan.Receipt{}, err
	}
	return c.Apply(ctx, p.ID, emit)
}

// NotPlan means that a file does not hold a valid plan.
type NotPlan struct{ File string }

func (n *NotPlan) Error() string { return n.File + " is not a plan" }

func readPlan(file string) (plan.Plan, error) {
	var p plan.Plan
	raw, err := os.ReadFile(file)
	if err != nil {
		return p, fmt.Errorf("read the plan: %w", err)
	}
	if err := json.Unmarshal(raw, &p); err != nil || p.Version != plan.Version || p.ID == "" {
		return p, &NotPlan{file}
	}
	return p, nil
}

// SavePlan writes a proposed plan to a new file, with words for its codes. It never
// overwrites.
func (c *Controller) SavePlan(ctx context.Context, planID, file string, words plan.Words) error {
	record, err := c.triage.Plans.Get(ctx, planID)
	if err != nil {
		return err
	}
	return WritePlan(file, record.Plan.Worded(words))
}

// WritePlan writes a plan to a new file; an existing one gives os.ErrExist.
func WritePlan(file string, p plan.Worded) error {
	raw, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		return fmt.Errorf("encode the plan: %w", err)
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("write the plan: %w", err)
	}
	_, err = f.Write(append(raw, '\n'))
	return errors.Join(err, f.Sync(), f.Close())
}

// NameBy returns what a template makes of a file of a plan, or ErrTemplate.
func NameBy(template string, it plan.Item) (string, error) { return triage.NameBy(template, it) }

// Unwritable returns the folders in which the user may not rename.
func (c *Controller) Unwritable(ctx context.Context, folders []string) ([]string, error) {
	return lists.Filter(folders, func(folder string) bool { return !access.MayWrite(folder) }), ctx.Err()
}

// patterns are the templates to choose from.
var patterns = []string{
	triage.DefaultTemplate,
	"{date} {issuer} {kind}",
	"{issuer} {date} {title}",
	"{date} {issuer} {amount}",
	"{date} {name}",
	"{year}/{issuer}/{date} {kind}[ {number}]",
	"{issuer}/{date} {kind}[ {number}]",
	"{year}/{month}/{date} {issuer} {kind}",
}

// Patterns returns the templates to choose from, each with an example: the user's own
// first.
func (c *Controller) Patterns() []NamePattern {
	all := patterns
	if own := c.template(); !slices.Contains(all, own) {
		all = append([]string{own}, all...)
	}
	list := make([]NamePattern, 0, len(all))
	for _, t := range all {
		if example, err := triage.Example(t); err == nil {
			list = append(list, NamePattern{Template: t, Example: example})
		}
	}
	return list
}

// Example returns what a template makes, or ErrTemplate. It returns at once.
func (c *Controller) Example(template string) (string, error) { return triage.Example(template) }
