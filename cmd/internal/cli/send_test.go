package cli

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
)

func TestNothingHidesInWhatWouldBeSent(t *testing.T) {
	var shown strings.Builder
	long := strings.Repeat("far ", 5000) + "the end"
	asker := terminal{&Console{in: strings.NewReader("Y\n"), errs: &shown}}
	answer, err := asker.Confirm(t.Context(), app.Question{
		Tool: "other_do", Sends: true, Folder: "/s",
		Spec:       chat.ToolSpec{Name: "other_do", Server: "other", Network: true},
		Invocation: chat.Invocation{Call: chat.ToolCall{Args: []byte(`{"a":"x` + "\u202e\u200b\U000e0041" + `","text":"` + long + `"}`)}},
	})
	if err != nil || !answer.Allowed || answer.Scope != app.Once {
		t.Errorf("the answer is %+v, %v", answer, err)
	}
	for _, want := range []string{`x\u202e\u200b\udb40\udc41`, "the end", "It can reach the network.", "always let other receive what was read here"} {
		if !strings.Contains(shown.String(), want) {
			t.Errorf("%q is not shown", want)
		}
	}
	if strings.ContainsAny(shown.String(), "\u202e\u200b") || strings.Contains(shown.String(), "always in") {
		t.Error("something hides, or a folder is offered")
	}
}
