package signin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/wire/elicit"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// Kept keeps what came of sign-ins, by the addresses of servers.
type Kept interface {
	Of(address string) (json.RawMessage, bool)
	Keep(address string, made json.RawMessage) error
}

// Site is a server to be signed in to.
type Site struct {
	URL string
	// Headers are sent with each request to it.
	Headers map[string]string
	// Client is what is signed in as; zero: what the server registers then.
	Client entry.Client
	// Loopback: it is on this computer, where nothing has to be encrypted.
	Loopback bool
	// Network is the way to it, and to whom it names.
	Network *http.Transport
	Kept    Kept // nil: nobody can sign in
}

// Pages are the words that the browser shows once the person comes back.
type Pages struct{ Done, Failed string }

// Error says why nobody was signed in. It has nothing in it of what a server sent
// but the code of a refusal.
type Error struct{ Why entry.End }

func (e *Error) Error() string { return "sign in: " + string(e.Why.Code) + " " + e.Why.Detail }

func failure(code entry.EndCode) *Error { return &Error{entry.End{Code: code}} }

// Why a request to a server cannot be given its token.
var (
	// ErrWanted: the person has to sign in, or once more.
	ErrWanted = errors.New("the server wants a sign-in")

	errOpen      = errors.New("the request would not be encrypted")
	errElsewhere = errors.New("the request would go to another address")
)

// LostError is what the network said when a token was to be renewed.
type LostError struct{ Said error }

func (e *LostError) Error() string { return e.Said.Error() }

const (
	// pageTime is how long the person may take on the page, askTime what one
	// request of a sign-in may take, byeTime what the browser may take to get its
	// words, mostTold how long an answer may be.
	pageTime = 10 * time.Minute
	askTime  = 30 * time.Second
	byeTime  = time.Second
	mostTold = 1 << 20
	// comeBack is where the browser is sent with the answer.
	comeBack = "/signed-in"
	// protocol is what the server is asked in once.
	protocol = "2025-11-25"
	// ourName is what the person sees on the page to sign in on.
	ourName = "Deskhand"
)

// signIn is a sign-in as it is kept.
type signIn struct {
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret,omitempty"`
	ClientMethod string `json:"client_method,omitempty"`
	// Resource is where the server says who signs in to it; empty: the usual place.
	Resource string `json:"resource_metadata,omitempty"`
	// Endpoint is the only address that the token is renewed at.
	Endpoint string          `json:"token_endpoint"`
	Token    transport.Token `json:"token"`
}

// tokens is the token that is kept for one address.
type tokens struct {
	kept Kept
	at   string
}

func (t tokens) signIn() (made signIn, ok bool) {
	if t.kept == nil {
		return made, false
	}
	raw, ok := t.kept.Of(t.at)
	return made, ok && json.Unmarshal(raw, &made) == nil
}

func (t tokens) keep(made signIn) error {
	raw, err := json.Marshal(made)
	if err != nil {
		return err
	}
	return t.kept.Keep(t.at, raw)
}

// GetToken returns the token.
func (t tokens) GetToken(ctx context.Context) (*transport.Token, error) {
	made, ok := t.signIn()
	if !ok {
		return nil, errors.Join(transport.ErrNoToken, ctx.Err())
	}
	return &made.Token, ctx.Err()
}

// SaveToken keeps a token that was renewed, unless the person has signed out.
func (t tokens) SaveToken(ctx context.Context, token *transport.Token) error {
	made, ok := t.signIn()
	if !ok {
		return errors.Join(transport.ErrNoToken, ctx.Err())
	}
	made.Token = *token
	return t.keep(made)
}

// resource is the address as a sign-in names it.
func (s Site) resource() string {
	at, err := url.Parse(s.URL)
	if err != nil {
		return s.URL
	}
	at.RawQuery, at.Fragment = "", ""
	return at.String()
}

// Authority gives the requests to a server the token that is kept for it.
type Authority struct {
	handler *transport.OAuthHandler
	asker   *asker
}

// Authority returns nil where nobody has signed in.
func (s Site) Authority() *Authority {
	store := tokens{s.Kept, s.URL}
	made, ok := store.signIn()
	if !ok || s.Client.ID != "" && s.Client.ID != made.ClientID {
		return nil
	}
	made.ClientSecret = cmp.Or(s.Client.Secret, made.ClientSecret)
	k, requests := s.asker(made.Endpoint)
	handler := transport.NewOAuthHandler(transport.OAuthConfig{
		ClientID: made.ClientID, ClientSecret: made.ClientSecret, TokenEndpointAuthMethod: made.ClientMethod,
		ProtectedResourceMetadataURL: made.Resource, TokenStore: store, PKCEEnabled: true, HTTPClient: requests,
	})
	handler.SetBaseURL(s.resource())
	return &Authority{handler, k}
}

// Sign returns a request with the token, which is renewed where its time is up. The
// error is ErrWanted, a *LostError or that of the request's context.
func (g *Authority) Sign(req *http.Request) (*http.Request, error) {
	g.asker.lost.Store(nil)
	value, err := g.handler.GetAuthorizationHeader(req.Context())
	lost := g.asker.lost.Load()
	switch {
	case err != nil && req.Context().Err() != nil:
		return nil, req.Context().Err()
	case err != nil && lost != nil: // the network is away, the sign-in is not
		return nil, lost
	case err != nil:
		return nil, ErrWanted
	}
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", value)
	return req, nil
}

// SignIn signs the person in. show gets the page that they have to open for it;
// nothing is opened here. The error is an *Error, that of ctx, or of what could not
// be kept.
func (s Site) SignIn(ctx context.Context, pages Pages, show func(page string)) error {
	ctx, cancel := context.WithTimeout(ctx, pageTime)
	defer cancel()
	k, requests := s.asker("")
	defer k.next.CloseIdleConnections()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(s.Client.Port)))
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }()
	place, err := s.challenge(ctx, requests)
	if err != nil {
		return k.why(err, entry.EndNoSignIn)
	}
	store := transport.NewMemoryTokenStore()
	handler := transport.NewOAuthHandler(transport.OAuthConfig{
		RedirectURI: "http://" + listener.Addr().String() + comeBack, ProtectedResourceMetadataURL: place,
		ClientID: s.Client.ID, ClientSecret: s.Client.Secret, Scopes: strings.Fields(s.Client.Scope),
		TokenStore: store, PKCEEnabled: true, HTTPClient: requests,
	})
	handler.SetBaseURL(s.resource())
	known, err := handler.GetServerMetadata(ctx)
	switch {
	case err != nil || s.Client.ID != "":
	case known.RegistrationEndpoint == "":
		return failure(entry.EndNoClient)
	default:
		err = handler.RegisterClient(ctx, ourName)
	}
	if err != nil || len(known.CodeChallengeMethodsSupported) > 0 && !slices.Contains(known.CodeChallengeMethodsSupported, "S256") {
		return k.why(err, entry.EndNoSignIn)
	}
	back, err := newComingBack(ctx, handler, pages)
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
	if _, err = elicit.Page(ourName, page); err != nil {
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
		secret = "" // it is kept where the person has put it
	}
	return tokens{s.Kept, s.URL}.keep(signIn{
		ClientID: handler.GetClientID(), ClientSecret: secret, ClientMethod: handler.GetTokenEndpointAuthMethod(),
		Resource: place, Endpoint: known.TokenEndpoint, Token: *token,
	})
}

// challenge asks the server once without a token and returns where it says who
// signs in to it; empty: the usual place, or that it wants no sign-in for that.
func (s Site) challenge(ctx context.Context, requests *http.Client) (string, error) {
	asked, err := transport.NewStreamableHTTP(s.URL, transport.WithHTTPHeaders(s.Headers), transport.WithHTTPBasicClient(requests),
		transport.WithHTTPLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return "", failure(entry.EndAddress)
	}
	defer func() { _ = asked.Close() }()
	var params mcp.InitializeParams
	params.ProtocolVersion, params.ClientInfo.Name = protocol, ourName
	_, err = asked.SendRequest(ctx, transport.JSONRPCRequest{
		JSONRPC: mcp.JSONRPC_VERSION, ID: mcp.NewRequestId(int64(1)), Method: string(mcp.MethodInitialize), Params: params,
	})
	var unreached *url.Error
	if errors.As(err, &unreached) {
		return "", err
	}
	place, err := url.Parse(client.GetResourceMetadataURL(err))
	at, _ := url.Parse(s.URL) // it was understood above
	if err != nil || place.Scheme != at.Scheme || place.Host != at.Host {
		return "", nil
	}
	return place.String(), nil
}
