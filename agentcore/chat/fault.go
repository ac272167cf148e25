package chat

import (
	"errors"
	"time"
)

// Fault says why a model did not answer. A backend gives one for whatever it
// knows of; where there is none it is the model's.
type Fault struct {
	// Class decides what may help.
	Class FaultClass
	// Code is the cause.
	Code FaultCode
	// Message says it in a few English words, for a log and for what was sent on.
	Message string
	// Address is where nobody answers; empty where somebody did.
	Address string
	// RetryAfter is how long a server asks to be left alone; 0: it does not.
	RetryAfter time.Duration
	// Call is the tool call that nobody could read, as the model wrote it, where
	// the server quotes it.
	Call string
	// Err is what caused it; may be nil.
	Err error
}

// Error returns the message.
func (f *Fault) Error() string { return f.Message }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// Is reports whether target is a fault with the same code.
func (f *Fault) Is(target error) bool {
	other, ok := target.(*Fault) //nolint:errorlint // errors.Is asks for this one
	return ok && other.Code == f.Code
}

// FaultOf returns the fault that err is or wraps; the zero value where there is
// none.
func FaultOf(err error) Fault {
	var f *Fault
	if errors.As(err, &f) {
		return *f
	}
	return Fault{}
}

// Told returns the fault of err as it is told: with a message only where its code
// tells nothing, of a server or of an error that is no fault.
func Told(err error) Fault {
	f := FaultOf(err)
	switch f.Code {
	case "":
		f.Message = err.Error()
	case FaultStatus:
	default:
		f.Message = ""
	}
	return f
}

// FaultClass says what helps against a fault.
type FaultClass string

// The classes.
const (
	FaultRetry      FaultClass = "retry"       // the same request may end otherwise
	FaultOtherModel FaultClass = "other_model" // this one fails
	FaultRequest    FaultClass = "request"     // nothing speaks against the model, but it does not answer this
	FaultServer     FaultClass = "server"      // no model of this server answers
	FaultPerson     FaultClass = "person"      // somebody has to install, update or allow something
	FaultTooLong    FaultClass = "too_long"    // less history may fit
)

// FaultCode is the cause of a fault.
type FaultCode string

// The causes.
const (
	FaultUnreachable    FaultCode = "unreachable"     // no server takes the connection
	FaultCut            FaultCode = "cut"             // the connection, in mid-answer
	FaultSilent         FaultCode = "silent"          // the server took longer than a limit allows
	FaultGarbled        FaultCode = "garbled"         // the server does not keep to the protocol
	FaultUnreadableCall FaultCode = "unreadable_call" // the model wrote a tool call that nobody can read
	FaultRepeats        FaultCode = "repeats"         // the model repeats itself
	FaultStatus         FaultCode = "status"          // the server says so, and no more is known
	FaultNoTools        FaultCode = "no_tools"        // the model takes no tool definitions, whatever it claims
	FaultNoThinking     FaultCode = "no_thinking"     // the model cannot think, whatever it claims
	FaultMemory         FaultCode = "memory"          // the model does not fit into the memory that is free
	FaultOverflow       FaultCode = "overflow"        // of the context window
	FaultTooSlow        FaultCode = "too_slow"        // longer than the request allows
	FaultUnfit          FaultCode = "unfit"           // not in the form that was asked for
	FaultNotInstalled   FaultCode = "not_installed"   // the server may get it
	FaultCloud          FaultCode = "cloud"           // the model runs on another computer, which is not allowed
	FaultRemote         FaultCode = "remote"          // the server is another computer, which is not allowed
	FaultOutdated       FaultCode = "outdated"        // the model needs a newer server
	FaultNoDownload     FaultCode = "no_download"     // there is no model of this name to download
)

// The faults that are no server's word.
var (
	// ErrTooLong means that a request does not fit into the model's context window,
	// whatever was estimated.
	ErrTooLong error = &Fault{Class: FaultTooLong, Code: FaultOverflow, Message: "the request does not fit into the context window"}
	// ErrTooSlow means that an answer took longer than its request allows.
	ErrTooSlow error = &Fault{Class: FaultRequest, Code: FaultTooSlow, Message: "the answer took too long"}
	// ErrUnfit means that a model answered, and not in the form that was asked for.
	ErrUnfit error = &Fault{Class: FaultOtherModel, Code: FaultUnfit, Message: "the answer is not in the form that was asked for"}
	// ErrNotInstalled means that the server of a model does not have it, and may get it.
	ErrNotInstalled error = &Fault{Class: FaultPerson, Code: FaultNotInstalled, Message: "the model is not installed"}
)
