package holder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// Command is a caller's command, with its terminal.
type Command struct {
	Request
	Terminal
}

// Holder listens for callers. Close it before the database.
type Holder struct {
	version string
	at      *place
	l       net.Listener
	run     func(context.Context, Command) int

	ctx    context.Context // of the commands
	cancel context.CancelCauseFunc

	mu     sync.Mutex
	idle   *sync.Cond
	served int           // connections
	done   chan struct{} // closed when no connection is accepted any more
}

// Listen begins to serve the callers of a data folder. run does a command and
// returns its exit code; commands run side by side. It is called by the process
// that holds the database, so that a socket that is there already is a dead one.
func Listen(data, version string, run func(context.Context, Command) int) (*Holder, error) {
	if err := private(data); err != nil {
		return nil, err
	}
	at, err := address(data)
	if err != nil {
		return nil, err
	}
	l, err := listen(at.path)
	if err != nil {
		at.close()
		return nil, fmt.Errorf("listen for other commands: %w", err)
	}
	h := &Holder{version: version, at: at, l: l, run: run, done: make(chan struct{})}
	h.idle = sync.NewCond(&h.mu)
	h.ctx, h.cancel = context.WithCancelCause(context.Background())
	go h.accept()
	return h, nil
}

// private makes the data folder accessible to the user alone.
func private(data string) error {
	fi, err := os.Stat(data)
	if err == nil && fi.Mode().Perm()&0o077 != 0 {
		err = os.Chmod(data, 0o700)
	}
	if err != nil {
		return fmt.Errorf("close the data folder to others: %w", err)
	}
	return nil
}

// listen replaces a dead socket.
func listen(path string) (net.Listener, error) {
	there, err := os.Lstat(path)
	switch {
	case err == nil && there.Mode()&os.ModeSocket == 0:
		return nil, fmt.Errorf("%s is not a socket", path)
	case err == nil:
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

func (h *Holder) accept() {
	defer close(h.done)
	for {
		conn, err := h.l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // too many open files, or the caller has gone
			select {
			case <-h.ctx.Done():
				return
			case <-time.After(10 * time.Millisecond):
			}
			continue
		}
		h.add(1)
		go func() {
			defer h.add(-1)
			h.serve(conn)
		}()
	}
}

func (h *Holder) add(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.served += n
	h.idle.Broadcast()
}

// Busy reports whether commands of others are running.
func (h *Holder) Busy() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.served > 0
}

// Close waits for the commands of others, including new ones, and stops listening. When
// ctx ends they are cancelled with ErrEnded.
func (h *Holder) Close(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() { h.cancel(ErrEnded) })
	defer stop()
	h.mu.Lock()
	for h.served > 0 {
		h.idle.Wait()
	}
	h.mu.Unlock()
	_ = h.l.Close() // it fails if it was closed before; it removes the socket
	<-h.done
	// A caller that connects meanwhile is redirected to another holder, or waited for.
	h.mu.Lock()
	for h.served > 0 {
		h.idle.Wait()
	}
	h.mu.Unlock()
	h.cancel(ErrEnded)
	h.at.close()
}

// serve runs the command of one caller.
func (h *Holder) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	// A cancelled caller need not read any more.
	drop := context.AfterFunc(h.ctx, func() { _ = conn.SetWriteDeadline(time.Now().Add(AnswerLimit)) })
	defer drop()
	if samePerson(conn) != nil {
		return
	}
	l := newLine(conn)
	theirs, err := l.greet(h.version, time.Now().Add(requestLimit))
	if err != nil || theirs.Protocol != protocol || theirs.Version != h.version {
		return
	}
	if conn.SetReadDeadline(time.Now().Add(requestLimit)) != nil {
		return
	}
	m, err := l.next()
	if err != nil || m.Run == nil || conn.SetReadDeadline(time.Time{}) != nil {
		return
	}
	s := &session{line: l, typed: make(chan typed, 1)}
	var cancel context.CancelFunc
	s.ctx, cancel = context.WithCancel(h.ctx)
	defer cancel()
	go s.listen(cancel)
	code := h.run(s.ctx, Command{*m.Run, Terminal{
		In:   reader{s},
		Out:  printer(func(p []byte) error { return l.send(message{Out: p}) }),
		Errs: printer(func(p []byte) error { return l.send(message{Errs: p}) }),
	}})
	_ = l.send(message{Exit: &code}) // a caller that has gone does not care
}

// session is a running command.
type session struct {
	line  *line
	ctx   context.Context
	typed chan typed
}

// listen receives the caller's messages; when it has gone, its command is cancelled.
func (s *session) listen(cancel context.CancelFunc) {
	defer cancel()
	for {
		m, err := s.line.next()
		switch {
		case err != nil:
			return
		case m.Cancel:
			cancel()
		case m.Typed != nil:
			select {
			case s.typed <- *m.Typed:
			default: // not requested
			}
		}
	}
}

// reader is the caller's standard input. Nothing is read there before it is requested.
type reader struct{ s *session }

// Read requests bytes from the caller and waits for them.
func (r reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if err := r.s.line.send(message{Read: min(len(p), longestPart)}); err != nil {
		return 0, err
	}
	select {
	case t := <-r.s.typed:
		n := copy(p, t.Text)
		if t.End && n == 0 {
			return 0, io.EOF
		}
		return n, nil
	case <-r.s.ctx.Done():
		return 0, r.s.ctx.Err()
	}
}

// printer is one of the caller's output streams.
type printer func([]byte) error

// Write sends bytes in parts.
func (send printer) Write(p []byte) (n int, err error) {
	for n < len(p) {
		part := p[n:min(n+longestPart, len(p))]
		if err := send(part); err != nil {
			return n, err
		}
		n += len(part)
	}
	return n, nil
}
