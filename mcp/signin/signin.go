package signin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/wire/elicit"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// Store stores sign-ins by server URL.
type Store interface {
	Of(address string) (json.RawMessage, bool)
	Keep(address string, made json.RawMessage) error
}

// Site is a server to sign in to.
type Site struct {
	URL string
	// Headers are sent with each request to it.
	Headers map[string]string
	// Client is the OAuth client; zero means that one is registered.
	Client entry.Client
	// Loopback: it is on this computer, so that requests need not be encrypted.
	Loopback bool
	// Network makes the requests, to it and to its authorization server.
	Network *http.Transport
	Store   Store // nil: signing in is disabled
}

// Pages are the texts that the browser shows after the redirect.
type Pages struct{ Done, Failed string }

// Error says why the sign-in failed. It contains nothing from the server but a known
// error code.
type Error struct{ Why entry.End }

func (e *Error) Error() string { return "sign in: " + string(e.Why.Code) + " " + e.Why.Detail }

func failure(code entry.EndCode) *Error { return &Error{entry.End{Code: code}} }

// Reasons why a request cannot be given its token.
var (
	// ErrRequired: the user has to sign in, for the first time or again.
	ErrRequired = errors.New("the server wants a sign-in")

	errOpen      = errors.New("the request would not be encrypted")
	errElsewhere = errors.New("the request would go to another address")
)

// LostError is the network error of a failed token refresh.
type LostError struct{ Said error }

func (e *LostError) Error() string { return e.Said.Error() }

const (
	// signInTimeout is how long the user may take on the page, requestTimeout how long
	// one request may take, shutdownTimeout how long the browser may take to receive its
	// page; maxResponse is the longest response, in bytes.
	signInTimeout   = 10 * time.Minute
	requestTimeout  = 30 * time.Second
	shutdownTimeout = time.Second
	maxResponse     = 1 << 20
	// callbackPath is the path of the redirect URL.
	callbackPath = "/signed-in"
	// protocol is the MCP version of the first request.
	protocol = "2025-11-25"
	// clientName is what the user sees on the sign-in page.
	clientName = "Deskhand"
)

// signIn is a stored sign-in.
type signIn struct {
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret,omitempty"`
	ClientMethod string `json:"client_method,omitempty"`
	// Metadata is the URL of the resource metadata; empty means the well-known one.
	Metadata string `json:"resource_metadata,omitempty"`
	// Resource is the resource indicator; empty means the URL of the server.
	Resource string `json:"resource,omitempty"`
	// Scopes are those that a call was refused for.
	Scopes []string `json:"scopes,omitempty"`
	// Endpoint is the only URL at which the token is refreshed.
	Endpoint string          `json:"token_endpoint"`
	Token    transport.Token `json:"token"`
}

// tokens is the token store of one server URL.
type tokens struct {
	store Store
	at    string
}

func (t tokens) signIn() (made signIn, ok bool) {
	if t.store == nil {
		return made, false
	}
	raw, ok := t.store.Of(t.at)
	return made, ok && json.Unmarshal(raw, &made) == nil
}

func (t tokens) keep(made signIn) error {
	raw, err := json.Marshal(made)
	if err != nil {
		return err
	}
	return t.store.Keep(t.at, raw)
}

// GetToken returns the token.
func (t tokens) GetToken(ctx context.Context) (*transport.Token, error) {
	made, ok := t.signIn()
	if !ok {
		return nil, errors.Join(transport.ErrNoToken, ctx.Err())
	}
	return &made.Token, ctx.Err()
}

// SaveToken stores a refreshed token, unless the user has signed out.
func (t tokens) SaveToken(ctx context.Context, token *transport.Token) error {
	made, ok := t.signIn()
	if !ok {
		return errors.Join(transport.ErrNoToken, ctx.Err())
	}
	made.Token = *token
	return t.keep(made)
}

// resource returns the OAuth resource indicator of the URL.
func (s Site) resource() string {
	at, err := url.Parse(s.URL)
	if err != nil {
		return s.URL
	}
	at.RawQuery, at.Fragment = "", ""
	return at.String()
}

// Authority adds the stored token to requests to a server.
type Authority struct {
	handler     *transport.OAuthHandler
	oauthClient *oauthClient
	store       tokens
}

// Authority returns nil if nobody has signed in.
func (s Site) Authority() *Authority {
	store := tokens{s.Store, s.URL}
	made, ok := store.signIn()
	if !ok || s.Client.ID != "" && s.Client.ID != made.ClientID {
		return nil
	}
	made.ClientSecret = cmp.Or(s.Client.Secret, made.ClientSecret)
	k, requests := s.oauthClient(made.Endpoint)
	handler := transport.NewOAuthHandler(transport.OAuthConfig{
		ClientID: made.ClientID, ClientSecret: made.ClientSecret, TokenEndpointAuthMethod: made.ClientMethod,
		ProtectedResourceMetadataURL: made.Metadata, TokenStore: store, PKCEEnabled: true, HTTPClient: requests,
	})
	handler.SetBaseURL(cmp.Or(made.Resource, s.resource()))
	return &Authority{handler, k, store}
}

// Refused returns ErrRequired if the server refused a request because of the sign-in: it
// has none, or its token lacks a scope, which the next sign-in then requests.
func (g *Authority) Refused(res *http.Response) error {
	switch res.StatusCode {
	case http.StatusUnauthorized:
		return ErrRequired
	case http.StatusForbidden:
		scopes, lacking := demand(res.Header)
		if !lacking {
			return nil
		}
		if g == nil {
			return ErrRequired
		}
		if made, ok := g.store.signIn(); ok {
			made.Scopes = lists.AddNew(made.Scopes, scopes...)
			return errors.Join(ErrRequired, g.store.keep(made))
		}
		return ErrRequired
	}
	return nil
}

// Sign returns a request with the token, refreshed if it has expired. The error is
// ErrRequired, a *LostError or that of the request's context.
func (g *Authority) Sign(req *http.Request) (*http.Request, error) {
	g.oauthClient.lost.Store(nil)
	value, err := g.handler.GetAuthorizationHeader(req.Context())
	lost := g.oauthClient.lost.Load()
	switch {
	case err != nil && req.Context().Err() != nil:
		return nil, req.Context().Err()
	case err != nil && lost != nil: // a network failure does not end the sign-in
		return nil, lost
	case err != nil:
		return nil, ErrRequired
	}
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", value)
	return req, nil
}

// SignIn signs the user in. show is given the page that they have to open; nothing is
// opened here. The error is an *Error, ctx.Err(), or the failure to store the sign-in.
func (s Site) SignIn(ctx context.Context, pages Pages, show func(page string)) error {
	ctx, cancel := context.WithTimeout(ctx, signInTimeout)
	defer cancel()
	k, requests := s.oauthClient("")
	defer k.next.CloseIdleConnections()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(s.Client.Port)))
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }()
	place, err := s.discover(ctx, k, requests)
	if err != nil {
		return k.why(err, entry.EndNoSignIn)
	}
	store := transport.NewMemoryTokenStore()
	handler := transport.NewOAuthHandler(transport.OAuthConfig{
		RedirectURI: "http://" + listener.Addr().String() + callbackPath, ProtectedResourceMetadataURL: place.metadata,
		ClientID: s.Client.ID, ClientSecret: s.Client.Secret, Scopes: place.scopes,
		TokenStore: store, PKCEEnabled: true, HTTPClient: requests,
	})
	handler.SetBaseURL(place.resource)
	known, err := handler.GetServerMetadata(ctx)
	switch {
	case err != nil || s.Client.ID != "":
	case known.RegistrationEndpoint == "":
		return failure(entry.EndNoClient)
	default:
		err = handler.RegisterClient(ctx, clientName)
	}
	if err != nil || len(known.CodeChallengeMethodsSupported) > 0 && !slices.Contains(known.CodeChallengeMethodsSupported, "S256") {
		return k.why(err, entry.EndNoSignIn)
	}
	back, err := newCallbackServer(ctx, handler, pages)
	if err != nil {
		return err
	}
	page, err := handler.GetAuthorizationURL(ctx, back.state, transport.GenerateCodeChallenge(back.verifier))
	if err != nil {
		return k.why(err, entry.EndNoSignIn)
	}
	if to, err := url.Parse(page); err != nil || !k.may(to) {
		return failure(entry.EndOpenSignIn)
	}
	if _, err = elicit.Page(clientName, page); err != nil {
		return failure(entry.EndNoSignIn)
	}
	if err = back.wait(ctx, listener, func() { show(page) }); err != nil {
		return k.why(err, entry.EndRefusedSignIn)
	}
	token, err := store.GetToken(ctx)
	if err != nil || token.AccessToken == "" {
		return k.why(err, entry.EndRefusedSignIn)
	}
	secret := handler.GetClientSecret()
	if s.Client.ID != "" {
		secret = "" // stored where the user has put it
	}
	before, _ := tokens{s.Store, s.URL}.signIn()
	return tokens{s.Store, s.URL}.keep(signIn{
		ClientID: handler.GetClientID(), ClientSecret: secret, ClientMethod: handler.GetTokenEndpointAuthMethod(),
		Metadata: place.metadata, Resource: place.resource, Scopes: before.Scopes, Endpoint: known.TokenEndpoint, Token: *token,
	})
}
