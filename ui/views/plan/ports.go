package plan

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// Backend checks plans, and draws what they are about.
type Backend interface {
	pager
	kit.Reverser
	// Revise edits a plan and checks it again.
	Revise(ctx context.Context, planID string, edits []app.Edit) (plan.Plan, error)
	// Unwritable returns those of the folders in which this user may not rename.
	Unwritable(ctx context.Context, folders []string) ([]string, error)
	// SavePlan writes a plan to a file, with words for what it says in codes.
	SavePlan(ctx context.Context, planID, file string, words plan.Words) error
	Patterns() []app.NamePattern
}

// pager draws the pages of documents.
type pager interface {
	kit.Pager
	// Words are the words of a page and their places on it.
	Words(ctx context.Context, path string, page int) ([]app.Word, error)
}

// Ways lead on from a plan that is shown, and from its receipt.
type Ways struct {
	// Apply carries out the plan that was approved.
	Apply func(*Review, plan.Plan)
	// Propose makes another plan, for the files at paths.
	Propose func(paths []string)
	// Join reads the files at paths, recursively if so, and adds them to a plan under
	// review.
	Join func(r *Review, paths []string, recursive bool)
	// Pick makes a pattern the one that names are made by.
	Pick func(app.NamePattern)
	// Ask changes what the next plans are asked for by.
	Ask func(change func(*app.ProposeRequest))
	// Home puts the plan away.
	Home func()
	// Changed is told when files were brought back.
	Changed func()
}
