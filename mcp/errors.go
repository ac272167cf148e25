package mcp

import (
	"context"
	"errors"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
	"github.com/deskhand/deskhand/mcp/signin"
)

// Reasons why a server is not available.
var (
	// ErrQuarantined: the server exited too often and is not restarted.
	ErrQuarantined = errors.New("the server ended too often and is not started again")
	// ErrBarred: Config.Check rejected it.
	ErrBarred = &endError{entry.EndBarred, "the server is not to be started"}
	// ErrNotUp: the server is not running.
	ErrNotUp = errors.New("not running")
)

// Reasons why a connection ended.
var (
	errExited     = &endError{entry.EndClosed, "the server ended"}
	errLine       = &endError{entry.EndTooLong, "the server sent a message that is too long"}
	errStuck      = &endError{entry.EndStuck, "the server stopped reading"}
	errIgnored    = &endError{entry.EndIgnored, "the server went on with a cancelled call"}
	errTooMany    = &endError{entry.EndTooMany, "the server lists too many tools, or says too much of them"}
	errUnanswered = &endError{entry.EndUnanswered, "the server did not answer in time"}
	errUnreached  = &endError{entry.EndUnreached, "the server cannot be reached"}
	errElsewhere  = &endError{entry.EndElsewhere, "the address leads to another computer than it says"}
	errAddress    = &endError{entry.EndAddress, "the address of the server cannot be understood"}
	errForgotten  = &endError{entry.EndForgotten, "the server has forgotten the session"}
)

// endError is a reason with the code that it has for people.
type endError struct {
	code  entry.EndCode
	words string
}

func (e *endError) Error() string { return e.words }

// goneError says why a connection has ended.
type goneError struct {
	cause error
	proc  entry.End // how its process exited by itself; zero: it did not, or there is none
	words string    // the last lines of stderr
}

func (e *goneError) Error() string {
	text := e.cause.Error()
	if e.words != "" {
		text += ": " + e.words
	}
	return text
}

func (e *goneError) Unwrap() error { return e.cause }

// unreachedError is errUnreached with the network's error, whose own reason counts.
type unreachedError struct{ said error }

func (e *unreachedError) Error() string { return errUnreached.Error() + ": " + e.said.Error() }

func (e *unreachedError) Unwrap() []error { return []error{e.said, errUnreached} }

// endOf returns err as a code with its arguments; zero for nil.
func endOf(err error) entry.End {
	if err == nil {
		return entry.End{}
	}
	var end entry.End
	var gone *goneError
	if errors.As(err, &gone) {
		end, err = gone.proc, gone.cause
		end.Words = gone.words
	}
	if end.Code != "" {
		return end
	}
	var known *endError
	var unreached *unreachedError
	switch {
	case errors.As(err, &known):
		end.Code = known.code
	case errors.Is(err, signin.ErrRequired):
		end.Code = entry.EndSignIn
	case errors.Is(err, context.DeadlineExceeded):
		end.Code = entry.EndUnanswered
	case errors.Is(err, context.Canceled):
		end.Code = entry.EndStopped
	default:
		end.Code, end.Detail = entry.EndFailed, err.Error()
	}
	if end.Code == entry.EndUnreached && errors.As(err, &unreached) {
		end.Detail = unreached.said.Error()
	}
	return end
}
