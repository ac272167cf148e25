package views

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
)

// Backend is all that the window asks for; app's Controller has it. Every call
// but Patterns may block and ends early when its context does. An error that has
// a method Sentence() string is shown in those words.
type Backend interface {
	jobBackend
	activityBackend
	chatBackend
	modelsBackend
	serversBackend
	settingsBackend
}

// jobBackend is what the job from the drop to the receipt asks for.
type jobBackend interface {
	homeBackend
	planBackend
	// Propose reads what is asked for and says what it would do. emit gets
	// event.Progress and event.Warning, from any goroutine.
	Propose(ctx context.Context, req app.ProposeRequest, emit func(event.Event)) (plan.Plan, error)
	// Apply carries out the ready items of a plan. Cancelled, it stops between
	// two files, and the receipt says so.
	Apply(ctx context.Context, planID string, emit func(event.Event)) (plan.Receipt, error)
}
