package activity

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/inert"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// callWords says in plain words what a call of the audit did.
func callWords(c app.Call) string {
	call := chat.ToolCall{Name: c.Tool, Args: c.Args}
	d := kit.DescribeCall(call, chat.Message{Status: c.Status, Text: c.Result}, c.Status)
	if c.Status == chat.StatusDenied && c.By != byPerson {
		d.Verb = "Not allowed: " + strings.TrimPrefix(d.Verb, kit.DeniedVerb)
	}
	return d.String()
}

// byPerson is how the audit names the person.
const byPerson = "person"

// verdictWords say by whom a call was allowed or not.
func verdictWords(c app.Call) string {
	allowed := "allowed"
	if c.Status == chat.StatusDenied || c.Verdict == "deny" {
		allowed = "refused"
	}
	switch by := c.By; {
	case by == "read":
		return "only looks"
	case by == byPerson:
		return allowed + " by you"
	case by == "ticket":
		return "part of the plan that you approved"
	case strings.HasPrefix(by, "grant for "):
		return "allowed by your yes for this " + strings.TrimPrefix(by, "grant for ")
	case by == "look only":
		return "refused: you asked only to look"
	case by == "dry run":
		return allowed + " by what it would have done"
	case by == "nobody", by == "policy none":
		return "refused: nobody was there to ask"
	case by == "policy send":
		return "refused: it would have sent what was read here"
	default:
		return inert.Line(allowed + " by " + by)
	}
}

// askedWords say who wanted a call.
func askedWords(c app.Call) string {
	switch c.AskedBy {
	case byPerson:
		return "you"
	case "model":
		return "the assistant"
	case "triage":
		return "tidying"
	default:
		return inert.Line(c.AskedBy)
	}
}

// callRecord is all that is on record of a call, for the person to read.
func callRecord(c app.Call, now time.Time) string {
	lines := []string{
		c.Tool, "",
		"When       " + c.When.In(now.Location()).Format("2 January 2006 15:04:05"),
		"Server     " + cmp.Or(c.Server, "part of Deskhand"),
		"Asked by   " + askedWords(c),
		"Verdict    " + verdictWords(c),
		fmt.Sprintf("Ended      %s after %s", strings.ReplaceAll(string(c.Status), "_", " "), kit.TookWords(time.Duration(c.MS)*time.Millisecond)),
	}
	for _, e := range c.Effect {
		lines = append(lines, "", "from       "+e.From, "to         "+e.To)
	}
	if more := c.Changes - len(c.Effect); more > 0 {
		lines = append(lines, "", "and "+kit.Count(more, "change")+" more")
	}
	lines = append(lines, "", "Arguments", prettyJSON(c.Args))
	if c.Result != "" {
		lines = append(lines, "", "Result", c.Result)
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

// grantWords says what a yes that still stands allows.
func grantWords(g app.Grant) string {
	words := inert.Line(g.Tool)
	if todo, own := kit.ToolTodo(g.Tool); own {
		words = strings.ToUpper(todo[:1]) + todo[1:]
	}
	switch {
	case g.Scope == app.MayReceive:
		return inert.Line(g.Server) + " · may receive what was read here"
	case g.Conversation != "":
		words += " · in one conversation"
	case len(g.Folders) > 0:
		names := make([]string, len(g.Folders))
		for i, f := range g.Folders {
			names[i] = kit.PathWords(f)
		}
		words += " · always in " + strings.Join(names, ", ")
	}
	return words
}
