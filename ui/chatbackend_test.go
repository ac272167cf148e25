package ui_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/guard"
	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui"
)

// fakeConversations is the part of a backend that has conversations: the real agent under
// the real guard, with a scripted model, tools on real files, and conversations in memory.
type fakeConversations struct {
	asker    *ui.Asker
	script   *script
	tools    *tools
	requests []app.AskRequest
	prompts  []app.Prompt
	served   []app.Resource
	records  []guard.Record
	grants   []guard.Grant
	hold     chan struct{} // a turn begins when it is closed; nil: immediately

	tmu           sync.Mutex // guards the following
	clock         time.Time
	conversations map[string]*kept
	full          map[string]string
	compact       map[string]chat.Compaction
}

// kept is a stored conversation.
type kept struct {
	chat.Conversation
	messages []chat.Message
	notices  []app.Notice
}

func newFakeConversations(d *backend) fakeConversations {
	return fakeConversations{
		script: &script{}, tools: &tools{backend: d}, clock: d.now,
		conversations: map[string]*kept{}, full: map[string]string{}, compact: map[string]chat.Compaction{},
	}
}

func (p *fakeConversations) Prompts(context.Context) ([]app.Prompt, error) {
	return p.prompts, nil
}

func (p *fakeConversations) Resources(context.Context) ([]app.Resource, error) {
	return p.served, nil
}

// tick is the backend's clock: each call is a second later.
func (p *fakeConversations) tick() time.Time {
	p.tmu.Lock()
	defer p.tmu.Unlock()
	p.clock = p.clock.Add(time.Second)
	return p.clock
}

func (d *backend) Ask(ctx context.Context, req app.AskRequest, emit func(event.Event)) (app.Outcome, error) {
	if err := d.failure("Ask"); err != nil {
		return app.Outcome{}, err
	}
	if d.hold != nil {
		select {
		case <-d.hold:
		case <-ctx.Done():
			return app.Outcome{}, ctx.Err()
		}
	}
	d.mu.Lock()
	d.requests = append(d.requests, req)
	d.mu.Unlock()
	id := d.conversation(req)
	g := guard.New(guard.Config{
		Confirm: d.asker, Audit: fakeAuditLog{d}, Grants: fakeAuditLog{d}, History: d, Now: d.tick, NewID: func() string { return fmt.Sprint(d.tick().UnixNano()) },
		Notify: func(string, event.Body) {},
	})
	config := agentcore.DefaultConfig()
	config.Record = app.RecordOf
	agent := &agentcore.Agent{
		Models: d.script, Model: d.script, Tools: g.Wrap(d.tools), Transcript: d, Notes: d, Tokens: budget.NewEstimator(d),
		Config: config, Now: d.tick,
	}
	stream := event.NewStream(id, func(e event.Event) {
		d.keepNotice(id, e.Body)
		emit(e)
	})
	scene := chat.Scene{Roots: req.Paths, Now: d.now}
	if len(req.Paths) > 0 {
		scene.Focus = req.Paths[0]
	}
	if !req.AllowChanges && intent.ReadOnly(req.Prompt) {
		ctx = guard.LookOnly(ctx)
	}
	outcome := agent.Turn(ctx, agentcore.Input{Conversation: id, Text: req.Prompt, Scene: scene}, stream)
	return outcome, nil
}

func (p *fakeConversations) conversation(req app.AskRequest) string {
	now := p.tick()
	p.tmu.Lock()
	defer p.tmu.Unlock()
	if req.Session != "" {
		return req.Session
	}
	id := fmt.Sprintf("chat-%d", len(p.conversations)+1)
	p.conversations[id] = &kept{Conversation: chat.Conversation{ID: id, Title: chat.Title(req.Prompt), Created: now, Updated: now}}
	return id
}

// keepNotice stores a notice as app does.
func (p *fakeConversations) keepNotice(id string, body event.Body) {
	if !event.Kept(body) {
		return
	}
	p.tmu.Lock()
	defer p.tmu.Unlock()
	t := p.conversations[id]
	t.notices = append(t.notices, app.Notice{At: len(t.messages), Body: body})
}

// found returns a conversation, unless the call was cancelled. The lock is held.
func (p *fakeConversations) found(ctx context.Context, id string) (*kept, error) {
	t, ok := p.conversations[id]
	if !ok {
		return nil, errGone
	}
	return t, ctx.Err()
}

func (p *fakeConversations) Append(ctx context.Context, id string, m chat.Message) error {
	p.tmu.Lock()
	defer p.tmu.Unlock()
	t, err := p.found(ctx, id)
	if err != nil {
		return err
	}
	t.messages = append(t.messages, m)
	t.Messages, t.Updated = len(t.messages), m.Time
	if m.Model != "" {
		t.Model = m.Model
	}
	return nil
}

func (p *fakeConversations) Messages(ctx context.Context, id string) ([]chat.Message, error) {
	p.tmu.Lock()
	defer p.tmu.Unlock()
	t, err := p.found(ctx, id)
	if err != nil {
		return nil, err
	}
	return slices.Clone(t.messages), nil
}

func (p *fakeConversations) KeepFull(ctx context.Context, id, text string) (string, error) {
	p.tmu.Lock()
	defer p.tmu.Unlock()
	if _, err := p.found(ctx, id); err != nil {
		return "", err
	}
	handle := fmt.Sprintf("full%d", len(p.full)+1)
	p.full[handle] = text
	return handle, nil
}

func (p *fakeConversations) Compaction(ctx context.Context, id string) (chat.Compaction, error) {
	p.tmu.Lock()
	defer p.tmu.Unlock()
	return p.compact[id], ctx.Err()
}

func (p *fakeConversations) KeepCompaction(ctx context.Context, id string, c chat.Compaction) error {
	p.tmu.Lock()
	defer p.tmu.Unlock()
	if _, err := p.found(ctx, id); err != nil {
		return err
	}
	p.compact[id] = c
	return nil
}

func (p *fakeConversations) Ratio(string) (float64, int, bool) { return 1, 1, true }

func (p *fakeConversations) KeepRatio(string, float64, int) error { return nil }

// fakeAuditLog is the guard's log.
type fakeAuditLog struct{ *backend }

func (d fakeAuditLog) Audit(ctx context.Context, records ...guard.Record) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.records = append(d.records, records...)
	return nil
}

func (d *backend) Grants(ctx context.Context) ([]guard.Grant, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.grants), ctx.Err()
}

func (d fakeAuditLog) AddGrant(ctx context.Context, g guard.Grant) error {
	if ctx.Err() != nil || g.ID == "" {
		return cmp.Or(ctx.Err(), errGone)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.grants = slices.DeleteFunc(d.grants, func(held guard.Grant) bool { return held.ID == g.ID })
	d.grants = append(d.grants, g)
	slices.SortFunc(d.grants, func(a, b guard.Grant) int { return cmp.Compare(a.ID, b.ID) })
	return nil
}

func (d *backend) EachSession(_ context.Context, filter app.SessionFilter, visit func(chat.Conversation) bool) error {
	if err := d.failure("EachSession"); err != nil {
		return err
	}
	d.tmu.Lock()
	var found []chat.Conversation
	for _, t := range d.conversations {
		if t.has(strings.ToLower(filter.Search)) {
			found = append(found, t.Conversation)
		}
	}
	d.tmu.Unlock()
	slices.SortFunc(found, func(a, b chat.Conversation) int { return b.Updated.Compare(a.Updated) })
	for _, c := range found {
		if !visit(c) {
			return nil
		}
	}
	return nil
}

func (t *kept) has(query string) bool {
	return strings.Contains(strings.ToLower(t.Title), query) || slices.ContainsFunc(t.messages, func(m chat.Message) bool {
		return strings.Contains(strings.ToLower(m.Text), query)
	})
}

var errGone = errors.New("there is no such conversation")

func (d *backend) Session(_ context.Context, id string) (chat.Conversation, []chat.Message, error) {
	d.tmu.Lock()
	defer d.tmu.Unlock()
	t, ok := d.conversations[id]
	if !ok {
		return chat.Conversation{}, nil, errGone
	}
	return t.Conversation, slices.Clone(t.messages), d.failure("Session")
}

func (d *backend) Notices(_ context.Context, id string) ([]app.Notice, error) {
	d.tmu.Lock()
	defer d.tmu.Unlock()
	return slices.Clone(d.conversations[id].notices), nil
}

func (d *backend) Branch(_ context.Context, id string, turns int) (chat.Conversation, error) {
	d.tmu.Lock()
	defer d.tmu.Unlock()
	of, ok := d.conversations[id]
	if !ok {
		return chat.Conversation{}, errGone
	}
	fresh := &kept{Conversation: of.Conversation}
	fresh.ID = fmt.Sprintf("chat-%d", len(d.conversations)+1)
	begun := 0
	for _, m := range of.messages {
		if m.Role == chat.RoleUser {
			begun++
		}
		if begun <= turns {
			fresh.messages = append(fresh.messages, m)
		}
	}
	fresh.Messages = len(fresh.messages)
	d.conversations[fresh.ID] = fresh
	return fresh.Conversation, d.failure("Branch")
}

func (d *backend) RenameSession(_ context.Context, id, title string) error {
	d.tmu.Lock()
	defer d.tmu.Unlock()
	d.conversations[id].Title = title
	return d.failure("RenameSession")
}

func (d *backend) DeleteSession(_ context.Context, id string) error {
	d.tmu.Lock()
	defer d.tmu.Unlock()
	delete(d.conversations, id)
	return nil
}

func (d *backend) DeleteAllSessions(context.Context) (int, error) {
	d.tmu.Lock()
	defer d.tmu.Unlock()
	n := len(d.conversations)
	clear(d.conversations)
	return n, nil
}

func (d *backend) ExportSession(_ context.Context, id, format string, w io.Writer) error {
	d.tmu.Lock()
	defer d.tmu.Unlock()
	_, err := fmt.Fprintf(w, "%s as %s", d.conversations[id].Title, format)
	return errors.Join(err, d.failure("ExportSession"))
}

func (d *backend) FullResult(_ context.Context, handle string) (string, error) {
	d.tmu.Lock()
	defer d.tmu.Unlock()
	return d.full[handle], nil
}

func (d *backend) Proposed(_ context.Context, id string) (plan.Plan, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, b := range d.batches {
		if b.ID == "batch-"+id {
			return plan.Plan{}, app.ErrSpent
		}
	}
	p, ok := d.plans[id]
	if !ok {
		return p, app.ErrNotOnRecord
	}
	return p, nil
}

func (d fakeAuditLog) RemoveGrant(ctx context.Context, id string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.IndexFunc(d.grants, func(g guard.Grant) bool { return g.ID == id })
	if ctx.Err() != nil || i < 0 {
		return cmp.Or(ctx.Err(), errGone)
	}
	d.grants = slices.Delete(d.grants, i, i+1)
	return nil
}

func (d *backend) Context(_ context.Context, id string) (app.ContextUse, error) {
	d.tmu.Lock()
	defer d.tmu.Unlock()
	var use app.ContextUse
	use.Window, use.System, use.Tools, use.Reserve = 32768, 700, 2100, 4096
	if t, ok := d.conversations[id]; ok {
		use.History = 400 * len(t.messages)
	}
	use.Used = use.System + use.Tools + use.History
	use.Free = use.Window - use.Used - use.Reserve
	return use, nil
}
