package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/views"
)

// failures lists files that were not done, each with its reason.
func failures(to io.Writer, list []plan.Failure) {
	for _, f := range list {
		_ = tell(to, "  %s: %s\n", views.OneLine(f.Path), views.FailureWords(f))
	}
}

// withSentences returns a receipt whose failures say in a sentence why.
func withSentences(r plan.Receipt) plan.Receipt {
	r.Failures = slices.Clone(r.Failures)
	for i, f := range r.Failures {
		r.Failures[i].Message = views.FailureWords(f)
	}
	return r
}

// refused lists the files for which a plan was refused before anything was done.
func (c *console) refused(err error, asJSON bool) error {
	var changed *app.WorldChanged
	if !errors.As(err, &changed) || len(changed.Failures) == 0 {
		return err
	}
	if !asJSON {
		failures(c.errs, changed.Failures)
		return err
	}
	none := withSentences(plan.Receipt{Failed: len(changed.Failures), Failures: changed.Failures})
	return errors.Join(err, c.line(event.Event{Body: event.Receipt{Receipt: none}}))
}

// changedWords says which files are not as they were when their plan was made.
func changedWords(w *app.WorldChanged) string {
	switch len(w.Failures) {
	case 0:
		return "The files have changed since the plan was made"
	case 1:
		return views.OneLine(w.Failures[0].Path) + " is not as it was when the plan was made"
	}
	return fmt.Sprintf("%d files are not as they were when the plan was made", len(w.Failures))
}

// unrecorded says that a change was not made because it could not be put on
// record; empty for other refusals.
func unrecorded(r *app.Refusal) string {
	switch {
	case r.Path != "":
		return ""
	case r.Code == plan.FailedDiskFull:
		return "There is no room left on the disk that Deskhand keeps its records on, so no more was done. Make room there, then try again."
	case r.Code == app.Unrecorded:
		return "What is done could not be put on record, so no more was done. See what is wrong with: deskhand doctor."
	}
	return ""
}
