package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

// failures lists files that were not done, each with its reason.
func failures(to io.Writer, list []plan.Failure) {
	for _, f := range list {
		_ = termtext.Tell(to, "  %s: %s\n", visible(f.Path), notDoneWords(f))
	}
}

// withSentences returns a receipt whose failures say in a sentence why.
func withSentences(r plan.Receipt) plan.Receipt {
	r.Failures = slices.Clone(r.Failures)
	for i, f := range r.Failures {
		r.Failures[i].Message = notDoneWords(f)
	}
	return r
}

// refused lists the files for which a plan was refused before anything was done.
func (c *Console) refused(err error, asJSON bool) error {
	list := refusedFor(err)
	if len(list) == 0 {
		return err
	}
	if !asJSON {
		failures(c.errs, list)
		return err
	}
	none := withSentences(plan.Receipt{Failed: len(list), Failures: list})
	return errors.Join(err, c.line(event.Event{Body: event.Receipt{Receipt: none}}))
}

func refusedFor(err error) []plan.Failure {
	var changed *app.WorldChanged
	var unfit *app.UnfitPlan
	switch {
	case errors.As(err, &changed):
		return changed.Failures
	case errors.As(err, &unfit):
		return unfit.Entries
	}
	return nil
}

// unfitWords says why a plan cannot be taken over.
func unfitWords(u *app.UnfitPlan) string {
	path := visible(u.Entries[0].Path)
	more := ""
	if n := len(u.Entries) - 1; n > 0 {
		more = fmt.Sprintf(" %d more entries have problems.", n)
	}
	switch u.Entries[0].Kind {
	case chat.CodeTwice:
		return path + " is in this plan twice, so nothing was renamed. Remove one of the two entries." + more
	case chat.CodeTargetOutside:
		return path + " would be the new place of a file, but it is outside the folders given with --root, so nothing was renamed." + more
	}
	return path + " is in this plan but outside the folders given with --root, so nothing was renamed. Remove it, or add a --root for its folder." + more
}

// changedWords says which files are not as they were when their plan was made.
func changedWords(w *app.WorldChanged) string {
	switch len(w.Failures) {
	case 0:
		return "The files have changed since the plan was made"
	case 1:
		return visible(w.Failures[0].Path) + " has changed since the plan was made"
	}
	return fmt.Sprintf("%d files have changed since the plan was made", len(w.Failures))
}
