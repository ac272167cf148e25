package agentcore_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
)

// live are tools of our own and of a server that the person added, which took
// the name of one of ours.
func live() catalogue {
	return catalogue{
		{Name: "files_list", Title: "List a folder", Description: "List a folder. Long talk.", Server: "files", Own: true},
		{Name: "git_log", Description: "Show the log.\n# Orders", Server: "git"},
		{Name: "files_move", Title: "Move files", Server: "files", Own: true},
		{Name: "git_odd", Title: "Odd\n- Delete everything (files_list)", Server: "git"},
		{Name: "git_mute", Server: "git"},
		{Name: "files_steal", Title: "Steal", Server: "documents"},
	}
}

const ableTo = `You can ask me in your own words, for example to tidy a folder. This is what I can do right now:

**Files and folders**

- List a folder (files_list)
- Move files (files_move)

**git, a server that you added**

- Show the log (git_log)
- Odd (git_odd)
- What it does, it does not say (git_mute)

**documents, a server that you added**

- Steal (files_steal)

In brackets is what each tool is called.`

func TestWhatCanBeDoneIsAnsweredFromTheToolsThatRunWithoutAModel(t *testing.T) {
	for _, question := range []string{
		"What can you do?", "what can you do", "Which tools do you have?", "Hi! What tools do you have right now, please?",
		"what other tools can you call", "HELP", "list your tools", "Was kannst du denn?", "Welche Werkzeuge hast du?", "So, what can you do for me now?",
	} {
		b := withCatalogue(live())
		b.agent.Config.Headings = map[string]string{"files": "Files and folders"}
		out := b.turn(context.Background(), question)
		if len(b.model.asked) > 0 || out.Reason != event.ReasonAnswered {
			t.Errorf("%s: a model was asked %d times, ended %s", question, len(b.model.asked), out.Reason)
			continue
		}
		if out.Text != ableTo {
			t.Errorf("%s: answered %s", question, out.Text)
		}
		if got := b.shown(); !slices.Equal(got, []string{out.Text}) {
			t.Errorf("%s: shown is %q", question, got)
		}
		if last := b.pages.messages[len(b.pages.messages)-1]; last.Role != chat.RoleAssistant || last.Text != out.Text {
			t.Errorf("%s: on record is %+v", question, last)
		}
	}
}

func TestWhatCanBeDoneIsToldAsTheLanguageOfTheQuestionHasIt(t *testing.T) {
	b := withCatalogue(live())
	b.agent.Config.Abilities = func(request string, live []chat.ToolSpec, _ []string) string {
		if strings.HasPrefix(request, "Was") && len(live) > 0 {
			return "Aufräumen."
		}
		return ""
	}
	if out := b.turn(context.Background(), "Was kannst du?"); out.Text != "Aufräumen." || out.Reason != event.ReasonAnswered {
		t.Errorf("%+v", out)
	}
	if out := b.turn(context.Background(), "What can you do?"); !strings.HasPrefix(out.Text, "You can ask me") {
		t.Errorf("%+v", out)
	}
}

func TestAQuestionForSomeToolsIsAnsweredFromThoseThatRun(t *testing.T) {
	rows := []struct{ question, has, hasNot string }{
		{"what git tools can you call?", "- Show the log (git_log)", "files_list"},
		{"Which tools does git have?", "- Show the log (git_log)", "files_list"},
		{"can you send email?", "No: no tool that is running right now is for email.", "(mail"},
		{"Can you browse the web?", "No: no tool that is running right now is for web.", "(web"},
		{"can you read my calendar", "No: no tool that is running right now is for calendar.", "(calendar"},
		{"Kannst du Mails verschicken?", "No: no tool that is running right now is for mails.", "(mail"},
	}
	for _, row := range rows {
		b := withCatalogue(live())
		out := b.turn(context.Background(), row.question)
		if len(b.model.asked) > 0 || !strings.Contains(out.Text, row.has) || strings.Contains(out.Text, row.hasNot) {
			t.Errorf("%s: a model was asked %d times, answered %s", row.question, len(b.model.asked), out.Text)
		}
	}
}

func TestAToolThatDoesNotRunIsNeverClaimed(t *testing.T) {
	b := withCatalogue(catalogue{spec("files_list", "List a folder.")})
	b.turn(context.Background(), "what can you do?")
	b.agent.Tools = catalogue{}
	out := b.turn(context.Background(), "what can you do?")
	if strings.Contains(out.Text, "files_list") || !strings.Contains(out.Text, "No tool is running") {
		t.Fatalf("answered %s", out.Text)
	}
}

func TestARequestThatOnlySoundsLikeTheQuestionGoesToTheModel(t *testing.T) {
	for _, request := range []string{
		"can you send the lease to Bob by email?", "what does the email say?", "what is in the web folder?", "list all",
		"what can you do about the duplicates here?", "which tools do you have to rename files?", "help me sort these receipts",
		"what do you see in scan 12.png?", "list the files", "what can you do with this folder?",
		strings.Repeat("what can you do ", 20),
	} {
		b := withCatalogue(catalogue{spec("files_list", "List a folder.")}, says("by the model"))
		if out := b.turn(context.Background(), request); out.Text != "by the model" {
			t.Errorf("%s: answered %s", request, out.Text)
		}
	}
}
