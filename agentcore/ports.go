package agentcore

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// Models decides which model is asked next.
type Models interface {
	// Next gives the first model of the chain that is fit to be asked, leaving
	// out those that failed in this turn. The rule model stands last and is
	// given as often as asked for, so Next fails only with ctx.
	Next(ctx context.Context, failed []chat.ModelFailure) (chat.Candidate, error)
}

// Model answers a request. Retries on one model are its business; going on to
// another model is the loop's, because what fits depends on the model.
type Model interface {
	// Chat streams to emit, from one goroutine, and returns the whole reply.
	// An error means that this model will not answer this request.
	Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error)
}

// Toolbox is a set of tools. Call never fails: what went wrong is a result.
type Toolbox interface {
	// Specs lists the tools that can be called right now, in a stable order.
	Specs() []chat.ToolSpec
	// Call runs one tool. It is safe for concurrent use and returns within a
	// second of ctx being cancelled.
	Call(ctx context.Context, inv chat.Invocation) chat.ToolResult
}

// Transcript keeps a conversation. What is appended is on disk when the call
// returns, and is never changed afterwards.
type Transcript interface {
	Append(ctx context.Context, conversation string, m chat.Message) error
	// Messages gives the whole conversation, oldest first.
	Messages(ctx context.Context, conversation string) ([]chat.Message, error)
	// KeepFull stores the full text of a capped result and gives a handle that
	// opens it.
	KeepFull(ctx context.Context, conversation, text string) (handle string, err error)
}

// Notes keeps how far a conversation is compacted, apart from its messages.
type Notes interface {
	// Compaction gives what was kept last; the zero value when nothing was.
	Compaction(ctx context.Context, conversation string) (chat.Compaction, error)
	KeepCompaction(ctx context.Context, conversation string, c chat.Compaction) error
}

// Library opens the full texts of which a conversation holds a part.
type Library interface {
	// Full gives at most n characters from offset on, and how many the whole
	// text has. Offsets past the end give an empty text.
	Full(ctx context.Context, handle string, offset, n int) (text string, total int, err error)
}

// Sink receives what happens in a turn, from several goroutines. A slow sink
// slows the turn; it never loses an event. *event.Stream is one.
type Sink interface {
	Emit(event.Body)
}
