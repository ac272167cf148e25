package kit

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestCancelledWorkEndsAndPostsNothing(t *testing.T) {
	posted := make(chan func(), 8)
	w := NewWork(func(f func()) { posted <- f })
	said := false
	w.Start(func(ctx context.Context) func() {
		<-ctx.Done()
		return func() { said = true }
	})
	w.Cancel()
	w.Wait()
	(<-posted)()
	if said {
		t.Error("a closed window was called")
	}
}

func TestErrorsAreExplained(t *testing.T) {
	if got := Explain(fmt.Errorf("read: %w", &chat.Fault{Class: chat.FaultServer, Code: chat.FaultUnreachable}), "other"); got != "Ollama isn't running. Install it from ollama.com and start it, or continue without a model." {
		t.Errorf("a wrapped sentence is %q", got)
	}
	if got := Explain(errors.New("EIO"), "other"); got != "other" {
		t.Errorf("an error without words is %q", got)
	}
}

func TestAFailedCallIsExplainedByItsCauseInWordsForPeople(t *testing.T) {
	const otherwise = "The files could not be read."
	for _, row := range []struct {
		failed chat.Failure
		want   string
	}{
		{chat.Failure{Class: chat.ErrInvalidArgs, Code: chat.CodeVanished, Path: "/x/a.pdf"}, "a.pdf: It's no longer there. Check where it was moved."},
		{chat.Failure{Class: chat.ErrExecution, Code: chat.CodeDiskFull, Path: "/x/a.pdf"}, "a.pdf: The disk is full. Free some space, then try again."},
		{chat.Failure{Class: chat.ErrExecution, Code: chat.CodeDiskFull}, "The disk that Deskhand keeps its records on is full, so it stopped. Free some space there, then try again."},
		{chat.Failure{Class: chat.ErrServerDown}, otherwise + " The server that does this isn't running; see the Servers page."},
		{chat.Failure{Class: chat.ErrTimeout}, otherwise + " It took too long."},
		{chat.Failure{Class: chat.ErrExecution, Code: "some_other_cause", Path: "/x/a.pdf"}, otherwise},
	} {
		row.failed.Message, row.failed.Advice.Text = "Start it with --root.", "Look into subfolders with recursive."
		if got := Explain(fmt.Errorf("propose: %w", &row.failed), otherwise); got != row.want {
			t.Errorf("%+v: %q, want %q", row.failed, got, row.want)
		}
	}
}
