package chat_test

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestHowACallFailedDecidesTheStatusItEndsIn(t *testing.T) {
	for kind, want := range map[chat.ErrorType]chat.Status{
		chat.ErrDenied:  chat.StatusDenied,
		chat.ErrBlocked: chat.StatusBlocked, chat.ErrCircuitBreaker: chat.StatusBlocked, chat.ErrRepetition: chat.StatusBlocked,
		chat.ErrCancelled: chat.StatusCancelled, chat.ErrInterrupted: chat.StatusCancelled,
		chat.ErrInvalidArgs: chat.StatusError, chat.ErrToolNotFound: chat.StatusError, chat.ErrPermissionDenied: chat.StatusError,
		chat.ErrExecution: chat.StatusError, chat.ErrTimeout: chat.StatusError, chat.ErrNetwork: chat.StatusError,
		chat.ErrServerDown: chat.StatusError, "": chat.StatusError, "made up": chat.StatusError,
	} {
		if got := chat.StatusOf(chat.Failed("x", kind, "no")); got != want {
			t.Errorf("%q ends %s, want %s", kind, got, want)
		}
	}
	if got := chat.StatusOf(chat.ToolResult{OK: true, ErrorType: chat.ErrDenied}); got != chat.StatusOK {
		t.Errorf("what went well ends %s", got)
	}
}

func TestATitleIsTheFirstFiftyCharactersOfTheRequest(t *testing.T) {
	fifty := strings.Repeat("ä", 50)
	for request, want := range map[string]string{"hello": "hello", fifty: fifty, fifty + "x": fifty + "...", "": ""} {
		if got := chat.Title(request); got != want {
			t.Errorf("%q is titled %q", request, got)
		}
	}
}
