package triage

import (
	"errors"
	"fmt"

	"github.com/deskhand/deskhand/agentcore/plan"
)

// What can be wrong with a plan that is to be applied.
var (
	// ErrNotOnRecord means that this computer did not propose the plan.
	ErrNotOnRecord = errors.New("the plan is not on record")
	// ErrSpent means that the plan was applied already.
	ErrSpent = errors.New("the plan was applied already")
	// ErrEdited means that the plan is not as it was proposed.
	ErrEdited = errors.New("the plan is not as it was proposed")
	// ErrWorldChanged means that the files are no longer as they were when the
	// plan was made.
	ErrWorldChanged = errors.New("the files have changed since the plan was made")
	// ErrNothingToDo means that no item of the plan is ready.
	ErrNothingToDo = errors.New("no file of the plan is ready")
	// ErrNoFiles means that there is no regular file to look at.
	ErrNoFiles = errors.New("there are no files to tidy")
	// ErrNoPattern means that the names in a folder follow no pattern.
	ErrNoPattern = errors.New("the names in the folder follow no pattern")
	// ErrTooMany means that there are more files than one plan is made for.
	ErrTooMany = errors.New("there are too many files for one plan")
	// ErrTemplate means that a template has an unknown or unclosed part.
	ErrTemplate = errors.New("the template cannot be used")
)

// NoFiles is ErrNoFiles with how many files lie in folders inside, which were not
// looked into.
type NoFiles struct{ Deeper int }

func (n *NoFiles) Error() string { return ErrNoFiles.Error() }

// Is reports whether target is ErrNoFiles.
func (n *NoFiles) Is(target error) bool { return target == ErrNoFiles }

// TooMany is ErrTooMany with how many files there are, as far as they were counted,
// and how many one plan is made for.
type TooMany struct{ Files, Most int }

func (t *TooMany) Error() string { return ErrTooMany.Error() }

// Is reports whether target is ErrTooMany.
func (t *TooMany) Is(target error) bool { return target == ErrTooMany }

// WorldChanged is ErrWorldChanged with the files that are not as they were, as far
// as that is known.
type WorldChanged struct {
	Failures []plan.Failure
	cause    error
}

func (w *WorldChanged) Error() string {
	if w.cause == nil {
		return ErrWorldChanged.Error()
	}
	return ErrWorldChanged.Error() + ": " + w.cause.Error()
}

// Is reports whether target is ErrWorldChanged.
func (w *WorldChanged) Is(target error) bool { return target == ErrWorldChanged }

// Unwrap returns what refused; may be nil.
func (w *WorldChanged) Unwrap() error { return w.cause }

// UnfitPlan is an edited or foreign plan that cannot be taken over: its entries
// that stand against it, each with the reason.
type UnfitPlan struct{ Entries []plan.Failure }

func (u *UnfitPlan) Error() string {
	return fmt.Sprintf("the plan cannot be taken over: %s: %s", u.Entries[0].Path, u.Entries[0].Kind)
}
