package rules

import (
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/filename"
)

// toolKeepRule stores a rule for future documents.
const toolKeepRule = "rules_keep"

// keepRule stores what a request says about future documents. It moves nothing.
func (t *turn) keepRule() chat.Reply {
	done := t.answers(toolKeepRule)
	if len(done) == 0 {
		args := map[string]any{"when": t.req.Files.Condition()}
		if t.req.Into != "" {
			args["into"] = t.req.Into
		}
		if t.req.How.Name != "" {
			args["name"] = t.req.How.Name
		}
		return t.call(toolKeepRule, args)
	}
	last := done[len(done)-1]
	if last.status != chat.StatusOK {
		return say(t.in.trouble(last))
	}
	r, ok := dataOf[chat.Rule](last)
	if !ok {
		return t.say("rule_kept")
	}
	text := t.in.text("rule_counts") + "\n\n- " + t.in.text("rule_when", "condition", filename.Shown(r.When))
	if r.Into != "" {
		text += "\n- " + t.in.text("rule_into", "folder", filename.Shown(r.Into))
	}
	if r.Name != "" {
		text += "\n- " + t.in.text("rule_name", "name", filename.Shown(r.Name))
	}
	return say(text)
}
