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

// Backend is the assistant, and the conversations with it.
type Backend interface {
	kit.Reverser
	// Ask takes one request through a turn. emit gets its events, one at a time.
	Ask(ctx context.Context, req app.AskRequest, emit func(event.Event)) (app.Outcome, error)
	// EachSession visits the conversations, newest first, until visit says false.
	EachSession(ctx context.Context, filter app.SessionFilter, visit func(chat.Conversation) bool) error
	Session(ctx context.Context, id string) (chat.Conversation, []chat.Message, error)
	// Notices gives what was told in a conversation apart from its messages.
	Notices(ctx context.Context, id string) ([]app.Notice, error)
	// Branch begins a conversation that goes on from the first turns of another one.
	Branch(ctx context.Context, id string, turns int) (chat.Conversation, error)
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
	// History lists the batches, newest first.
	History(ctx context.Context) ([]app.Batch, error)
	// Models lists the models that can be asked, and those that cannot.
	Models(ctx context.Context) ([]app.Model, error)
	// Prompts lists what servers have ready to be asked for, as /server:name.
	Prompts(ctx context.Context) ([]app.Prompt, error)
	// Resources lists what servers have to be read, which a request may bring.
	Resources(ctx context.Context) ([]app.Resource, error)
	// Status says which model would answer.
	Status(ctx context.Context) (app.Status, error)
}
