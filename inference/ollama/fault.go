package ollama

import (
	"errors"
	"net"
	"syscall"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// unreachable says why no server takes the connection at addr.
func unreachable(addr string, cause error) error {
	words := ErrUnreachable.Message + " at " + addr
	if why := whyNot(cause); why != "" {
		words += ": " + why
	}
	return because(ErrUnreachable, words, cause)
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

// broken is a request that broke off in a way that is told by its kind alone.
func broken(kind *chat.Fault, cause error) error { return because(kind, kind.Message, cause) }

// because returns a fault of a kind with its cause, in words for a person: those
// of the libraries beneath speak of calls and sockets.
func because(kind *chat.Fault, words string, cause error) error {
	return &chat.Fault{Class: kind.Class, Code: kind.Code, Message: words, Err: cause}
}

// bare takes off what the HTTP library puts around a fault.
func bare(err error) error {
	var f *chat.Fault
	if errors.As(err, &f) {
		return f
	}
	return err
}
