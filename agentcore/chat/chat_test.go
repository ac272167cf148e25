package chat_test

import (
	"encoding/json"
	"reflect"
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
	if got := chat.StatusOf(chat.ToolResult{OK: true, Failure: chat.Failure{Class: chat.ErrDenied}}); got != chat.StatusOK {
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

func TestAMessageOfOldKeepsHowItsCallFailed(t *testing.T) {
	var m chat.Message
	old := `{"role":"tool","text":"no","call_id":"c","status":"blocked","error_type":"blocked","code":"look_only","data":{"a":1}}`
	if err := json.Unmarshal([]byte(old), &m); err != nil {
		t.Fatal(err)
	}
	want := chat.Failure{Class: chat.ErrBlocked, Code: chat.CodeLookOnly}
	if !reflect.DeepEqual(m.Failure, want) || m.CallID != "c" || m.Status != chat.StatusBlocked || string(m.Data) != `{"a":1}` {
		t.Fatalf("it is read as %+v", m)
	}
	m.Failure.Path, m.Failure.Suggestions = "/a", []string{"/b"}
	raw, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var again chat.Message
	if err := json.Unmarshal(raw, &again); err != nil || !reflect.DeepEqual(again, m) {
		t.Errorf("%s is read as %+v: %v", raw, again, err)
	}
}

func TestSuggestionsComeBeforeAdvice(t *testing.T) {
	f := chat.Failure{Advice: chat.Advice{Text: "Look there."}}
	if got := f.Next(); got != "Look there." {
		t.Errorf("without suggestions: %q", got)
	}
	f.Suggestions = []string{"/a", "/b"}
	if got := f.Next(); got != "Did you mean /a, /b?" {
		t.Errorf("with suggestions: %q", got)
	}
}
