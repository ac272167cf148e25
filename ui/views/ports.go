package views

import (
	"context"
	"io"

	"github.com/deskhand/deskhand/agentcore/chat"
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
	Talker
	Settler
	Auditor
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
	// Undo takes a batch back; the last one when batch is empty. only names those
	// of its files that are wanted back, by where it brought them; none: all.
	Undo(ctx context.Context, batch string, only ...string) (app.UndoReport, error)
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

// Talker is the assistant, and the conversations with it.
type Talker interface {
	// Ask takes one request through a turn. emit gets its events, one at a time.
	// What went wrong in the turn is an event and an error too; a turn that was
	// cancelled is neither.
	Ask(ctx context.Context, req app.AskRequest, emit func(event.Event)) error
	// EachSession visits the conversations, newest first, until visit says false.
	EachSession(ctx context.Context, filter app.SessionFilter, visit func(chat.Conversation) bool) error
	Session(ctx context.Context, id string) (chat.Conversation, []chat.Message, error)
	// Asides gives what was told in a conversation beside its messages.
	Asides(ctx context.Context, id string) ([]app.Aside, error)
	RenameSession(ctx context.Context, id, title string) error
	DeleteSession(ctx context.Context, id string) error
	DeleteAllSessions(ctx context.Context) (int, error)
	// ExportSession writes a conversation as "md" or "json".
	ExportSession(ctx context.Context, id, format string, w io.Writer) error
	// Context tells how a conversation would divide the window of the model that
	// would answer; of a new one when session is empty.
	Context(ctx context.Context, session string) (app.ContextUse, error)
	// FullResult gives the whole of a result that a message has a handle to.
	FullResult(ctx context.Context, handle string) (string, error)
	// Proposed gives a plan that waits to be reviewed.
	Proposed(ctx context.Context, planID string) (plan.Plan, error)
}
