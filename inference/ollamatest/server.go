package ollamatest

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"testing"
)

// Server is a scripted Ollama server.
type Server struct {
	tb   testing.TB
	addr string

	mu     sync.Mutex
	http   *http.Server
	socket net.Listener
	models map[string]*Model
	pulls  map[string][]PullStep
	alike  map[string]string // synonyms
	asked  []string
	sched  scheduler
	local  bool
}

// Start runs a server on a free loopback port until the test ends.
func Start(tb testing.TB) *Server {
	tb.Helper()
	s := newServer(tb)
	s.listen("127.0.0.1:0")
	tb.Cleanup(s.Stop)
	return s
}

// StartPiped runs a server without a network, for tests with fake time: inside a
// testing/synctest bubble every connection is a pipe that the returned function dials.
// The server ends with ctx.
func StartPiped(ctx context.Context, tb testing.TB) (*Server, func(ctx context.Context, network, addr string) (net.Conn, error)) {
	tb.Helper()
	s := newServer(tb)
	l := &pipeListener{conns: make(chan net.Conn), done: ctx.Done()}
	s.serve(l)
	context.AfterFunc(ctx, s.Stop)
	return s, l.dial
}

func newServer(tb testing.TB) *Server {
	return &Server{
		tb: tb, models: map[string]*Model{}, pulls: map[string][]PullStep{}, alike: map[string]string{},
		sched: scheduler{changed: make(chan struct{})},
	}
}

// Host returns the server's address in the form of OLLAMA_HOST.
func (s *Server) Host() string { return s.addr }

// NoCloud hides the models that run elsewhere: OLLAMA_NO_CLOUD.
func (s *Server) NoCloud() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.local = true
}

// Stop kills the server: every stream is cut, and new connections are refused.
func (s *Server) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.http != nil {
		_ = s.socket.Close() // http owns it only once it is served
		_ = s.http.Close()   // closed twice
		s.http = nil
	}
}

// Resume restarts a stopped server on the same port, with no model loaded.
func (s *Server) Resume() {
	for _, m := range s.all() {
		m.unload()
	}
	s.listen(s.addr)
}

func (s *Server) listen(addr string) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		s.tb.Fatalf("ollamatest: listen on %s: %v", addr, err)
	}
	s.addr = l.Addr().String()
	s.serve(l)
}

func (s *Server) serve(l net.Listener) {
	srv := &http.Server{Handler: s.handler()}
	s.mu.Lock()
	s.http, s.socket = srv, l
	s.mu.Unlock()
	go func() {
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			s.tb.Errorf("ollamatest: serve: %v", err)
		}
	}()
}

// handler handles a real server's paths; others get its plain-text 404 and 405.
func (s *Server) handler() http.Handler {
	routes := map[string]map[string]func(http.ResponseWriter, *http.Request) *refusal{
		"/":            {http.MethodGet: s.alive},
		"/api/chat":    {http.MethodPost: s.chat},
		"/api/embed":   {http.MethodPost: s.embed},
		"/api/show":    {http.MethodPost: s.show},
		"/api/tags":    {http.MethodGet: s.tags},
		"/api/ps":      {http.MethodGet: s.ps},
		"/api/delete":  {http.MethodDelete: s.remove},
		"/api/pull":    {http.MethodPost: s.pull},
		"/api/version": {http.MethodGet: s.version},
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.Method+" "+r.URL.Path)
		s.mu.Unlock()
		methods, known := routes[r.URL.Path]
		if !known {
			http.Error(w, "404 page not found", http.StatusNotFound)
			return
		}
		handle, known := methods[r.Method]
		if !known {
			http.Error(w, "405 method not allowed", http.StatusMethodNotAllowed)
			return
		}
		if bad := handle(w, r); bad != nil {
			refuse(w, bad)
		}
	})
}

// Asked lists every request so far, as "POST /api/chat".
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.asked...)
}

// pipeListener passes the remote ends of pipes to a server.
type pipeListener struct {
	conns chan net.Conn
	done  <-chan struct{}
}

func (l *pipeListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	local, remote := net.Pipe()
	select {
	case l.conns <- remote:
		return local, nil
	case <-l.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error   { return nil }
func (l *pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }
