package plan

import (
	"context"
	"errors"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
	"github.com/deskhand/deskhand/ui/widgets"
)

// savePlan asks in place where to write the plan, and has it written.
func (r *Review) savePlan() {
	if r.file == "" {
		r.file = kit.InHome(locale.L("Plan {{.Files}}", "Files", kit.PathsWords(r.request.Paths)) + ".json")
	}
	r.saving.AskFile(locale.L("Save plan as"), r.file, r.saveTo)
}

func (r *Review) saveTo(file string) {
	frame, id := r.frame, r.plan.ID
	r.file = file
	frame.Work.Start(func(ctx context.Context) func() {
		err := r.backend.SavePlan(ctx, id, file, fileWords)
		return func() { r.saved(file, err) }
	})
}

// fileWords are the words of an item in a file.
func fileWords(it plan.Item) (why, note string) {
	return sentences(it, it.Reasons), sentences(it, it.Notes)
}

func (r *Review) saved(file string, err error) {
	switch {
	case errors.Is(err, context.Canceled):
		return
	case err != nil:
		r.notice.Fail(kit.Explain(err, locale.L("Couldn't save the plan as {{.File}}. Choose another place.", "File", file)))
	default:
		r.notice.Tell(locale.L("Plan saved as {{.File}}. No file has been changed.", "File", file),
			widgets.NewButton(locale.L("OK"), widgets.Secondary, r.notice.Clear))
	}
}
