package signin

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/lists"
	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// place is where and for what to sign in.
type place struct {
	// resource is the OAuth resource indicator: the server's URL, or the part of it that
	// its metadata names.
	resource string
	// metadata is the URL of the resource metadata; empty means that
	// transport.OAuthHandler finds it.
	metadata string
	scopes   []string
}

// The well-known paths of RFC 9728 and RFC 8414.
const (
	resourceMetadata = "/.well-known/oauth-protected-resource"
	issuerMetadata   = "/.well-known/oauth-authorization-server"
)

// discover finds the resource metadata: where the server's challenge says that it is, at
// the well-known path of the URL, or at that of its host. Servers older than resource
// metadata describe their authorization server at their host.
func (s Site) discover(ctx context.Context, k *oauthClient, requests *http.Client) (place, error) {
	p := place{resource: s.resource()}
	var err error
	if p.metadata, err = s.challenge(ctx, requests); err != nil {
		return p, err
	}
	at, err := url.Parse(s.URL)
	if err != nil {
		return p, failure(entry.EndAddress)
	}
	host := at.Scheme + "://" + at.Host
	usual := host + resourceMetadata + strings.TrimSuffix(at.EscapedPath(), "/")
	var known struct {
		Resource        string   `json:"resource"`
		ScopesSupported []string `json:"scopes_supported"`
	}
	switch {
	case p.metadata != "":
		_ = fetch(ctx, requests, p.metadata, &known) // the handler says what is wrong with it
	case fetch(ctx, requests, usual, &known):
	case fetch(ctx, requests, host+resourceMetadata, &known) && isPartOf(known.Resource, s.resource()):
		p.resource, p.metadata = known.Resource, host+resourceMetadata
	case fetch(ctx, requests, host+issuerMetadata, &transport.AuthServerMetadata{}):
		p.resource = host
	}
	p.scopes = s.scopes(k.demanded(), known.ScopesSupported)
	return p, nil
}

// fetch reads a JSON document, and reports whether it is there.
func fetch(ctx context.Context, requests *http.Client, from string, to any) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, from, http.NoBody)
	if err != nil {
		return false
	}
	req.Header.Set("Accept", "application/json")
	res, err := requests.Do(req)
	if err != nil {
		return false
	}
	defer func() { _ = res.Body.Close() }()
	return res.StatusCode == http.StatusOK && json.NewDecoder(res.Body).Decode(to) == nil
}

// isPartOf reports whether a resource is the URL or a parent of it on the same host: a
// token for another server must not be asked for.
func isPartOf(resource, of string) bool {
	r, err := url.Parse(resource)
	a, failed := url.Parse(of)
	if err != nil || failed != nil || r.Scheme != a.Scheme || r.Host != a.Host || r.User != nil || r.RawQuery != "" || r.Fragment != "" {
		return false
	}
	return strings.HasPrefix(strings.TrimSuffix(a.EscapedPath(), "/")+"/", strings.TrimSuffix(r.EscapedPath(), "/")+"/")
}

// scopes are those that the user chose, else those that the server demanded, else those
// that it supports; and those that a call was refused for.
func (s Site) scopes(demanded, supported []string) []string {
	scopes := strings.Fields(s.Client.Scope)
	if len(scopes) > 0 {
		return scopes
	}
	if scopes = demanded; len(scopes) == 0 {
		scopes = valid(supported)
	}
	made, _ := tokens{s.Store, s.URL}.signIn()
	return lists.AddNew(slices.Clone(scopes), made.Scopes...)
}

// maxScopes bounds what a server can have requested from its authorization server.
const maxScopes = 100

// valid are the scopes that have the form of RFC 6749.
func valid(scopes []string) []string {
	invalid := func(r rune) bool { return r < '!' || r > '~' || r == '"' || r == '\\' }
	scopes = slices.DeleteFunc(slices.Clone(scopes), func(scope string) bool {
		return scope == "" || strings.ContainsFunc(scope, invalid)
	})
	return scopes[:min(len(scopes), maxScopes)]
}

// parameter is scope or error in a WWW-Authenticate header; neither may have quotes or
// backslashes in its value.
var parameter = regexp.MustCompile(`(?i)\b(scope|error)\s*=\s*(?:"([^"\\]*)"|([^\s",]+))`)

// demand reads what a refusal demands: the scopes, and whether the token lacks them.
func demand(refused http.Header) (scopes []string, lacking bool) {
	for _, header := range refused.Values("WWW-Authenticate") {
		for _, p := range parameter.FindAllStringSubmatch(header, -1) {
			value := p[2] + p[3]
			if strings.EqualFold(p[1], "scope") {
				scopes = lists.AddNew(scopes, valid(strings.Fields(value))...)
			} else {
				lacking = lacking || value == "insufficient_scope"
			}
		}
	}
	return scopes, lacking
}

// challenge asks the server once without a token and returns the URL of its resource
// metadata; empty means the well-known one, or that no sign-in was required.
func (s Site) challenge(ctx context.Context, requests *http.Client) (string, error) {
	asked, err := transport.NewStreamableHTTP(s.URL, transport.WithHTTPHeaders(s.Headers), transport.WithHTTPBasicClient(requests),
		transport.WithHTTPLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return "", failure(entry.EndAddress)
	}
	defer func() { _ = asked.Close() }()
	var params mcp.InitializeParams
	params.ProtocolVersion, params.ClientInfo.Name = protocol, clientName
	_, err = asked.SendRequest(ctx, transport.JSONRPCRequest{
		JSONRPC: mcp.JSONRPC_VERSION, ID: mcp.NewRequestId(int64(1)), Method: string(mcp.MethodInitialize), Params: params,
	})
	var unreached *url.Error
	if errors.As(err, &unreached) {
		return "", err
	}
	place, err := url.Parse(client.GetResourceMetadataURL(err))
	at, _ := url.Parse(s.URL) // validated above
	if err != nil || place.Scheme != at.Scheme || place.Host != at.Host {
		return "", nil
	}
	return place.String(), nil
}
