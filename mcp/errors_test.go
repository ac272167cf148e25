package mcp

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

func TestTheEndOfAServerIsACodeWithItsArguments(t *testing.T) {
	refused := errors.New("connection refused")
	for _, row := range []struct {
		err  error
		want entry.End
	}{
		{nil, entry.End{}},
		{&goneError{cause: errExited, proc: entry.End{Code: entry.EndExited, Exit: 3}, words: "no licence\nbye"}, entry.End{Code: entry.EndExited, Exit: 3, Words: "no licence\nbye"}},
		{&goneError{cause: errExited}, entry.End{Code: entry.EndClosed}},
		{&goneError{cause: context.Canceled}, entry.End{Code: entry.EndStopped}},
		{&goneError{cause: errStuck, words: "busy"}, entry.End{Code: entry.EndStuck, Words: "busy"}},
		{&goneError{cause: &unreachedError{refused}}, entry.End{Code: entry.EndUnreached, Detail: "connection refused"}},
		{&unreachedError{fmt.Errorf("dial: %w", errElsewhere)}, entry.End{Code: entry.EndElsewhere}},
		{fmt.Errorf("list the tools: %w", errTooMany), entry.End{Code: entry.EndTooMany}},
		{fmt.Errorf("%w: %w", ErrBarred, errors.New("its program has changed")), entry.End{Code: entry.EndBarred}},
		{context.DeadlineExceeded, entry.End{Code: entry.EndUnanswered}},
		{&goneError{cause: fmt.Errorf("initialize: %w", refused), words: "help"}, entry.End{Code: entry.EndFailed, Detail: "initialize: connection refused", Words: "help"}},
	} {
		if got := endOf(row.err); got != row.want {
			t.Errorf("%v: got %+v", row.err, got)
		}
	}
}
