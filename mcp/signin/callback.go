package signin

import (
	"context"
	"crypto/subtle"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/client/transport"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

// callbackServer receives the browser's redirect to this computer.
type callbackServer struct {
	ctx             context.Context //nolint:containedctx // that of the sign-in, which a request belongs to
	handler         *transport.OAuthHandler
	pages           Pages
	state, verifier string
	taken           atomic.Bool
	done            chan error
}

func newCallbackServer(ctx context.Context, handler *transport.OAuthHandler, pages Pages) (*callbackServer, error) {
	state, err := transport.GenerateState()
	verifier, failed := transport.GenerateCodeVerifier()
	return &callbackServer{ctx: ctx, handler: handler, pages: pages, state: state, verifier: verifier, done: make(chan error, 1)}, errors.Join(err, failed)
}

// wait listens, has the page shown, and waits for the redirect.
func (b *callbackServer) wait(ctx context.Context, listener net.Listener, show func()) error {
	served := &http.Server{Handler: b, ReadHeaderTimeout: requestTimeout, MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = served.Serve(listener) // always ends with an error
	}()
	defer func() {
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		if served.Shutdown(bye) != nil {
			_ = served.Close()
		}
		<-ended
	}()
	show()
	select {
	case err := <-b.done:
		return err
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return failure(entry.EndUnanswered)
		}
		return ctx.Err()
	}
}

// ServeHTTP accepts one answer, with the state that only the page was given. Anything
// else is ignored.
func (b *callbackServer) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	given := req.URL.Query()
	same := subtle.ConstantTimeCompare([]byte(given.Get("state")), []byte(b.state)) == 1
	if req.URL.Path != callbackPath || req.Method != http.MethodGet || !same || !b.taken.CompareAndSwap(false, true) {
		http.Error(w, b.pages.Failed, http.StatusBadRequest)
		return
	}
	err := refusal(given.Get("error"))
	if code := given.Get("code"); code != "" && given.Get("error") == "" {
		err = b.handler.ProcessAuthorizationResponse(b.ctx, code, given.Get("state"), b.verifier)
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, b.pages.Failed)
	} else {
		_, _ = io.WriteString(w, b.pages.Done)
	}
	b.done <- err
}
