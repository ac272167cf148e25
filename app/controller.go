package app

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/habit/habitfile"
	"github.com/deskhand/deskhand/agentcore/keylock"
	"github.com/deskhand/deskhand/agentcore/store"
	"github.com/deskhand/deskhand/agentcore/triage"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/app/duplicates"
	"github.com/deskhand/deskhand/app/engines"
	"github.com/deskhand/deskhand/app/papers"
	"github.com/deskhand/deskhand/app/rulebook"
	"github.com/deskhand/deskhand/app/runlog"
	"github.com/deskhand/deskhand/app/scans"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/mcp"
)

// Controller is what a window or a verb can ask of the program. Its calls block and end
// when their context does. It is safe for concurrent use.
type Controller struct {
	*papers.Papers // the documents that were read
	*engines.Book  // the model servers besides Ollama
	*scans.Scans   // makes searchable PDFs

	*duplicates.Duplicates // finds duplicate files

	config config.Config
	paths  config.Paths
	self   string // the program that our servers are started from
	store  *store.Store
	host   *mcp.Host
	// external are the servers of mcp.json, which the host runs next to ours.
	external *external
	habits   *habitfile.File
	rules    *rulebook.Book
	runs     *runlog.Log // their stderr output
	guard    *guard.Guard
	triage   *triage.Triage
	tools    agentcore.Toolbox // the servers' tools, under guard
	agent    *agentcore.Agent
	ollama   backend.Host
	models   *models
	// turns locks the conversations with a running turn: the window and a verb can ask in
	// the same one.
	turns keylock.Locks
	now   func() time.Time

	mu      sync.Mutex
	best    string // the best installed model when last looked up
	bestAt  time.Time
	live    live
	engine  documents.Status         // what reads documents, once known
	streams map[string]*event.Stream // by conversation or batch, while it runs
}

// Close ends every server and goroutine and closes the database.
func (c *Controller) Close() error {
	c.ollama.Close()
	c.Book.Asked().Close()
	c.external.close()
	return errors.Join(c.host.Close(), c.guard.Flush(context.Background()), c.Collection.Library.Close(), c.store.Close())
}

// Damage returns which of our own files were damaged at the start.
func (c *Controller) Damage() Damage {
	return Damage{Database: c.store.Salvaged(), Habits: c.habits.Damaged()}
}

// Wait waits up to limit for our own servers, and returns those that are not up. It does
// not wait for those of mcp.json.
func (c *Controller) Wait(ctx context.Context, limit time.Duration) (down []string, err error) {
	waiting, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return c.waitFor(ctx, waiting, ownNames())
}

// WaitServers waits up to limit for the named servers, or for every enabled one if none
// is named, and returns those that are not up.
func (c *Controller) WaitServers(ctx context.Context, limit time.Duration, names ...string) (down []string, err error) {
	waiting, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	select {
	case <-c.external.first:
	case <-waiting.Done():
	}
	if len(names) == 0 {
		names = append(ownNames(), c.external.wanted()...)
	}
	return c.waitFor(ctx, waiting, names)
}

// Up waits for our own servers, since files may be dropped right after the start. Its
// error names those that do not come up.
func (c *Controller) Up(ctx context.Context) error {
	down, err := c.Wait(ctx, serversUp)
	if err == nil && len(down) > 0 {
		err = &chat.Failure{Class: chat.ErrServerDown, Advice: chat.Advice{Code: chat.AdviseDoctor, Args: down}}
	}
	return err
}

func (c *Controller) waitFor(ctx, waiting context.Context, names []string) (down []string, err error) {
	waitErr := c.host.Wait(waiting, names...)
	for _, s := range c.host.States() {
		if slices.Contains(names, s.Name) && s.State != mcp.StateReady && s.State != mcp.StateIdle {
			down = append(down, s.Name)
		}
	}
	if ctx.Err() != nil {
		return down, ctx.Err()
	}
	if waitErr != nil && len(down) == 0 {
		return nil, waitErr
	}
	return down, nil
}

// open starts the event stream of a conversation's turn or a batch; the guard's questions
// about it, and its tools' progress, go there too.
func (c *Controller) open(of, id string, emit func(event.Event)) (s *event.Stream, end func()) {
	s = event.NewStream(id, emit)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.streams == nil {
		c.streams = map[string]*event.Stream{}
	}
	c.streams[of] = s
	return s, func() {
		c.mu.Lock()
		delete(c.streams, of)
		c.mu.Unlock()
		// Records that cannot be written are kept and reported with the next one.
		_ = c.guard.Flush(context.Background())
	}
}

// notify emits an event of the guard or of a tool into the stream it belongs to.
func (c *Controller) notify(of string, b event.Body) {
	c.mu.Lock()
	s := c.streams[of]
	c.mu.Unlock()
	if s != nil {
		s.Emit(b)
	}
}

// call runs a guarded tool for the user and decodes its data into out.
func (c *Controller) call(ctx context.Context, tool string, args any, roots []string, out any) (chat.ToolResult, error) {
	return c.callFor(ctx, guard.ByProgram, tool, args, roots, out)
}

// callFor is call on behalf of by.
func (c *Controller) callFor(ctx context.Context, by, tool string, args any, roots []string, out any) (chat.ToolResult, error) {
	return agentcore.CallTool(ctx, c.tools, chat.Invocation{Call: chat.ToolCall{ID: tool, Name: tool}, Roots: roots, By: by}, args, out)
}

// newID returns a generator of ids that sort by time and can be read aloud:
// 20261120-140233-7f3a.
func newID(now func() time.Time) func() string {
	return func() string {
		var salt [2]byte
		// rand.Read never fails: it ends the program instead.
		_, _ = rand.Read(salt[:])
		return now().Format("20060102-150405") + "-" + hex.EncodeToString(salt[:])
	}
}
