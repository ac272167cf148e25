package mcptest

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
)

// Guarded is the server in ModeWell at /mcp that wants a sign-in, together with who
// signs in to it: OAuth with metadata, registration and PKCE. What does not fit is
// refused. Tokens and codes have "hidden" in them.
type Guarded struct {
	*httptest.Server

	mu      sync.Mutex
	opened  map[string]url.Values // what the page was opened with, by code
	good    string                // the token that is good now
	scopes  string                // what it was asked for
	made    int
	renewed int
	rules   Rules
}

// Rules are what a Guarded server does otherwise than usual.
type Rules struct {
	// NoRenewal refuses to renew a token; Endpoint is told as the address to do it.
	NoRenewal bool
	Endpoint  string
	// OneClient registers nobody: only the client own-client with the secret
	// own-hidden is known.
	OneClient bool
	// Scope is demanded of who has no token, Scopes of each token.
	Scope, Scopes string
}

// NewGuarded starts one on loopback; who calls it closes it. With a hint it tells at
// a refusal where its sign-in is described, which is not the usual place then.
func NewGuarded(hint bool) *Guarded {
	g := &Guarded{opened: map[string]url.Values{}}
	inner := Handler()
	mux := http.NewServeMux()
	described := "/.well-known/oauth-protected-resource/mcp"
	if hint {
		described = "/described/elsewhere"
	}
	mux.HandleFunc("GET "+described, func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]any{"resource": g.URL + "/mcp", "authorization_servers": []string{g.URL + "/issuer"}})
	})
	mux.HandleFunc("GET /.well-known/oauth-authorization-server/issuer", g.describe)
	mux.HandleFunc("POST /register", register)
	mux.HandleFunc("GET /authorize", g.authorize)
	mux.HandleFunc("POST /token", g.token)
	mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		if g.lets(r) {
			inner.ServeHTTP(w, r)
			return
		}
		challenge, status := g.refusal(r)
		if hint {
			w.Header().Set("WWW-Authenticate", challenge+`, resource_metadata="`+g.URL+described+`"`)
		}
		w.WriteHeader(status)
	})
	g.Server = httptest.NewServer(mux)
	return g
}

// Rule has it go by other rules.
func (g *Guarded) Rule(r Rules) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.rules = r
}

// Revoke has no token be good any more that it has given.
func (g *Guarded) Revoke() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.good = ""
}

// Renewed tells how often a token was renewed.
func (g *Guarded) Renewed() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.renewed
}

func answer(w http.ResponseWriter, status int, what any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(what)
}

func (g *Guarded) describe(w http.ResponseWriter, _ *http.Request) {
	g.mu.Lock()
	rules := g.rules
	g.mu.Unlock()
	described := map[string]any{
		"issuer": g.URL + "/issuer", "authorization_endpoint": g.URL + "/authorize", "token_endpoint": cmp.Or(rules.Endpoint, g.URL+"/token"),
		"response_types_supported": []string{"code"}, "code_challenge_methods_supported": []string{"S256"},
	}
	if !rules.OneClient {
		described["registration_endpoint"] = g.URL + "/register"
	}
	answer(w, http.StatusOK, described)
}

func register(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Name      string   `json:"client_name"`
		Redirects []string `json:"redirect_uris"`
	}
	if json.NewDecoder(r.Body).Decode(&asked) != nil || asked.Name != "Deskhand" || len(asked.Redirects) != 1 {
		answer(w, http.StatusBadRequest, map[string]any{"error": "invalid_client_metadata"})
		return
	}
	answer(w, http.StatusCreated, map[string]any{"client_id": "our-client"})
}

// authorize is the page to sign in on, where the person has said yes already.
func (g *Guarded) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	g.mu.Lock()
	defer g.mu.Unlock()
	if q.Get("client_id") != g.client() || q.Get("resource") != g.URL+"/mcp" || q.Get("code_challenge_method") != "S256" || q.Get("code_challenge") == "" {
		http.Error(w, "this is not how it is opened", http.StatusBadRequest)
		return
	}
	g.made++
	code := fmt.Sprint("hidden-code-", g.made)
	g.opened[code] = q
	http.Redirect(w, r, q.Get("redirect_uri")+"?code="+code+"&state="+url.QueryEscape(q.Get("state")), http.StatusFound)
}

// client is the ID of the only client that is known. The caller holds mu.
func (g *Guarded) client() string {
	if g.rules.OneClient {
		return "own-client"
	}
	return "our-client"
}

func (g *Guarded) token(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	_ = r.ParseForm() // what cannot be read is refused below
	sum := sha256.Sum256([]byte(r.Form.Get("code_verifier")))
	opened, known := g.opened[r.Form.Get("code")]
	first := known && opened.Get("redirect_uri") == r.Form.Get("redirect_uri") && opened.Get("code_challenge") == base64.RawURLEncoding.EncodeToString(sum[:])
	again := r.Form.Get("refresh_token") == "hidden-refresh" && !g.rules.NoRenewal
	known = !g.rules.OneClient || r.Form.Get("client_id") == g.client() && r.Form.Get("client_secret") == "own-hidden"
	if !known || !first && !again {
		answer(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant", "error_description": "hidden words"})
		return
	}
	if again {
		g.renewed++
	}
	g.made++
	g.good = fmt.Sprint("hidden-token-", g.made)
	if first {
		g.scopes = opened.Get("scope")
	}
	answer(w, http.StatusOK, map[string]any{"access_token": g.good, "token_type": "bearer", "refresh_token": "hidden-refresh", "expires_in": 3600})
}

// lets reports whether a request has a token that is good.
func (g *Guarded) lets(r *http.Request) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.knows(r) && (g.rules.Scopes == "" || g.scopes == g.rules.Scopes)
}

// knows reports whether a request has the token. The caller holds mu.
func (g *Guarded) knows(r *http.Request) bool {
	return g.good != "" && r.Header.Get("Authorization") == "Bearer "+g.good
}

// refusal says why a request is refused.
func (g *Guarded) refusal(r *http.Request) (challenge string, status int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.knows(r) {
		return `Bearer error="insufficient_scope", scope="` + g.rules.Scopes + `"`, http.StatusForbidden
	}
	return `Bearer scope="` + g.rules.Scope + `"`, http.StatusUnauthorized
}
