package ollama

import (
	"errors"
	"fmt"
	"net"
	"syscall"
)

// fault is what broke off a request, in words for a person: those of the
// libraries beneath speak of calls and sockets. It is both the kind that is named
// here and its cause.
type fault struct {
	kind, cause error
	words       string
}

func (f *fault) Error() string   { return f.words }
func (f *fault) Unwrap() []error { return []error{f.kind, f.cause} }

// unreachable says why no server takes the connection at addr.
func unreachable(addr string, cause error) error {
	words := fmt.Sprintf("%v at %s", ErrUnreachable, addr)
	if why := whyNot(cause); why != "" {
		words += ": " + why
	}
	return &fault{ErrUnreachable, cause, words}
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
func broken(kind, cause error) error {
	return &fault{kind, cause, kind.Error()}
}

// bare takes off what the HTTP library puts around an error of ours.
func bare(err error) error {
	var f *fault
	if errors.As(err, &f) {
		return f
	}
	return err
}
