package backend

import (
	"context"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Backend is a model server. It is safe for concurrent use. Its errors are or wrap a
// *chat.Fault, whose class decides what the chain does next.
type Backend interface {
	// Show describes a model.
	Show(ctx context.Context, model string) (Info, error)
	// Digest identifies a model's weights; empty if the server does not have it.
	Digest(ctx context.Context, model string) (string, error)
	// Loaded reports whether a model is in memory with this window, in tokens. Preload
	// loads it, which may take minutes.
	Loaded(ctx context.Context, model string, window int) (bool, error)
	Preload(ctx context.Context, model string, window int) error
	// Unload removes a model from memory, even one that hangs.
	Unload(ctx context.Context, model string) error
	// Chat streams an answer to emit, from the caller's goroutine, and returns it.
	// Anything but a complete answer is an error, whatever was streamed before.
	Chat(ctx context.Context, req chat.Request, s Setting, emit func(chat.Delta)) (chat.Reply, error)
}

// Info describes a model.
type Info struct {
	Tools, Thinking, Vision bool
	// ContextLength is the advertised one, in tokens; 0 if there is none.
	ContextLength int
	// Remote is the host that the model really runs on; empty means the server itself.
	Remote string
}

// Setting is how to make a request, as opposed to its contents.
type Setting struct {
	// Temperature of the sampling; 0 is the most predictable, nil the model's default.
	Temperature *float64
	// TextCalls is for a model that takes no tool definitions: the tools are described in
	// the prompt, and calls are read from the text.
	TextCalls bool
}

// SameModel reports whether two names mean one model: "llama3.2" is "llama3.2:latest".
func SameModel(a, b string) bool { return tagged(a) == tagged(b) }

func tagged(name string) string {
	if last := name[strings.LastIndex(name, "/")+1:]; !strings.Contains(last, ":") {
		name += ":latest"
	}
	return strings.ToLower(name)
}

// Pause waits, and fails if ctx ends before.
func Pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
