package fault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/deskhand/deskhand/agentcore/filename"
	"github.com/deskhand/deskhand/mcp/servers/files/journal"
	"github.com/deskhand/deskhand/mcp/servers/files/safefs"
)

// Kind is the kind of a failure, as a client is told.
type Kind string

// The kinds of failure.
const (
	InvalidArgs      Kind = "invalid_args"
	PermissionDenied Kind = "permission_denied"
	Blocked          Kind = "blocked"
	Execution        Kind = "execution_error"
	Network          Kind = "network_error"
	Cancelled        Kind = "cancelled"
)

// Problem is a failure in words for a person or a model.
type Problem struct {
	Kind    Kind
	Code    Code // which failure of its kind it is, where that is known
	Message string
	Path    string
	Advice  string
	// Near are paths that were probably meant by one that is not there; the
	// advice names them too. May be nil.
	Near []string
	Err  error
}

func (p *Problem) Error() string { return p.Message }

// Unwrap gives the cause; may be nil.
func (p *Problem) Unwrap() error { return p.Err }

// Explain makes a Problem of any error. path is what it happened on.
func Explain(err error, path string) *Problem {
	var known *Problem
	if errors.As(err, &known) {
		return known
	}
	var not *journal.NotFile
	if errors.As(err, &not) {
		return &Problem{
			Kind: Execution, Path: not.Name, Err: err,
			Message: not.Name + " has the name of a batch's record, but it is not a file.",
			Advice:  "Move it out of the folder of the journals.",
		}
	}
	p := &Problem{Kind: Execution, Code: CodeOf(err), Path: path, Err: err, Message: fmt.Sprintf("%s: %s.", ShortName(path), Words(err))}
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		p.Kind, p.Message = Cancelled, "Stopped before it was finished."
	case errors.Is(err, fs.ErrPermission), errors.Is(err, safefs.ErrLink):
		p.Kind, p.Advice = PermissionDenied, "Choose another folder, or change who may use this one."
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, safefs.ErrNotFolder), errors.Is(err, journal.ErrUnknown), errors.Is(err, journal.ErrBadID):
		p.Kind, p.Advice = InvalidArgs, "Look at what is there and use a path or an id from that list."
	case safefs.Away(err):
		p.Kind, p.Advice = Network, "Try again later, when the other computer can be reached."
	case errors.Is(err, journal.ErrLive), errors.Is(err, journal.ErrDamaged):
		p.Kind = Blocked
	}
	return p
}

func ShortName(path string) string {
	if path == "" {
		return "This could not be done"
	}
	return filename.Shown(filepath.Base(path))
}

// WordsOf is Words, and nothing for no error.
func WordsOf(err error) string {
	var known *Problem
	switch {
	case err == nil:
		return ""
	case errors.As(err, &known):
		return known.Message
	}
	return Words(err)
}

// bare drops the call and the paths from a system error.
func bare(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

// Suggest puts paths that were probably meant into the advice.
func (p *Problem) Suggest(paths []string) {
	if p.Near = paths; len(paths) > 0 {
		p.Advice = "Did you mean " + strings.Join(paths, ", ") + "?"
	}
}
