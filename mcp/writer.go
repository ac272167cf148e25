package mcp

import (
	"errors"
	"io"
	"sync"
)

// queueWriter writes to a pipe whose reader may stall. Write never blocks; a goroutine
// does. If more than limit bytes would be queued, Write fails with errStuck and stuck is
// called.
type queueWriter struct {
	dst   io.WriteCloser
	limit int
	stuck func()

	mu     sync.Mutex
	queue  [][]byte
	size   int
	closed bool
	more   chan struct{} // capacity 1: something changed
	done   chan struct{} // closed when the goroutine has ended
}

// newQueueWriter starts the goroutine; Close ends it and closes dst.
func newQueueWriter(dst io.WriteCloser, limit int, stuck func()) *queueWriter {
	w := &queueWriter{
		dst: dst, limit: limit, stuck: stuck,
		more: make(chan struct{}, 1), done: make(chan struct{}),
	}
	go w.run()
	return w
}

func (w *queueWriter) Write(p []byte) (int, error) {
	err := w.add(p)
	if err == nil {
		return len(p), nil
	}
	if errors.Is(err, errStuck) {
		w.stuck() // without the lock: it may close the writer
	}
	return 0, err
}

func (w *queueWriter) add(p []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return io.ErrClosedPipe
	}
	if w.size+len(p) > w.limit {
		return errStuck
	}
	w.queue = append(w.queue, append([]byte(nil), p...))
	w.size += len(p)
	signal(w.more)
	return nil
}

// Close drops what is queued and closes the pipe, which also unblocks a pending write.
func (w *queueWriter) Close() error {
	w.mu.Lock()
	already := w.closed
	w.closed, w.queue = true, nil
	w.mu.Unlock()
	if already {
		return nil
	}
	signal(w.more)
	return w.dst.Close()
}

func (w *queueWriter) run() {
	defer close(w.done)
	for range w.more {
		for {
			p, open := w.next()
			if !open {
				return
			}
			if p == nil {
				break
			}
			if _, err := w.dst.Write(p); err != nil {
				return // the process is gone; its end is handled elsewhere
			}
			w.written(len(p))
		}
	}
}

// next returns the oldest message; nil if there is none.
func (w *queueWriter) next() (p []byte, open bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.queue) > 0 {
		p, w.queue = w.queue[0], w.queue[1:]
	}
	return p, !w.closed
}

// written releases the n bytes of a written message.
func (w *queueWriter) written(n int) {
	w.mu.Lock()
	w.size -= n
	w.mu.Unlock()
}
