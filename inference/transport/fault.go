package transport

import (
	"context"
	"errors"
	"net"
	"syscall"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// What can go wrong besides what a server says.
var (
	// ErrUnreachable means that no server takes the connection: a fault of all
	// its models.
	ErrUnreachable = &chat.Fault{Class: chat.FaultServer, Code: chat.FaultUnreachable, Message: "no server answers"}
	// ErrCut means that a stream ended before the answer did.
	ErrCut = &chat.Fault{Class: chat.FaultRetry, Code: chat.FaultCut, Message: "the connection was cut in mid-answer"}
	// ErrSilent means that the server took longer than a limit allows.
	ErrSilent = &chat.Fault{Class: chat.FaultRetry, Code: chat.FaultSilent, Message: "the server went silent"}
	// ErrGarbled means that a line of a stream is not what the protocol says.
	ErrGarbled = &chat.Fault{Class: chat.FaultRetry, Code: chat.FaultGarbled, Message: "the server sent something unreadable"}
)

// unreachable says why no server takes the connection at addr.
func unreachable(addr string, cause error) error {
	words := ErrUnreachable.Message + " at " + addr
	if why := whyNot(cause); why != "" {
		words += ": " + why
	}
	return &chat.Fault{Class: ErrUnreachable.Class, Code: ErrUnreachable.Code, Address: addr, Message: words, Err: cause}
}

// whyNot says in a few words why a connection did not come about; "" where that
// is not known.
func whyNot(err error) string {
	var lookup *net.DNSError
	var slow net.Error
	switch {
	case errors.As(err, &lookup):
		return "there is no such computer"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	case errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH):
		return "there is no way to it"
	case errors.As(err, &slow) && slow.Timeout():
		return "it took too long"
	}
	return ""
}

// Broken is a request that broke off in a way that is told by its kind alone.
func Broken(kind *chat.Fault, cause error) error { return Because(kind, kind.Message, cause) }

// Because returns a fault of a kind with its cause, in words for a log: those
// of the libraries beneath speak of calls and sockets.
func Because(kind *chat.Fault, words string, cause error) error {
	return &chat.Fault{Class: kind.Class, Code: kind.Code, Message: words, Err: cause}
}

// Cut names why a request broke off: the caller, a limit, nobody there, or the
// connection.
func Cut(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var f *chat.Fault // which the HTTP library put something around
	if errors.As(err, &f) {
		return f
	}
	return Broken(ErrCut, err)
}
