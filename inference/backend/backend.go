package backend

import (
	"context"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Backend is a server of models. It is safe for concurrent use. Its errors are or
// wrap a *chat.Fault, whose class decides what the chain does next.
type Backend interface {
	// Show looks up what a model can do.
	Show(ctx context.Context, model string) (Info, error)
	// Digest looks up what names a model's weights; empty when the server does not
	// have it.
	Digest(ctx context.Context, model string) (string, error)
	// Loaded reports whether a model is in memory with this window, in tokens, and
	// Preload brings it there. That may take minutes.
	Loaded(ctx context.Context, model string, window int) (bool, error)
	Preload(ctx context.Context, model string, window int) error
	// Unload takes a model out of memory, and out of a hang.
	Unload(ctx context.Context, model string) error
	// Chat streams an answer to emit, from the caller's goroutine, and returns it
	// whole; everything else is an error, whatever was streamed before it.
	Chat(ctx context.Context, req chat.Request, s Setting, emit func(chat.Delta)) (chat.Reply, error)
}

// Info is what a model can do.
type Info struct {
	Tools, Thinking, Vision bool
	// ContextLength is what the model advertises, in tokens; 0: it does not tell.
	ContextLength int
	// Remote is the host that the model really runs on; empty: the server itself.
	Remote string
}

// Setting is how a request is asked, apart from what is asked.
type Setting struct {
	// Temperature of the sampling; 0 is the most predictable. Nil: what the maker
	// of the model set.
	Temperature *float64
	// TextCalls is for a model that takes no tool definitions: the tools are
	// described in the prompt, and calls are read from the text.
	TextCalls bool
}

// SameModel reports whether two names mean one model: "llama3.2" is
// "llama3.2:latest".
func SameModel(a, b string) bool { return tagged(a) == tagged(b) }

func tagged(name string) string {
	if last := name[strings.LastIndex(name, "/")+1:]; !strings.Contains(last, ":") {
		name += ":latest"
	}
	return strings.ToLower(name)
}
