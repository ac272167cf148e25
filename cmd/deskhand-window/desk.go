package main

import (
	"context"
	"errors"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/cmd/internal/cli"
)

// desk is the program's core as the window sees it: what goes wrong comes with
// the same sentence that the command line would print.
type desk struct{ *app.Controller }

// worded is an error with words for a person.
type worded struct {
	error
	sentence string
}

// Sentence says it to a person.
func (w worded) Sentence() string { return w.sentence }

// Unwrap gives the error itself, so that a cancellation is still one.
func (w worded) Unwrap() error { return w.error }

func inWords(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	_, sentence := cli.Verdict(err)
	return worded{err, sentence}
}

// Propose is Controller's, in words.
func (d desk) Propose(ctx context.Context, req app.ProposeRequest, emit func(event.Event)) (plan.Plan, error) {
	p, err := d.Controller.Propose(ctx, req, app.NewRelay(emit, time.Now).Emit)
	return p, inWords(err)
}

// Revise is Controller's, in words.
func (d desk) Revise(ctx context.Context, planID string, edits []app.Edit) (plan.Plan, error) {
	p, err := d.Controller.Revise(ctx, planID, edits)
	return p, inWords(err)
}

// SavePlan is Controller's, in words.
func (d desk) SavePlan(ctx context.Context, planID, file string) error {
	return inWords(d.Controller.SavePlan(ctx, planID, file))
}

// Apply is Controller's, in words.
func (d desk) Apply(ctx context.Context, planID string, emit func(event.Event)) (plan.Receipt, error) {
	r, err := d.Controller.Apply(ctx, planID, app.NewRelay(emit, time.Now).Emit)
	var changed *app.WorldChanged
	switch {
	case errors.As(err, &changed) && r.Batch != "":
		return r, worded{err, cli.ChangedWords(changed) + ", so the rest was left alone. Drop the files again for a new plan."}
	case errors.Is(err, app.ErrWorldChanged): // the window checks the plan again
		return r, worded{err, "A file was changed or taken away since the plan was made, so nothing was renamed. The plan is checked again: look at it once more, then go on."}
	}
	return r, inWords(err)
}

// Undo is Controller's, in words.
func (d desk) Undo(ctx context.Context, batch string, only ...string) (app.UndoReport, error) {
	r, err := d.Controller.Undo(ctx, batch, only...)
	return r, inWords(err)
}

// Finish is Controller's, in words.
func (d desk) Finish(ctx context.Context, batch string) (plan.Receipt, error) {
	r, err := d.Controller.Finish(ctx, batch)
	return r, inWords(err)
}

// History is Controller's, in words.
func (d desk) History(ctx context.Context) ([]app.Batch, error) {
	b, err := d.Controller.History(ctx)
	return b, inWords(err)
}

// Page is Controller's, in words.
func (d desk) Page(ctx context.Context, path string, page, maxPx int) (app.Picture, error) {
	p, err := d.Controller.Page(ctx, path, page, maxPx)
	return p, inWords(err)
}

// Models is Controller's, in words.
func (d desk) Models(ctx context.Context) ([]app.Model, error) {
	m, err := d.Controller.Models(ctx)
	return m, inWords(err)
}

// SetChain is Controller's, in words.
func (d desk) SetChain(ctx context.Context, chain []string) error {
	return inWords(d.Controller.SetChain(ctx, chain))
}

// AllowRemote is Controller's, in words.
func (d desk) AllowRemote(ctx context.Context, address string, yes bool) error {
	return inWords(d.Controller.AllowRemote(ctx, address, yes))
}

// Pull is Controller's, in words.
func (d desk) Pull(ctx context.Context, name string, progress func(app.Download)) error {
	return inWords(d.Controller.Pull(ctx, name, progress))
}

// Servers is Controller's, in words.
func (d desk) Servers(ctx context.Context) ([]app.ServerInfo, error) {
	s, err := d.Controller.Servers(ctx)
	return s, inWords(err)
}

// ServerEntry is Controller's, in words.
func (d desk) ServerEntry(ctx context.Context, name string) (app.ServerEntry, error) {
	e, err := d.Controller.ServerEntry(ctx, name)
	return e, inWords(err)
}

// ServerRuns is Controller's, in words.
func (d desk) ServerRuns(ctx context.Context, name string) ([]app.ServerRun, error) {
	runs, err := d.Controller.ServerRuns(ctx, name)
	return runs, inWords(err)
}

// TrustServer is Controller's, in words.
func (d desk) TrustServer(ctx context.Context, name, hash string) error {
	return inWords(d.Controller.TrustServer(ctx, name, hash))
}

// StartServer is Controller's, in words.
func (d desk) StartServer(ctx context.Context, name string) error {
	return inWords(d.Controller.StartServer(ctx, name))
}

// StopServer is Controller's, in words.
func (d desk) StopServer(ctx context.Context, name string) error {
	return inWords(d.Controller.StopServer(ctx, name))
}

// SaveServer is Controller's, in words.
func (d desk) SaveServer(ctx context.Context, e app.ServerEntry) error {
	return inWords(d.Controller.SaveServer(ctx, e))
}

// RemoveServer is Controller's, in words.
func (d desk) RemoveServer(ctx context.Context, name string) error {
	return inWords(d.Controller.RemoveServer(ctx, name))
}

// LookServer is Controller's, in words.
func (d desk) LookServer(ctx context.Context, e app.ServerEntry) (app.ServerInfo, error) {
	s, err := d.Controller.LookServer(ctx, e)
	return s, inWords(err)
}

// TestServer is Controller's, in words.
func (d desk) TestServer(ctx context.Context, e app.ServerEntry, hash string) (app.ServerInfo, error) {
	s, err := d.Controller.TestServer(ctx, e, hash)
	return s, inWords(err)
}

// Ask is Controller's, in words.
func (d desk) Ask(ctx context.Context, req app.AskRequest, emit func(event.Event)) error {
	outcome, err := d.Controller.Ask(ctx, req, emit)
	if err == nil && outcome.Reason == event.ReasonError {
		err = outcome.Err
	}
	return inWords(err)
}

// EachSession is Controller's, in words.
func (d desk) EachSession(ctx context.Context, filter app.SessionFilter, visit func(chat.Conversation) bool) error {
	return inWords(d.Controller.EachSession(ctx, filter, visit))
}

// Session is Controller's, in words.
func (d desk) Session(ctx context.Context, id string) (chat.Conversation, []chat.Message, error) {
	found, messages, err := d.Controller.Session(ctx, id)
	return found, messages, inWords(err)
}

// Notices is Controller's, in words.
func (d desk) Notices(ctx context.Context, id string) ([]app.Notice, error) {
	asides, err := d.Controller.Notices(ctx, id)
	return asides, inWords(err)
}

// Settings is Controller's, in words.
func (d desk) Settings(ctx context.Context) (app.Settings, error) {
	s, err := d.Controller.Settings(ctx)
	return s, inWords(err)
}

// SetSetting is Controller's, in words.
func (d desk) SetSetting(ctx context.Context, key, value string) error {
	return inWords(d.Controller.SetSetting(ctx, key, value))
}

// Evaluate is Controller's, in words.
func (d desk) Evaluate(ctx context.Context, model string, paths []string, progress func(app.Evaluation)) (app.Evaluation, error) {
	a, err := d.Controller.Evaluate(ctx, model, paths, progress)
	return a, inWords(err)
}

// Audit is Controller's, in words.
func (d desk) Audit(ctx context.Context, f app.AuditFilter) ([]app.Call, error) {
	calls, err := d.Controller.Audit(ctx, f)
	return calls, inWords(err)
}

// Grants is Controller's, in words.
func (d desk) Grants(ctx context.Context) ([]app.Grant, error) {
	grants, err := d.Controller.Grants(ctx)
	return grants, inWords(err)
}

// RevokeGrant is Controller's, in words.
func (d desk) RevokeGrant(ctx context.Context, id string) error {
	return inWords(d.Controller.RevokeGrant(ctx, id))
}
