package chat

import (
	"context"
	"io"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// Backend is the assistant with its conversations.
type Backend interface {
	kit.Reverser
	// Ask runs one request as a turn. emit receives its events, one at a time.
	Ask(ctx context.Context, req app.AskRequest, emit func(event.Event)) (app.Outcome, error)
	// EachSession calls visit for the conversations, newest first, until it returns
	// false.
	EachSession(ctx context.Context, filter app.SessionFilter, visit func(chat.Conversation) bool) error
	Session(ctx context.Context, id string) (chat.Conversation, []chat.Message, error)
	// Notices returns what was shown in a conversation besides its messages.
	Notices(ctx context.Context, id string) ([]app.Notice, error)
	// Branch creates a conversation from the first turns of another one.
	Branch(ctx context.Context, id string, turns int) (chat.Conversation, error)
	RenameSession(ctx context.Context, id, title string) error
	DeleteSession(ctx context.Context, id string) error
	DeleteAllSessions(ctx context.Context) (int, error)
	// ExportSession writes a conversation as "md" or "json".
	ExportSession(ctx context.Context, id, format string, w io.Writer) error
	// Context returns how a conversation would divide the window of the answering model;
	// an empty session means a new one.
	Context(ctx context.Context, session string) (app.ContextUse, error)
	// FullResult returns the full result behind a message's handle.
	FullResult(ctx context.Context, handle string) (string, error)
	// Proposed returns a plan that waits for review.
	Proposed(ctx context.Context, planID string) (plan.Plan, error)
	// History returns the batches, newest first.
	History(ctx context.Context) ([]app.Batch, error)
	// Models returns the available models, and the unavailable ones.
	Models(ctx context.Context) ([]app.Model, error)
	// Prompts returns the servers' prompts, used as /server:name.
	Prompts(ctx context.Context) ([]app.Prompt, error)
	// Resources returns the servers' resources, which can be attached to a request.
	Resources(ctx context.Context) ([]app.Resource, error)
	// Status returns which model would answer.
	Status(ctx context.Context) (app.Status, error)
}
