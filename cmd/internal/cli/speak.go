package cli

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/cmd/internal/cli/termtext"
)

// speaker prints the answer of a turn as it streams, and what happens on the
// way, a line each, to standard error. What a model thinks is left out.
type speaker struct {
	c        *Console
	next     func(event.Event) // for what is not the speaker's
	thinking map[int]bool      // blocks that are thought, not said
}

func (s *speaker) speak(e event.Event) {
	switch b := e.Body.(type) {
	case event.BlockStarted:
		s.thinking[b.Index] = b.Kind == event.BlockThinking
	case event.TextDelta:
		if !s.thinking[b.Index] {
			s.c.keepError(termtext.Tell(s.c.out, "%s", b.Text))
		}
	case event.BlockEnded:
		if b.Text != "" && !s.thinking[b.Index] {
			s.c.keepError(termtext.Tell(s.c.out, "\n"))
		}
	case event.TextReset:
		if !s.thinking[b.Index] {
			s.c.keepError(termtext.Tell(s.c.out, "\n[from the start]\n"))
		}
	default:
		s.notice(e)
	}
}

// notice prints to standard error what the person should know.
func (s *speaker) notice(e event.Event) {
	switch b := e.Body.(type) {
	case event.ModelChanged:
		if b.CallID != "" {
			s.next(e)
			return
		}
		s.c.modelChanged(b, true)
	case event.ToolFinished:
		_ = termtext.Tell(s.c.errs, "[%s]\n", callLine(chat.ToolCall{ID: b.CallID, Name: b.Tool, Args: b.Args}, b.Record))
	case event.Compacted:
		_ = termtext.Tell(s.c.errs, "[older messages are shortened for the model: %d → %d tokens]\n", b.Before, b.After)
	default:
		s.next(e)
	}
}
