package agentcore

import (
	"context"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// Models decides which model is asked next.
type Models interface {
	// Next returns the first available model of the chain that has not failed in this
	// turn. The rule model is last and always available, so that Next fails only with
	// ctx.
	Next(ctx context.Context, failed []chat.ModelFailure) (chat.Candidate, error)
}

// Model answers a request. It handles retries on one model; the loop decides whether to
// go on to another model, because what fits depends on the model.
type Model interface {
	// Chat streams to emit, from one goroutine, and returns the whole reply. An error
	// means that this model will not answer this request.
	Chat(ctx context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error)
}

// Toolbox is a set of tools. Call never fails: an error is a result.
type Toolbox interface {
	// Specs returns the tools that can be called now, in a stable order.
	Specs() []chat.ToolSpec
	// Call runs one tool. It is safe for concurrent use and returns within a second of
	// ctx being cancelled.
	Call(ctx context.Context, inv chat.Invocation) chat.ToolResult
}

// Transcript stores a conversation. What is appended is on disk when the call returns,
// and is never changed afterwards.
type Transcript interface {
	Append(ctx context.Context, conversation string, m chat.Message) error
	// Messages returns the whole conversation, oldest first.
	Messages(ctx context.Context, conversation string) ([]chat.Message, error)
	// KeepFull stores the full text of a capped result and returns a handle to it.
	KeepFull(ctx context.Context, conversation, text string) (handle string, err error)
}

// Notes stores how far a conversation is compacted, apart from its messages.
type Notes interface {
	// Compaction returns the last stored state; zero if there is none.
	Compaction(ctx context.Context, conversation string) (chat.Compaction, error)
	KeepCompaction(ctx context.Context, conversation string, c chat.Compaction) error
}

// Library returns the full texts of which a conversation holds a part.
type Library interface {
	// Full returns at most n characters from offset on, and the length of the whole text.
	// An offset past the end gives an empty text.
	Full(ctx context.Context, handle string, offset, n int) (text string, total int, err error)
}

// Sink receives the events of a turn, from several goroutines. A slow sink slows the
// turn; it never loses an event. *event.Stream is one.
type Sink interface {
	Emit(event.Body)
}
