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

// oauthClient makes the requests of a sign-in: encrypted, or to this computer if the
// server is on it; without following redirects; and with bounded responses.
type oauthClient struct {
	next     *http.Transport
	loopback bool
	// only is the one URL allowed; empty allows any.
	only string
	lost atomic.Pointer[LostError] // the last network error
	open atomic.Bool               // a request would not have been encrypted
	// scopes are those that the last refusal demanded.
	scopes atomic.Pointer[[]string]
}

// demanded returns the scopes that the last refusal demanded.
func (k *oauthClient) demanded() []string {
	if scopes := k.scopes.Load(); scopes != nil {
		return *scopes
	}
	return nil
}

func (s Site) oauthClient(only string) (*oauthClient, *http.Client) {
	k := &oauthClient{next: s.Network, loopback: s.Loopback, only: only}
	noRedirect := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return k, &http.Client{Transport: k, Timeout: requestTimeout, CheckRedirect: noRedirect}
}

func (k *oauthClient) RoundTrip(req *http.Request) (*http.Response, error) {
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
	if res.StatusCode == http.StatusUnauthorized || res.StatusCode == http.StatusForbidden {
		scopes, _ := demand(res.Header)
		k.scopes.Store(&scopes)
	}
	res.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(res.Body, maxResponse), res.Body}
	return res, nil
}

// may reports whether a request may go to a URL.
func (k *oauthClient) may(to *url.URL) bool {
	return to.Scheme == "https" || to.Scheme == "http" && k.loopback
}

// why returns the cause of a failure, without any text from a server.
func (k *oauthClient) why(err error, otherwise entry.EndCode) error {
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

// codes are the known OAuth error codes; others are not passed on.
var codes = []string{
	"access_denied", "invalid_client", "invalid_client_metadata", "invalid_grant", "invalid_redirect_uri", "invalid_request", "invalid_scope",
	"invalid_target", "server_error", "temporarily_unavailable", "unauthorized_client", "unsupported_response_type",
}

// refusal returns a server's refusal, with its code if it is a known one.
func refusal(code string) error {
	why := failure(entry.EndRefusedSignIn)
	if slices.Contains(codes, code) {
		why.Why.Detail = code
	}
	return why
}
