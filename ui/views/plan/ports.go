package plan

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// Backend checks plans, and draws their documents.
type Backend interface {
	pager
	kit.Reverser
	// Revise edits a plan and checks it again.
	Revise(ctx context.Context, planID string, edits []app.Edit) (plan.Plan, error)
	// Unwritable returns the folders in which the user may not rename.
	Unwritable(ctx context.Context, folders []string) ([]string, error)
	// SavePlan writes a plan to a file, with words for its codes.
	SavePlan(ctx context.Context, planID, file string, words plan.Words) error
	Patterns() []app.NamePattern
}

// pager draws the pages of documents.
type pager interface {
	kit.Pager
	// Words returns the words of a page and their places.
	Words(ctx context.Context, path string, page int) ([]app.Word, error)
}

// Ways are the actions of a shown plan, and of its receipt.
type Ways struct {
	// Apply carries out the plan that was approved.
	Apply func(*Review, plan.Plan)
	// Propose makes another plan, for the files at paths.
	Propose func(paths []string)
	// Join reads the files at paths, in subfolders too if recursive, and adds them to a
	// plan under review.
	Join func(r *Review, paths []string, recursive bool)
	// Pick makes a pattern the current one.
	Pick func(app.NamePattern)
	// Ask changes the request for the next plans.
	Ask func(change func(*app.ProposeRequest))
	// Home closes the plan.
	Home func()
	// Changed is called when files were restored.
	Changed func()
}
