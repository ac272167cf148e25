package plan

import (
	"context"
	"errors"

	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// savePlan asks in place where the plan is to be written, and has it written.
func (r *Review) savePlan() {
	if r.file == "" {
		r.file = kit.InHome("Plan " + kit.PathsWords(r.request.Paths) + ".json")
	}
	r.saving.Ask("Save the plan as", r.file, "Save", r.saveTo)
}

func (r *Review) saveTo(file string) {
	frame, id := r.frame, r.plan.ID
	r.file = file
	frame.Work.Start(func(ctx context.Context) func() {
		err := r.backend.SavePlan(ctx, id, file)
		return func() { r.saved(file, err) }
	})
}

func (r *Review) saved(file string, err error) {
	switch {
	case errors.Is(err, context.Canceled):
		return
	case err != nil:
		r.notice.Fail(kit.Explain(err, "The plan could not be saved as "+file+". Choose another place and save it again."))
	default:
		r.notice.Tell("The plan is saved as "+file+". No file has been changed.",
			widgets.NewButton("All right", widgets.Secondary, r.notice.Clear))
	}
}
