package views

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
)

// Desk is all that the window asks for. Every call but Patterns may block and
// ends early when its context does. An error that has a method
// Sentence() string is shown in those words.
type Desk interface {
	Planner
	Doer
	Pager
	Place
	Modeller
	Hoster
}

// Planner makes plans and changes none of the person's files.
type Planner interface {
	// Propose reads what is asked for and says what it would do. emit gets
	// event.Progress and event.Warning, from any goroutine.
	Propose(ctx context.Context, req app.ProposeRequest, emit func(event.Event)) (plan.Plan, error)
	// Revise edits a plan and checks it anew.
	Revise(ctx context.Context, planID string, edits []app.Edit) (plan.Plan, error)
	// SavePlan writes a plan to a file.
	SavePlan(ctx context.Context, planID, file string) error
}

// Doer changes files and takes the changes back.
type Doer interface {
	// Apply carries out the ready items of a plan. Cancelled, it stops between
	// two files, and the receipt says so.
	Apply(ctx context.Context, planID string, emit func(event.Event)) (plan.Receipt, error)
	// Undo takes a batch back; the last one when batch is empty.
	Undo(ctx context.Context, batch string) (app.UndoReport, error)
	// Finish carries out what is left of a batch that was cut short.
	Finish(ctx context.Context, batch string) (plan.Receipt, error)
	// History lists the batches, newest first.
	History(ctx context.Context) ([]app.Batch, error)
}

// Pager draws the pages of documents.
type Pager interface {
	// Page draws a page, counted from 1, upright, with no side over maxPx
	// pixels.
	Page(ctx context.Context, path string, page, maxPx int) (app.Picture, error)
}

// Place says how things stand.
type Place interface {
	Recent(ctx context.Context) ([]app.Folder, error)
	Patterns() []app.NamePattern
	Standing(ctx context.Context) (app.Standing, error)
}
