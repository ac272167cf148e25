package call

import (
	"context"
	"errors"
	"io"
	"log"
	"runtime"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/server"
)

// queue is how many calls wait for a worker before the reading of new ones
// pauses.
const queue = 1_000

// Serve lets s answer requests from in on out until in ends or ctx is done; nil
// at the end of in. A message longer than 8 MiB is refused and the next one is
// read. errs gets what went wrong with the protocol; nil: nobody does.
func Serve(ctx context.Context, s *server.MCPServer, in io.Reader, out, errs io.Writer) error {
	if errs == nil {
		errs = io.Discard
	}
	stdio := server.NewStdioServer(s)
	stdio.SetErrorLogger(log.New(errs, "", log.LstdFlags))
	server.WithWorkerPoolSize(2*runtime.NumCPU() + 2)(stdio)
	server.WithQueueSize(queue)(stdio)

	// A reader that waits for more must not outlive ctx.
	defer context.AfterFunc(ctx, func() {
		if in, ok := in.(interface{ SetReadDeadline(time.Time) error }); ok {
			_ = in.SetReadDeadline(time.Unix(1, 0))
		}
	})()
	shared := &lockedWriter{out: out}
	err := stdio.Listen(ctx, newScreen(in, shared), shared)
	if ctx.Err() != nil && !errors.Is(err, ctx.Err()) {
		return ctx.Err()
	}
	return err
}

// lockedWriter lets several goroutines write, a message each.
type lockedWriter struct {
	mu  sync.Mutex
	out io.Writer
}

func (w *lockedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(p)
}
