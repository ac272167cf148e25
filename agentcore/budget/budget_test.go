package budget_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestEstimatesCountCharactersNotBytes(t *testing.T) {
	if a, b := budget.Prose(strings.Repeat("a", 320)), budget.Prose(strings.Repeat("ä", 320)); a != 100 || b != 100 {
		t.Fatalf("%d and %d tokens, want 100", a, b)
	}
	if n := budget.JSON(strings.Repeat("x", 280)); n != 100 {
		t.Fatalf("%d tokens of JSON, want 100", n)
	}
}

func TestWhatIsLeftForHistoryIsNeverBelowNothing(t *testing.T) {
	b := budget.Budget{Window: 8192, System: 500, Tools: 1000, Reserve: budget.Reserve(8192)}
	if got := b.History(); got != 8192-500-1000-2048-256 {
		t.Fatalf("%d tokens", got)
	}
	b.Tools = 10_000
	if got := b.History(); got != 0 {
		t.Fatalf("%d tokens", got)
	}
	if got := budget.Reserve(1 << 20); got != budget.MaxReserve {
		t.Fatalf("reserve %d", got)
	}
}

func TestCallsAndDefinitionsAreCountedAsTheyAreSent(t *testing.T) {
	plain := budget.Message(chat.Message{Role: chat.RoleAssistant, Text: "hi"})
	calling := budget.Message(chat.Message{Role: chat.RoleAssistant, Text: "hi", Calls: []chat.ToolCall{{Name: "files_list", Args: json.RawMessage(`{"path":"/x"}`)}}})
	if calling < plain+10 {
		t.Fatalf("%d with a call, %d without", calling, plain)
	}
	one := chat.ToolSpec{Name: "a", Description: strings.Repeat("d", 280), Parameters: json.RawMessage(`{}`)}
	if n := budget.Definitions([]chat.ToolSpec{one, one}); n < 200 || n != 2*budget.Definitions([]chat.ToolSpec{one}) {
		t.Fatalf("%d tokens", n)
	}
}
