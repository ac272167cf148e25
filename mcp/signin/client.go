package signin

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// asker makes the requests of a sign-in: encrypted, or to this computer where the
// server is on it, without following redirects, and with short answers.
type asker struct {
	next     *http.Transport
	loopback bool
	// only is where something may be sent to; empty: wherever the server says.
	only string
	lost atomic.Pointer[LostError] // what the network last said
	open atomic.Bool               // a request would not have been encrypted
}

func (s Site) asker(only string) (*asker, *http.Client) {
	k := &asker{next: s.Network, loopback: s.Loopback, only: only}
	noRedirect := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return k, &http.Client{Transport: k, Timeout: askTime, CheckRedirect: noRedirect}
}

// RoundTrip makes one request.
func (k *asker) RoundTrip(req *http.Request) (*http.Response, error) {
	if !k.may(req.URL) {
		k.open.Store(true)
		return nil, errOpen
	}
	if k.only != "" && req.Method == http.MethodPost && req.URL.String() != k.only {
		return nil, errElsewhere
	}
	res, err := k.next.RoundTrip(req)
	if err != nil {
		k.lost.Store(&LostError{err})
		return nil, err
	}
	res.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(res.Body, mostTold), res.Body}
	return res, nil
}

// may reports whether a request may go to an address.
func (k *asker) may(to *url.URL) bool {
	return to.Scheme == "https" || to.Scheme == "http" && k.loopback
}

// why is what has gone wrong, without the words of a server.
func (k *asker) why(err error, otherwise entry.EndCode) error {
	lost := k.lost.Load()
	var told *Error
	var said transport.OAuthError
	switch {
	case errors.As(err, &told), errors.Is(err, context.Canceled):
		return err
	case k.open.Load():
		return failure(entry.EndOpenSignIn)
	case lost != nil:
		return &Error{entry.End{Code: entry.EndUnreached, Detail: lost.Error()}}
	case errors.As(err, &said):
		return refusal(said.ErrorCode)
	}
	return failure(otherwise)
}

// codes are those of refusals; what else a server says is not told.
var codes = []string{
	"access_denied", "invalid_client", "invalid_client_metadata", "invalid_grant", "invalid_redirect_uri", "invalid_request", "invalid_scope",
	"invalid_target", "server_error", "temporarily_unavailable", "unauthorized_client", "unsupported_response_type",
}

// refusal is that of a server, with its code if that is one.
func refusal(code string) error {
	why := failure(entry.EndRefusedSignIn)
	if slices.Contains(codes, code) {
		why.Why.Detail = code
	}
	return why
}
