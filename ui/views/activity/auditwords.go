package activity

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/locale"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// callWords says what a call did.
func callWords(c app.Call) string {
	call := chat.ToolCall{Name: c.Tool, Args: c.Args}
	d := kit.DescribeCall(call, chat.Message{Status: c.Status, Text: c.Result}, c.Status)
	if c.Status == chat.StatusDenied && c.By != byPerson {
		return locale.L("Not allowed: {{.Step}}", "Step", kit.StepOf(call))
	}
	return d.String()
}

// byPerson is the audit's name for the user.
const byPerson = "person"

// verdictWords says who allowed or denied a call.
func verdictWords(c app.Call) string {
	refused := c.Status == chat.StatusDenied || c.Verdict == "deny"
	switch by := c.By; {
	case by == "read":
		return locale.L("read-only")
	case by == "ticket":
		return locale.L("in the plan you approved")
	case by == "look only":
		return locale.L("refused: you only asked to look")
	case by == "nobody", by == "policy none":
		return locale.L("refused: no one could be asked")
	case by == "policy send":
		return locale.L("refused: it would have sent what was read here")
	case refused:
		return refusedWords(by)
	default:
		return allowedWords(by)
	}
}

func refusedWords(by string) string {
	switch by {
	case byPerson:
		return locale.L("refused by you")
	case "dry run":
		return locale.L("refused: its preview failed")
	default:
		return locale.L("refused by {{.Who}}", "Who", inert.Line(by))
	}
}

func allowedWords(by string) string {
	return cmp.Or(allowedBy.Of(by), locale.L("allowed by {{.Who}}", "Who", inert.Line(by)))
}

// allowedBy says who allowed a call.
var allowedBy = locale.Table[string]{
	byPerson:                 "approved by you",
	"dry run":                "preview only",
	"grant for conversation": "allowed by you for this conversation",
	"grant for folder":       "allowed by you for this folder",
	"grant for receive":      "allowed by you for this server",
}

// askedWords says who requested a call.
func askedWords(c app.Call) string {
	return cmp.Or(askers.Of(c.AskedBy), inert.Line(c.AskedBy))
}

// askers are those who can request a call.
var askers = locale.Table[string]{
	byPerson:   "you",
	"model":    "the assistant",
	"triage":   "tidying",
	"deskhand": "Deskhand, to show you something",
	"server":   "the server, in a form",
}

// endedWords says how a call ended.
func endedWords(c app.Call) string {
	took := kit.LapseWords(time.Duration(c.MS) * time.Millisecond)
	switch c.Status {
	case chat.StatusOK:
		return locale.L("done after {{.Time}}", "Time", took)
	case chat.StatusDenied:
		return locale.L("refused after {{.Time}}", "Time", took)
	case chat.StatusBlocked:
		return locale.L("not done, after {{.Time}}", "Time", took)
	case chat.StatusCancelled:
		return locale.L("stopped after {{.Time}}", "Time", took)
	default:
		return locale.L("failed after {{.Time}}", "Time", took)
	}
}

// callRecord returns the full record of a call.
func callRecord(c app.Call, now time.Time) string {
	when := c.When.In(now.Location())
	rows := [][2]string{
		{locale.L("When"), locale.L("{{.Date}} {{.Time}}", "Date", locale.Date(when), "Time", when.Format(time.TimeOnly))},
		{locale.L("Server"), cmp.Or(c.Server, locale.L("part of Deskhand"))},
		{locale.L("Asked by"), askedWords(c)},
		{locale.L("Verdict"), verdictWords(c)},
		{locale.L("Ended"), endedWords(c)},
	}
	for _, e := range c.Effect {
		rows = append(rows, [2]string{}, [2]string{locale.L("From"), e.From}, [2]string{locale.L("To"), e.To})
	}
	lines := []string{c.Tool, "", kit.Table(rows, math.MaxInt)}
	if more := c.Changes - len(c.Effect); more > 0 {
		lines = append(lines, "", locale.N("and {{.N}} more change", "and {{.N}} more changes", more))
	}
	lines = append(lines, "", locale.L("Arguments"), prettyJSON(c.Args))
	if c.Result != "" {
		lines = append(lines, "", locale.L("Result"), c.Result)
	}
	return strings.Join(lines, "\n")
}

func prettyJSON(raw json.RawMessage) string {
	var b bytes.Buffer
	if len(raw) == 0 || json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	return b.String()
}

// grantWords says what a permission allows.
func grantWords(g app.Grant) string {
	what := toolWords(g.Tool)
	switch {
	case g.Scope == app.MayReceive:
		return locale.L("{{.Server}} · may receive what was read here", "Server", inert.Line(g.Server))
	case g.Conversation != "":
		return locale.L("{{.What}} · in one conversation", "What", what)
	case len(g.Folders) > 0:
		names := make([]string, len(g.Folders))
		for i, f := range g.Folders {
			names[i] = kit.PathWords(f)
		}
		return locale.L("{{.What}} · always in {{.Folders}}", "What", what, "Folders", locale.List(names))
	}
	return what
}

// toolWords says what a changing tool does; other tools have their name.
func toolWords(tool string) string {
	return cmp.Or(changingTools.Of(tool), inert.Line(tool))
}

// changingTools says what each changing tool does.
var changingTools = locale.Table[string]{
	"files_move":        "Move files",
	"files_copy":        "Copy files",
	"files_make_folder": "Make folders",
	"files_write_text":  "Write text files",
	"files_trash":       "Move files to the trash",
	"files_restore":     "Restore files from the trash",
	"files_undo":        "Undo changes",
	"files_finish":      "Finish interrupted changes",
	"triage_apply":      "Rename as planned",
}
