package budget_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
)

func uncalibrated() budget.Counter { return budget.NewEstimator(kept{}).For("") }

func TestWithoutASampleTheLargerOfTokenizerAndCharactersHolds(t *testing.T) {
	count := uncalibrated()
	english := strings.Repeat("the quick brown fox jumps over the lazy dog. ", 20)
	for _, row := range []struct {
		name, text  string
		prose, json int
	}{
		{"English has long tokens: its characters decide", english, 282, 322},
		{"an id has short ones: the tokenizer decides", "9f86d081884c7d659a2feaa0c55ad015", 19, 19},
		{"characters are counted, not bytes", strings.Repeat("ä", 320), 160, 160},
		{"nothing", "", 0, 0},
	} {
		if p, j := count.Prose(row.text), count.JSON(row.text); p != row.prose || j != row.json {
			t.Errorf("%s: %d and %d tokens, want %d and %d", row.name, p, j, row.prose, row.json)
		}
	}
}

func TestTheZeroCounterGoesByCharactersAlone(t *testing.T) {
	var count budget.Counter
	if p, j := count.Prose(strings.Repeat("ä", 320)), count.JSON(strings.Repeat("x", 280)); p != 100 || j != 100 {
		t.Errorf("%d and %d tokens, want 100", p, j)
	}
	if n := count.Message(chat.Message{Role: chat.RoleUser, Text: strings.Repeat("ä", 320)}); n != 104 {
		t.Errorf("%d tokens, want 104", n)
	}
}

func TestMessagesAndCallsCostMoreThanTheirTexts(t *testing.T) {
	count := uncalibrated()
	const said = "hello there, what is in this folder?"
	if got, want := count.Message(chat.Message{Role: chat.RoleUser, Text: said}), 4+count.Prose(said); got != want {
		t.Errorf("a message takes %d tokens, want %d", got, want)
	}
	if got, want := count.Message(chat.Message{Role: chat.RoleTool, Text: said}), 4+count.JSON(said); got != want {
		t.Errorf("a result takes %d tokens, want %d", got, want)
	}
	call := chat.ToolCall{Name: "files_list", Args: json.RawMessage(`{"path":"/home/a/Scans"}`)}
	got := count.Message(chat.Message{Role: chat.RoleAssistant, Calls: []chat.ToolCall{call, call}})
	if want := 4 + 2*(10+count.JSON(call.Name)+count.JSON(string(call.Args))); got != want {
		t.Errorf("two calls take %d tokens, want %d", got, want)
	}
}

func TestDefinitionsAreCountedInTheFormThatIsSent(t *testing.T) {
	count := uncalibrated()
	tool := chat.ToolSpec{Name: "a", Description: strings.Repeat("d", 280), Parameters: json.RawMessage(`{"type":"object"}`)}
	sent := `{"type":"function","function":{"name":"a","description":"` + tool.Description + `","parameters":{"type":"object"}}}`
	if got, want := count.Definitions([]chat.ToolSpec{tool, tool}), 2*count.JSON(sent); got != want {
		t.Errorf("%d tokens, want %d", got, want)
	}
	broken := chat.ToolSpec{Name: "b", Description: tool.Description, Parameters: json.RawMessage(`{"type"`)}
	if count.Definitions([]chat.ToolSpec{broken}) < 100 {
		t.Error("a definition with a broken schema counts for nothing")
	}
}
