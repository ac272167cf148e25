package kit

import (
	"context"
	"errors"
	"fmt"
	"testing"
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
	if got := Explain(fmt.Errorf("read: %w", sentence("Install tesseract.")), "other"); got != "Install tesseract." {
		t.Errorf("a wrapped sentence is %q", got)
	}
	if got := Explain(errors.New("EIO"), "other"); got != "other" {
		t.Errorf("an error without words is %q", got)
	}
}

type sentence string

func (s sentence) Error() string { return "internal" }

func (s sentence) Sentence() string { return string(s) }
