package cli

import (
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
)

func TestAQuestionAtTheTerminalShowsTheWholeEffectInertAndTakesTheLineThatAnswersIt(t *testing.T) {
	var shown strings.Builder
	asker := terminal{&Console{in: strings.NewReader("C\na\nmaybe\n"), errs: &shown}}
	q := app.Question{
		Tool: "other_do", Spec: chat.ToolSpec{Name: "other_do", Server: "other"}, Folder: "/s",
		Preview: chat.Preview{Hash: "h", Folders: 1, Effect: []chat.PathChange{
			{From: "/s/a\x1b]52;c;x\x07", To: "/s/b\u202egpj.exe", Code: chat.CodeOtherName}, {To: "/s/new"},
		}},
	}
	for i, want := range []app.Answer{
		{Allowed: true, Scope: app.ForConversation, By: "person"},
		{Allowed: true, Scope: app.InFolder, By: "person"},
		{By: "person"},
		{By: "person"}, // nothing is left to be read
	} {
		if got, err := asker.Confirm(t.Context(), q); err != nil || got.Allowed != want.Allowed || got.Scope != want.Scope || got.By != want.By {
			t.Errorf("answer %d is %+v, %v", i, got, err)
		}
	}
	for _, want := range []string{
		"other_do is a tool of other, a server that is not part of Deskhand.",
		`"/s/a\x1b]52;c;x\a"`, "→ \"/s/b\\u202egpj.exe\" (the name was taken)", "  new: /s/new\n",
		"y: once, c: for the rest of this conversation, a: always in /s, N: no",
	} {
		if !strings.Contains(shown.String(), want) {
			t.Errorf("%q is not shown:\n%s", want, shown.String())
		}
	}
	if strings.ContainsAny(shown.String(), "\x1b\x07\u202e") {
		t.Errorf("a name can move the cursor: %q", shown.String())
	}
	if got := answerOf("a", ""); got.Allowed {
		t.Error("a yes for a folder was taken where none was offered")
	}
}
