package chat

import (
	"errors"
	"time"
)

// Fault is why a model did not answer. An error without one counts as the model's fault.
type Fault struct {
	// Class decides what may help.
	Class FaultClass
	// Code is the cause.
	Code FaultCode
	// Message says it in a few English words, for a log and for forwarded errors.
	Message string
	// Address is the server that does not answer; empty if one did.
	Address string
	// RetryAfter is the pause that a server asks for; 0 if none.
	RetryAfter time.Duration
	// Call is the unparsable tool call as the model wrote it, if the server quotes it.
	Call string
	// Err is the cause; may be nil.
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

// FaultOf returns the fault that err is or wraps; zero if there is none.
func FaultOf(err error) Fault {
	var f *Fault
	if errors.As(err, &f) {
		return *f
	}
	return Fault{}
}

// Told returns the fault of err for display: with a message only if its code alone says
// nothing.
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

// FaultClass is what helps against a fault.
type FaultClass string

// The classes.
const (
	FaultRetry      FaultClass = "retry"       // the same request may succeed
	FaultOtherModel FaultClass = "other_model" // this one fails
	FaultRequest    FaultClass = "request"     // the model is fine, but does not answer this
	FaultServer     FaultClass = "server"      // no model of this server answers
	FaultPerson     FaultClass = "person"      // somebody has to install, update or allow something
	FaultTooLong    FaultClass = "too_long"    // less history may fit
)

// FaultCode is the cause of a fault.
type FaultCode string

// The causes.
const (
	FaultUnreachable    FaultCode = "unreachable"     // no server accepts the connection
	FaultCut            FaultCode = "cut"             // the connection, in mid-answer
	FaultSilent         FaultCode = "silent"          // the server exceeded a time limit
	FaultGarbled        FaultCode = "garbled"         // the server violates the protocol
	FaultUnreadableCall FaultCode = "unreadable_call" // the model wrote an unparsable tool call
	FaultRepeats        FaultCode = "repeats"         // the model repeats itself
	FaultStatus         FaultCode = "status"          // the server's error, with no more known
	FaultNoTools        FaultCode = "no_tools"        // the model takes no tool definitions, despite its claim
	FaultNoThinking     FaultCode = "no_thinking"     // the model cannot think, despite its claim
	FaultMemory         FaultCode = "memory"          // the model does not fit into free memory
	FaultOverflow       FaultCode = "overflow"        // of the context window
	FaultTooSlow        FaultCode = "too_slow"        // longer than the request allows
	FaultUnfit          FaultCode = "unfit"           // not in the requested form
	FaultNotInstalled   FaultCode = "not_installed"   // the server can download it
	FaultCloud          FaultCode = "cloud"           // the model runs on another computer, which is not allowed
	FaultRemote         FaultCode = "remote"          // the server is another computer, which is not allowed
	FaultOutdated       FaultCode = "outdated"        // the model needs a newer server
	FaultNoDownload     FaultCode = "no_download"     // there is no model of this name to download
)

// Faults that no server reports.
var (
	// ErrTooLong means that a request does not fit into the model's context window,
	// despite the estimate.
	ErrTooLong error = &Fault{Class: FaultTooLong, Code: FaultOverflow, Message: "the request does not fit into the context window"}
	// ErrTooSlow means that an answer took longer than its request allows.
	ErrTooSlow error = &Fault{Class: FaultRequest, Code: FaultTooSlow, Message: "the answer took too long"}
	// ErrUnfit means that a model's answer does not have the requested form.
	ErrUnfit error = &Fault{Class: FaultOtherModel, Code: FaultUnfit, Message: "the answer is not in the form that was asked for"}
	// ErrNotInstalled means that the model's server does not have it, but can download
	// it.
	ErrNotInstalled error = &Fault{Class: FaultPerson, Code: FaultNotInstalled, Message: "the model is not installed"}
)
