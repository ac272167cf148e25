package ui

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/app/scans"
	"github.com/deskhand/deskhand/ui/views/activity"
	chatpage "github.com/deskhand/deskhand/ui/views/chat"
	"github.com/deskhand/deskhand/ui/views/duplicates"
	"github.com/deskhand/deskhand/ui/views/home"
	"github.com/deskhand/deskhand/ui/views/models"
	planpage "github.com/deskhand/deskhand/ui/views/plan"
	"github.com/deskhand/deskhand/ui/views/search"
	"github.com/deskhand/deskhand/ui/views/servers"
	"github.com/deskhand/deskhand/ui/views/settings"
	"github.com/deskhand/deskhand/ui/views/table"
)

// Backend is all that the window needs; app's Controller implements it. Every call except
// Patterns may block and ends early when its context does. kit.Explain puts its errors
// into words.
type Backend interface {
	jobBackend
	activity.Backend
	chatpage.Backend
	models.Backend
	servers.Backend
	search.Backend
	settings.Backend
	table.Backend
	duplicates.Backend
}

// jobBackend is what the job from the drop to the receipt needs.
type jobBackend interface {
	home.Backend
	planpage.Backend
	// Proposed returns a recorded plan for review.
	Proposed(ctx context.Context, planID string) (plan.Plan, error)
	// Propose reads files and returns the proposed plan. emit receives event.Progress and
	// event.Warning, from any goroutine.
	Propose(ctx context.Context, req app.ProposeRequest, emit func(event.Event)) (plan.Plan, error)
	// Apply carries out the ready items of a plan. When cancelled it stops between two
	// files, and the receipt says so.
	Apply(ctx context.Context, planID string, emit func(event.Event)) (plan.Receipt, error)
	// MakeSearchable reads scans, and makes searchable PDFs, which Place adds: that call
	// is the user's approval. The job must be discarded in any case.
	MakeSearchable(ctx context.Context, req scans.Request, emit func(event.Event)) (scans.Job, error)
	Place(ctx context.Context, job scans.Job, emit func(event.Event)) (plan.Receipt, error)
}
