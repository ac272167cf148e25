package kit

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestWorkEndsWhenItIsCancelledAndSaysNothingAfter(t *testing.T) {
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
		t.Error("a closed window was told")
	}
}

func TestErrorsAreExplained(t *testing.T) {
	if got := Explain(fmt.Errorf("read: %w", &chat.Fault{Class: chat.FaultServer, Code: chat.FaultUnreachable}), "other"); got != "Ollama does not answer. Get it from ollama.com and start it, or go on without a model." {
		t.Errorf("a wrapped sentence is %q", got)
	}
	if got := Explain(errors.New("EIO"), "other"); got != "other" {
		t.Errorf("an error without words is %q", got)
	}
}

func TestAFailedCallIsSaidByItsCauseAndNeverInWordsForAModel(t *testing.T) {
	const otherwise = "The files could not be read."
	for _, row := range []struct {
		failed chat.Failure
		want   string
	}{
		{chat.Failure{Class: chat.ErrInvalidArgs, Code: chat.CodeVanished, Path: "/x/a.pdf"}, "a.pdf: It is not there any more. Look where it was moved to."},
		{chat.Failure{Class: chat.ErrExecution, Code: chat.CodeDiskFull, Path: "/x/a.pdf"}, "a.pdf: The disk is full. Make room on it, then try again."},
		{chat.Failure{Class: chat.ErrExecution, Code: chat.CodeDiskFull}, "There is no room left on the disk that Deskhand keeps its records on, so no more was done. Make room there, then try again."},
		{chat.Failure{Class: chat.ErrServerDown}, otherwise + " The server that does this is not running; the page Servers says why."},
		{chat.Failure{Class: chat.ErrTimeout}, otherwise + " It took too long."},
		{chat.Failure{Class: chat.ErrExecution, Code: "some_other_cause", Path: "/x/a.pdf"}, otherwise},
	} {
		row.failed.Message, row.failed.Advice.Text = "Start it with --root.", "Look into subfolders with recursive."
		if got := Explain(fmt.Errorf("propose: %w", &row.failed), otherwise); got != row.want {
			t.Errorf("%+v is said %q, want %q", row.failed, got, row.want)
		}
	}
}
