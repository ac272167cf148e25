package mcp

import "errors"

// Why a server is not there.
var (
	// ErrQuarantined: the server ended too often and is left alone.
	ErrQuarantined = errors.New("the server ended too often and is not started again")
	// ErrBarred: Config.Check said no to it.
	ErrBarred = errors.New("the server is not to be started")
	// ErrNotUp: the server is not running.
	ErrNotUp = errors.New("not running")
)

// Why a connection ended.
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
	errSignIn     = errors.New("the server wants a sign-in")
)
