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
	ErrBarred = errors.New("the server is not to be started")
	// ErrNotUp: the server is not running.
	ErrNotUp = errors.New("not running")
)

// Reasons why a connection ended.
var (
	errExited     = errors.New("the server ended")
	errLine       = errors.New("the server sent a message that is too long")
	errStuck      = errors.New("the server stopped reading")
	errIgnored    = errors.New("the server went on with a cancelled call")
	errTooMany    = errors.New("the server lists too many tools, or says too much of them")
	errUnanswered = errors.New("the server did not answer in time")
	errUnreached  = errors.New("the server cannot be reached")
	errElsewhere  = errors.New("the address leads to another computer than it says")
	errAddress    = errors.New("the address of the server cannot be understood")
	errForgotten  = errors.New("the server has forgotten the session")
)

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

// unreachedError is errUnreached with the network's error.
type unreachedError struct{ said error }

func (e *unreachedError) Error() string { return errUnreached.Error() + ": " + e.said.Error() }

func (e *unreachedError) Unwrap() []error { return []error{errUnreached, e.said} }

// ends are the codes of the causes; the first match counts.
var ends = []struct {
	cause error
	code  entry.EndCode
}{
	{errExited, entry.EndClosed},
	{errLine, entry.EndTooLong},
	{errStuck, entry.EndStuck},
	{errIgnored, entry.EndIgnored},
	{errTooMany, entry.EndTooMany},
	{errUnanswered, entry.EndUnanswered},
	{errElsewhere, entry.EndElsewhere},
	{errUnreached, entry.EndUnreached},
	{errAddress, entry.EndAddress},
	{errForgotten, entry.EndForgotten},
	{signin.ErrRequired, entry.EndSignIn},
	{ErrBarred, entry.EndBarred},
	{context.DeadlineExceeded, entry.EndUnanswered},
	{context.Canceled, entry.EndStopped},
}

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
	for _, row := range ends {
		if !errors.Is(err, row.cause) {
			continue
		}
		end.Code = row.code
		var unreached *unreachedError
		if row.code == entry.EndUnreached && errors.As(err, &unreached) {
			end.Detail = unreached.said.Error()
		}
		return end
	}
	end.Code, end.Detail = entry.EndFailed, err.Error()
	return end
}
