package transport

import (
	"context"
	"errors"
	"net"
	"syscall"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// What can go wrong besides an error that the server reports.
var (
	// ErrUnreachable means that no server accepts the connection: a fault of all its
	// models.
	ErrUnreachable = &chat.Fault{Class: chat.FaultServer, Code: chat.FaultUnreachable, Message: "no server answers"}
	// ErrCut means that a stream ended before the answer did.
	ErrCut = &chat.Fault{Class: chat.FaultRetry, Code: chat.FaultCut, Message: "the connection was cut in mid-answer"}
	// ErrSilent means that the server took longer than a limit allows.
	ErrSilent = &chat.Fault{Class: chat.FaultRetry, Code: chat.FaultSilent, Message: "the server went silent"}
	// ErrGarbled means that a line of a stream violates the protocol.
	ErrGarbled = &chat.Fault{Class: chat.FaultRetry, Code: chat.FaultGarbled, Message: "the server sent something unreadable"}
)

// unreachable returns why no server accepts the connection at addr.
func unreachable(addr string, cause error) error {
	words := ErrUnreachable.Message + " at " + addr
	if why := whyNot(cause); why != "" {
		words += ": " + why
	}
	return &chat.Fault{Class: ErrUnreachable.Class, Code: ErrUnreachable.Code, Address: addr, Message: words, Err: cause}
}

// whyNot describes in a few words why a connection failed; empty if unknown.
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

// Broken returns a fault of a kind whose message says it all.
func Broken(kind *chat.Fault, cause error) error { return Because(kind, kind.Message, cause) }

// Because returns a fault of a kind with its cause, and words for a log: the libraries'
// own speak of calls and sockets.
func Because(kind *chat.Fault, words string, cause error) error {
	return &chat.Fault{Class: kind.Class, Code: kind.Code, Message: words, Err: cause}
}

// Cut returns why a request broke off: the caller, a limit, nobody there, or the
// connection.
func Cut(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var f *chat.Fault // wrapped by the HTTP library
	if errors.As(err, &f) {
		return f
	}
	return Broken(ErrCut, err)
}
